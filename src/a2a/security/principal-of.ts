import type { Principal } from '../identity/principal.js';
import { type HttpRequest, nodeRequest } from '../net/http-message.js';

/** Beside the request rather than on it: nothing else can write it, and it goes when the request goes. */
const principals = new WeakMap<object, Principal>();

/** Notes who sent the request; the guard's to call. */
export function bindPrincipal(request: HttpRequest, principal: Principal): void {
  principals.set(nodeRequest(request), principal);
}

/**
 * Who sent the request.
 *
 * @throws Error when no guard has looked at it
 */
export function principalOf(request: HttpRequest): Principal {
  const principal = principals.get(nodeRequest(request));
  if (!principal) {
    throw new Error('Nobody has checked who sent this request. Put `@UseGuards(A2AGuard)` on the route.');
  }
  return principal;
}
