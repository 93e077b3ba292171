import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  NotFoundException,
} from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { A2AGuard } from '../security/a2a.guard.js';

/** Lets everybody read the documentation, or callers that may call, or nobody, as the options say. */
@Injectable()
export class DocumentationGuard implements CanActivate {
  constructor(
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
    private readonly callers: A2AGuard,
  ) {}

  /** @throws NotFoundException, AuthenticationException */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { docs = true } = this.options;
    if (docs === false) {
      throw new NotFoundException('This agent does not serve its documentation.');
    }
    return docs !== 'authenticated' || this.callers.canActivate(context);
  }
}
