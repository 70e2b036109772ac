export type Command =
  | { do: 'advance'; ms: number }
  | { do: 'add'; name: string; url: string; more: readonly string[]; chain: readonly string[] }
  | { do: 'remove'; name: string }
