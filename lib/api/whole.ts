/* Reads an owner's list in parts by memcmp filters, and splits a part that exceeds one answer. design.md 4.4. */

/** `twice`: reads every part a second time, so that sums can be exact; `estimate`: only the cost. */
export const WHOLE_MODES = ['true', 'twice', 'estimate'] as const
export type WholeMode = (typeof WHOLE_MODES)[number]

/** Call budget unless `calls=` is given. */
export const DEFAULT_CALLS = 2_000

/** Our choice: at ten calls a second, more than half an hour. */
export const MAX_CALLS = 20_000

/** `paused`: no client waits, or the indexer fails; `ended`: read as far as possible. */
export type WholeState = 'reading' | 'paused' | 'stopped' | 'ended'

export interface WholeListReport {
  state: WholeState
  /** `pages`: the pages kept their order, so parts are not needed; null before the first answer. */
  by: 'pages' | 'parts' | null
  stop?: WholeStop
  calls: number
  maxCalls: number
  estimate: WholeEstimate | null
  rows: WholeRows
  parts: WholeParts
  /** `from`: lowest slot of the answers so far; `to`: slot read after the last part. null: not known yet. */
  slots: { from: number | null; to: number | null }
  /** Hashes on this page created after `slots.from`; absent: none. */
  created?: readonly string[]
  /** Hashes on this page whose part is unproven or unread; absent: none. */
  unproven?: readonly string[]
  claim: WholeClaim | null
}

export type WholeListProgress = Pick<WholeListReport, 'by' | 'calls' | 'parts' | 'slots' | 'claim'>

export interface WholeStop {
  /**
   * `unattended`: no client waits; `indexer`: waits for it to recover; `slow`: a part took over two seconds; `calls`: budget
   * spent; `memory`: too many rows, an export needs less; `estimate`: only that was requested; `failed`: retrying cannot help.
   */
  code: 'unattended' | 'indexer' | 'slow' | 'calls' | 'memory' | 'estimate' | 'failed'
  text: string
  /** Milliseconds until a request can resume reading. Absent: at once, or never (`failed`, or `memory` at one list's limit). */
  retryAfterMs?: number
}

/** Estimated from the list's first answer and three sample parts. */
export interface WholeEstimate {
  calls: number
  isAtLeast: boolean
  rows: number
  seconds: number
  how: string
}

export interface WholeRows {
  found: number
  withData: number
  withoutData: number
  unproven: number
  created: number
}

export interface WholeParts {
  whole: number
  split: number
  /** Parts neither complete nor divisible: listed in `claim`. */
  unproven: number
  left: number
}

export interface WholeClaim {
  complete: boolean | null
  /**
   * `proven`: every account with at least `fromBytes` bytes of data, live from `slots.from` to `slots.to`, is listed once.
   * `shorter`: rows found with fewer bytes; there may be more.
   */
  withData: { rows: number; proven: boolean; fromBytes: number; shorter: number }
  /** `proven`: there are no more accounts without data. */
  withoutData: { rows: number; proven: boolean }
  unproven: readonly UnprovenPart[]
  sum: WholeSum
  sentences: readonly string[]
}

export interface UnprovenPart {
  bytes: readonly PartBytes[]
  rows: number
  /**
   * `alike`: rows with the same data cannot be split; `filters`: no further filter fits; `too_large`: one row is too large;
   * `missing`: a row listed before at the same slot is absent; `foreign`: rows outside the filter; `repeated`: duplicate row.
   */
  why: 'alike' | 'filters' | 'too_large' | 'missing' | 'foreign' | 'repeated'
}

/** `offset` counts from after the discriminator. */
export interface PartBytes {
  offset: number
  hex: string
}

export interface WholeSum {
  lamports: bigint
  /** Base units; absent unless all token accounts are of one mint. */
  tokens?: { mint: string; amount: bigint }
  /** True if no row was created meanwhile, all parts are proven and a second read found the same rows. */
  exact: boolean
}
