import type { Principal } from '../identity/principal.js';
import { type HttpRequest, nodeRequest } from '../net/http-message.js';
import type { HeldCredentials } from './authentication/held-credentials.js';

/** Who sent a request, and the credentials that say so. */
interface Sender {
  readonly principal: Principal;
  readonly credentials?: HeldCredentials;
}

/** Beside the request rather than on it: nothing else can write it, and it goes when the request goes. */
const senders = new WeakMap<object, Sender>();

/**
 * Notes who sent the request; the guard's to call.
 *
 * @param credentials what it was let in by; undefined for the anonymous principal
 */
export function bindPrincipal(
  request: HttpRequest,
  principal: Principal,
  credentials?: HeldCredentials,
): void {
  senders.set(nodeRequest(request), { principal, credentials });
}

/**
 * Who sent the request.
 *
 * @throws Error when no guard has looked at it
 */
export function principalOf(request: HttpRequest): Principal {
  return senderOf(request).principal;
}

/**
 * What the request was let in by.
 *
 * @returns undefined for the anonymous principal
 * @throws Error when no guard has looked at it
 */
export function credentialsOf(request: HttpRequest): HeldCredentials | undefined {
  return senderOf(request).credentials;
}

function senderOf(request: HttpRequest): Sender {
  const sender = senders.get(nodeRequest(request));
  if (!sender) {
    throw new Error('Nobody has checked who sent this request. Put `@UseGuards(A2AGuard)` on the route.');
  }
  return sender;
}
