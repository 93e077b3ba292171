import type { IncomingHttpHeaders } from 'node:http';

/** A request as those see it who judge its credentials, whatever the binding. */
export interface RequestFacts {
  /** In upper case. */
  readonly method: string;
  /** The address that the caller has used: the public one of the agent, with path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Every line of a header, in the order in which they came; empty where there is none. @param name in lower case */
  lines(name: string): readonly string[];
  /** The whole body. @throws RequestBodyError for one that is too large, or whose sender has left */
  content(): Promise<Buffer>;
}
