import { Module } from '@nestjs/common';
import { CardModule } from '../../card/card.module.js';
import { NetModule } from '../../net/net.module.js';
import { OperationsModule } from '../../operations/operations.module.js';
import { SecurityModule } from '../../security/security.module.js';
import { CallRunner } from './call-runner.service.js';
import { Failures } from './failures.service.js';
import { HttpCalls } from './http-calls.service.js';
import { OperationCalls } from './operation-calls.service.js';

/** From a call to its operation. */
export const CALL_PROVIDERS = [Failures, OperationCalls, CallRunner, HttpCalls];

/** What the bindings share, and what each of them needs beside it. */
@Module({
  imports: [NetModule, SecurityModule, CardModule, OperationsModule],
  providers: CALL_PROVIDERS,
  exports: [Failures, HttpCalls, SecurityModule, CardModule],
})
export class CallsModule {}
