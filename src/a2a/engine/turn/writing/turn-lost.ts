/** The claim was lost, or the store failed: nothing more can be written in this attempt. */
export class TurnLost extends Error {
  override readonly name: string = 'TurnLost';
}

/** The store was away for too long: the attempt is given up, and another may begin when the store is back. */
export class TurnStalled extends TurnLost {
  override readonly name = 'TurnStalled';
}
