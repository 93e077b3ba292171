import type { IncomingHttpHeaders } from 'node:http';

/** A request as those see it who judge its credentials, whatever the binding. */
export interface RequestFacts {
  /** The address that the caller has used: the public one of the agent, with path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Every line of a header, in the order in which they came; empty where there is none. @param name in lower case */
  lines(name: string): readonly string[];
}
