/** What a test may ask of a clocked explorer while it runs. */
export type Command =
  /** Moves its time, which otherwise stands. */
  | { do: 'advance'; ms: number }
  /** Gives it one more network, with its indexers; one of that name goes, with its probe. */
  | { do: 'add'; name: string; url: string; more: readonly string[]; chain: readonly string[] }
  | { do: 'remove'; name: string }
