import type { CredentialError } from '../../authentication/verifier.js';

/** A signature that does not count; the message is for the log and tells no secret. */
export class UnfitSignature extends Error {
  override readonly name = 'UnfitSignature';

  /** @param error `invalid_request` for what can not be read at all */
  constructor(
    message: string,
    readonly error: CredentialError = 'invalid_token',
  ) {
    super(message);
  }
}
