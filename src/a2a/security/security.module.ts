import { Module } from '@nestjs/common';
import { A2A_OPTIONS } from '../options/a2a-options.js';
import { A2AGuard } from './a2a.guard.js';
import { declareSecurity, SECURITY_DECLARATION } from './security-declaration.js';

/** What callers must prove, declared and enforced from one place. Needs the global A2A_OPTIONS. */
@Module({
  providers: [
    { provide: SECURITY_DECLARATION, useFactory: declareSecurity, inject: [A2A_OPTIONS] },
    A2AGuard,
  ],
  exports: [SECURITY_DECLARATION, A2AGuard],
})
export class SecurityModule {}
