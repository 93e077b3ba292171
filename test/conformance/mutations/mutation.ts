/** A change of the sources that takes a row's rule away, so that the tests of the row must fail. */
export interface Mutation {
  /** From the root of the project. */
  readonly file: string;
  /** Stands in the file once. */
  readonly from: string;
  readonly to: string;
}

/** The mutations of some rows, by their ids; several are tried one after the other. */
export type Mutations = Readonly<Record<string, readonly Mutation[]>>;
