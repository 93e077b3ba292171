import { ownerOf, type Principal } from '../../identity/principal.js';
import { AuthenticationUnavailableException } from '../authentication.exception.js';
import type { AccessRules } from '../requirements/access-rules.service.js';
import type { Authentication, Authenticator } from './authenticator.service.js';
import type { RequestFacts } from './request-facts.js';

/** How long a stream goes on whose credentials can not be judged again: what judges them may be away for a while. */
const MAX_UNKNOWN_MS = 5 * 60_000;

/** The credentials that have let a request in, and whether they still do: a stream may outlive them. */
export class HeldCredentials {
  private readonly principal: Principal;
  private readonly expiresAt: number;
  private knownAt = Date.now();

  constructor(
    private readonly authenticator: Authenticator,
    private readonly rules: AccessRules,
    private readonly facts: RequestFacts,
    { principal, expiresAt = Number.POSITIVE_INFINITY }: Authentication,
  ) {
    this.principal = principal;
    this.expiresAt = expiresAt;
  }

  /**
   * Watches over the credentials: until they expire, and whether they still count, which is asked again and again.
   *
   * @param checkMs how often they are judged again, in milliseconds
   * @param onEnd called once when they count no longer
   * @returns ends the watch
   */
  watch(checkMs: number, onEnd: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const wait = (): void => {
      const ms = Math.min(checkMs, Math.max(this.expiresAt - Date.now(), 0));
      timer = setTimeout(() => void look(), ms).unref();
    };
    const look = async (): Promise<void> => {
      const stillCount = await this.count();
      if (isOver) {
        return;
      }
      if (stillCount) {
        wait();
      } else {
        onEnd();
      }
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  /** Whether they let in now whom they have let in then. */
  private async count(): Promise<boolean> {
    if (Date.now() >= this.expiresAt) {
      return false;
    }
    try {
      const { principal } = await this.authenticator.judgeAgain(this.facts);
      this.rules.requireAgent(principal);
      this.knownAt = Date.now();
      return ownerOf(principal) === ownerOf(this.principal);
    } catch (error) {
      return (
        error instanceof AuthenticationUnavailableException && Date.now() - this.knownAt < MAX_UNKNOWN_MS
      );
    }
  }
}
