import { isAnonymous, type Principal } from '../identity/principal.js';

/** Who sees something: everybody, callers who have proved who they are, or those of them who have a scope. */
export type Visibility = 'public' | 'authenticated' | { readonly scope: string };

/** Whether something is for the eyes of this principal. */
export function isVisibleTo(principal: Principal, visibility: Visibility): boolean {
  if (visibility === 'public') {
    return true;
  }
  return (
    !isAnonymous(principal) && (visibility === 'authenticated' || principal.scopes.includes(visibility.scope))
  );
}

/** Whether a token can name it (RFC 6749, section 3.3). */
export function isScope(text: unknown): boolean {
  return typeof text === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text);
}
