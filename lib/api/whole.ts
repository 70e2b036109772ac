/*
 * An owner's list that is read whole, whatever the indexer's paging loses: `whole=` of the API, of exports and of the
 * owner's page. The list is read in parts: the rows whose data have certain bytes at certain places (memcmp filters). A part
 * that one answer holds is read whole, others are split by the values of one more byte. design.md 4.4.
 */

/** `true`: read it; `twice`: read every part a second time, so that sums can be exact; `estimate`: only what it would cost. */
export const WHOLE_MODES = ['true', 'twice', 'estimate'] as const
/** What is wanted of a whole list. */
export type WholeMode = (typeof WHOLE_MODES)[number]

/** Calls to the indexer that a reading may make, unless more are requested by `calls=`. */
export const USUAL_CALLS = 2_000

/** Greatest `calls=`. Our choice: at ten a second it is more than half an hour. */
export const MOST_CALLS = 20_000

/**
 * `reading`; `paused`: nobody waits for it, or the indexer is waited for; `stopped`: `stop` says why, and whether it resumes;
 * `ended`: every part was read, or is named.
 */
export type WholeState = 'reading' | 'paused' | 'stopped' | 'ended'

/** What is known of a whole list while it is read and when it is: `meta.whole`. */
export interface Whole {
  state: WholeState
  /** `pages`: the list’s pages kept their order, parts are not needed; `parts`; null: not known before the first answer. */
  by: 'pages' | 'parts' | null
  /** Why it is paused or stopped; absent otherwise. */
  stop?: WholeStop
  /** Calls to the indexer so far, and how many it may make. */
  calls: number
  maxCalls: number
  /** What all of it should take; null before the sample parts were read. */
  estimate: WholeEstimate | null
  rows: WholeRows
  parts: WholeParts
  /**
   * `from`: lowest slot of the answers so far; `to`: slot that was requested after the last part. null: no answer yet, or
   * not ended.
   */
  slots: { from: number | null; to: number | null }
  /** Hashes on this page of accounts created after `slots.from`; absent: none. */
  created?: readonly string[]
  /** Hashes on this page of accounts whose part is not proven, or not read yet; absent: none. */
  unproven?: readonly string[]
  /** What stands; null before the end. */
  claim: WholeClaim | null
}

/** What a file says of a list that was read whole. */
export type WholeFacts = Pick<Whole, 'by' | 'calls' | 'parts' | 'slots' | 'claim'>

/** Why a reading does not go on. */
export interface WholeStop {
  /**
   * `unattended`: nobody requests it; `indexer`: it is out of order, and waited for; `slow`: a part took over two seconds;
   * `calls`: it made as many calls as it may; `memory`: there is none for its rows, an export needs less; `estimate`: only
   * the estimate was requested; `failed`: the indexer's answer rules out that more requests help.
   */
  code: 'unattended' | 'indexer' | 'slow' | 'calls' | 'memory' | 'estimate' | 'failed'
  /** A sentence for the reader. */
  text: string
  /**
   * Milliseconds until requesting it again lets it resume: for `memory`, once there is room. Absent: it resumes at once, or
   * never (`failed`; `memory` where it takes as much as one list may).
   */
  retryAfterMs?: number
}

/** What reading all of a list should take, estimated from its first answer and three sample parts. */
export interface WholeEstimate {
  /** Calls to the indexer, those so far among them; true where it may well be more. */
  calls: number
  isAtLeast: boolean
  /** Rows of the whole list. */
  rows: number
  /** Seconds that are left, within the indexer's plan. */
  seconds: number
  /** A sentence that says how it was made. */
  how: string
}

/** Rows found so far, each once. */
export interface WholeRows {
  found: number
  withData: number
  withoutData: number
  /** Rows of parts that are not read whole, or not yet. */
  unproven: number
  /** Rows created after `slots.from`. */
  created: number
}

/** Parts so far. */
export interface WholeParts {
  /** Read, and proven to be whole. */
  whole: number
  /** Too long for one answer, and split. */
  split: number
  /** Neither whole nor to be split: named in the claim. */
  unproven: number
  /** Not read yet, as far as is known. */
  left: number
}

/** What stands when a reading has ended. */
export interface WholeClaim {
  /** As `meta.complete`. */
  complete: boolean | null
  /**
   * Accounts with data. `proven`: each of at least `fromBytes` bytes of data that was live from `slots.from` to `slots.to` is
   * listed, once; `fromBytes` 0 leaves none out. `shorter`: rows with fewer bytes that were found; others cannot be excluded.
   */
  withData: { rows: number; proven: boolean; fromBytes: number; shorter: number }
  /** Accounts without data. `proven`: there are no others; else others cannot be excluded. */
  withoutData: { rows: number; proven: boolean }
  /** Parts that are not proven, the first of them; all are counted in `parts.unproven`. */
  unproven: readonly UnprovenPart[]
  /** What the rows come to. */
  sum: WholeSum
  /** All of it in sentences, the whole claim first. */
  sentences: readonly string[]
}

/** A part that is not proven, by the bytes of its rows. */
export interface UnprovenPart {
  bytes: readonly PartBytes[]
  /** Rows of it that were found. */
  rows: number
  /**
   * `alike`: its rows have the same data, so nothing splits them; `filters`: no further filter can be added; `too_large`: a
   * row of it is too large for the indexer; `missing`: the indexer left out a row that it had listed at the same slot;
   * `foreign`: it listed rows with other bytes than requested; `repeated`: it listed a row twice in one answer.
   */
  why: 'alike' | 'filters' | 'too_large' | 'missing' | 'foreign' | 'repeated'
}

/** Bytes of a part's rows, from an offset behind the discriminator on. */
export interface PartBytes {
  offset: number
  /** Two digits a byte. */
  hex: string
}

/** Sums over the rows found. */
export interface WholeSum {
  lamports: bigint
  /** In base units, where all token accounts among the rows are of one mint. */
  tokens?: { mint: string; amount: bigint }
  /** True where nothing was created meanwhile, all is proven and a second read of every part found the same rows. */
  exact: boolean
}
