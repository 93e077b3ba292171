import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { SEEN_ONCE, type SeenOnce } from '../../datastore/ports/security/seen-once.js';
import type { Principal } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { AuthenticationUnavailableException } from '../authentication.exception.js';
import { SECURITY_DECLARATION, type SecurityDeclaration } from '../declaration/security-declaration.js';
import { AccessRules } from '../requirements/access-rules.service.js';
import { type CredentialKind, kindOf, principalOfAll } from './identity.js';
import type { RequestFacts } from './request-facts.js';
import { refused, type Verdict, type Verifier } from './verifier.js';
import { verifierOf } from './verifier-of.js';

/** A scheme whose credential can be judged. */
interface Judge {
  readonly name: string;
  readonly kind: CredentialKind;
  readonly verifier: Verifier;
}

/** What became of a scheme's credential. */
interface Judged extends Judge {
  readonly verdict: Verdict;
}

/** Who calls, and how long what proves it counts. */
export interface Authentication {
  readonly principal: Principal;
  /** Epoch milliseconds at which the first of the credentials ends; undefined: no end is known. */
  readonly expiresAt?: number;
}

/** Finds out who calls, by all the credentials that a request has, the same for every binding (section 7.4). */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger('Authentication');
  private readonly judges: readonly Judge[];

  /** @throws SecurityDeclarationError for a scheme that nothing here could judge */
  constructor(
    @Inject(SECURITY_DECLARATION) { schemes }: SecurityDeclaration,
    @Inject(A2A_OPTIONS) { role }: A2AOptions,
    private readonly rules: AccessRules,
    @Optional() @Inject(SEEN_ONCE) seen?: SeenOnce,
  ) {
    // Nobody calls a worker.
    const declared = role === 'worker' ? [] : Object.entries(schemes);
    this.judges = declared.map(([name, scheme]) => ({
      name,
      kind: kindOf(scheme),
      verifier: verifierOf(name, scheme, { seen }),
    }));
  }

  /**
   * A credential that is there and does not count refuses the request, also where another would do: a caller is never
   * taken for somebody else than it means to be.
   *
   * @returns who calls: the anonymous principal where the request has no credentials
   * @throws AuthenticationException
   * @throws RequestBodyError where the body must be read to judge, and can not be
   */
  authenticate(facts: RequestFacts): Promise<Authentication> {
    return this.judge((verifier) => verifier.verify(facts));
  }

  /** As {@link authenticate}, for a request that was let in before and whose stream still goes on. */
  judgeAgain(facts: RequestFacts): Promise<Authentication> {
    return this.judge((verifier) => verifier.verifyAgain?.(facts) ?? verifier.verify(facts));
  }

  private async judge(verdictOf: (verifier: Verifier) => Promise<Verdict>): Promise<Authentication> {
    const judged = await Promise.all(
      this.judges.map(
        async (judge): Promise<Judged> => ({ ...judge, verdict: await verdictOf(judge.verifier) }),
      ),
    );
    const proofs = judged.flatMap(({ name, kind, verdict }) =>
      verdict.outcome === 'proven' ? [{ name, kind, identity: verdict.identity }] : [],
    );
    this.refuse(judged);
    const principal = principalOfAll(proofs);
    if (!principal) {
      throw this.rules.refusal(refused('invalid_request', 'credentials of different tenants'));
    }
    const ends = proofs.flatMap(({ identity: { expiresAt } }) =>
      expiresAt === undefined ? [] : [expiresAt],
    );
    return { principal, ...(ends.length > 0 && { expiresAt: Math.min(...ends) }) };
  }

  /** What is in one place is good if it is good for one scheme. */
  private refuse(judged: readonly Judged[]): void {
    const good = new Set(
      judged.filter(({ verdict }) => verdict.outcome === 'proven').map(({ verifier }) => verifier.place),
    );
    const others = judged.filter(({ verifier }) => !good.has(verifier.place));
    const away = others.find(({ verdict }) => verdict.outcome === 'unavailable')?.verdict;
    if (away?.outcome === 'unavailable') {
      this.logger.warn(`Credentials can not be checked: ${String(away.cause)}`);
      throw new AuthenticationUnavailableException();
    }
    const refusals = others.flatMap(({ name, verdict }) =>
      verdict.outcome === 'refused' ? [{ name, verdict }] : [],
    );
    // What is wrong with the request itself says more than that a token is none of this scheme's.
    const told = refusals.find(({ verdict }) => verdict.error === 'invalid_request') ?? refusals[0];
    if (told) {
      this.logger.debug(refusals.map(({ name, verdict }) => `${name}: ${verdict.why}`).join('; '));
      throw this.rules.refusal(told.verdict);
    }
  }
}
