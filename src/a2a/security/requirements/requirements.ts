import type { RequirementOptions } from '../../options/security/security-options.js';

/** What was proven: the scopes that each scheme has granted, by the scheme's name. */
export type Grants = Readonly<Record<string, readonly string[]>>;

/** How far a caller meets what is asked for. */
export type Judgement =
  | { readonly outcome: 'met' }
  /** No alternative has all its credentials. */
  | { readonly outcome: 'credentials missing' }
  /** An alternative has all its credentials, which grant too little: these scopes are all that it takes. */
  | { readonly outcome: 'scopes missing'; readonly scopes: readonly string[] };

/** Alternatives, each a list of schemes with scopes, one of which a caller must meet (section 4.5). */
export class Requirements {
  constructor(readonly alternatives: readonly RequirementOptions[]) {}

  /** The schemes that any alternative names, each once. */
  get schemes(): readonly string[] {
    return [...new Set(this.alternatives.flatMap((alternative) => Object.keys(alternative)))];
  }

  judge(grants: Grants): Judgement {
    const credentialed = this.alternatives.filter((alternative) =>
      Object.keys(alternative).every((scheme) => Object.hasOwn(grants, scheme)),
    );
    const [first] = credentialed;
    if (first === undefined) {
      return { outcome: 'credentials missing' };
    }
    const isMet = credentialed.some((alternative) =>
      Object.entries(alternative).every(([scheme, scopes]) =>
        scopes.every((scope) => grants[scheme]?.includes(scope)),
      ),
    );
    return isMet
      ? { outcome: 'met' }
      : { outcome: 'scopes missing', scopes: [...new Set(Object.values(first).flat())] };
  }
}
