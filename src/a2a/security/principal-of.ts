import type { Principal } from '../identity/principal.js';
import { type HttpRequest, nodeRequest } from '../net/http-message.js';

/** Who sent a request, and how long the credentials count that say so. */
interface Sender {
  readonly principal: Principal;
  readonly expiresAt?: number;
}

/** Beside the request rather than on it: nothing else can write it, and it goes when the request goes. */
const senders = new WeakMap<object, Sender>();

/**
 * Notes who sent the request; the guard's to call.
 *
 * @param expiresAt epoch milliseconds from which on its credentials count no longer; undefined: no end is known
 */
export function bindPrincipal(request: HttpRequest, principal: Principal, expiresAt?: number): void {
  senders.set(nodeRequest(request), { principal, expiresAt });
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
 * How long the credentials of the request count.
 *
 * @returns epoch milliseconds; undefined when no end of them is known
 * @throws Error when no guard has looked at it
 */
export function credentialsExpireAt(request: HttpRequest): number | undefined {
  return senderOf(request).expiresAt;
}

function senderOf(request: HttpRequest): Sender {
  const sender = senders.get(nodeRequest(request));
  if (!sender) {
    throw new Error('Nobody has checked who sent this request. Put `@UseGuards(A2AGuard)` on the route.');
  }
  return sender;
}
