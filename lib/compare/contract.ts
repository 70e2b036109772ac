import type { RowProof } from '../account/proof/contract'
import type { MethodName } from '../protocol/rpc/methods'

/*
 * Two indexers of a network beside each other: the same request to both, aligned by slot. What the answer of
 * GET /api/v1/compare and the page /compare are made of. Pairs are in the order of `sides`.
 */

/** What can be compared, by the word that stands in addresses, with the operation that it asks. */
export const COMPARED = {
  owner: 'getCompressedAccountsByOwner',
  delegate: 'getCompressedTokenAccountsByDelegate',
  signatures: 'getCompressionSignaturesForAccount',
  latest: 'getLatestCompressionSignatures',
  slot: 'getIndexerSlot',
  health: 'getIndexerHealth',
} as const satisfies Record<string, MethodName>

export type ComparedWhat = keyof typeof COMPARED

/** What is compared, and of whom. */
export type CompareRequest =
  | { what: 'owner'; owner: string }
  | { what: 'delegate'; delegate: string; mint?: string }
  | { what: 'signatures'; hash: string }
  | { what: 'latest' }
  | { what: 'slot' }
  | { what: 'health' }

/** How a comparison is requested: of what, of which two indexers by their numbers, and whether lists are read in parts. */
export interface CompareQuery {
  request: CompareRequest
  a: number
  b: number
  /** True: a list that its pages do not show whole is read in parts. */
  parts: boolean
}

export type Pair<T> = readonly [T, T]

/** The place of a side in every pair. */
export type SideIndex = 0 | 1

/**
 * What came of a comparison. `not_settled`: nothing differs as far as that could be found out, and something could not be.
 * `not_compared`: a side did not answer.
 */
export const COMPARISON_VERDICTS = ['equal', 'differs', 'not_settled', 'not_compared'] as const
export type ComparisonVerdict = (typeof COMPARISON_VERDICTS)[number]

/** A value of a field: as the interface has it, u64 exact; a member that an answer leaves out is null. */
export type FieldValue = string | number | bigint | null

/** A field that differs, and its values. `name` with the members that lead to it: `data.discriminator`. */
export interface DifferingField {
  name: string
  values: Pair<FieldValue>
}

/** What the side without a row answers about the row's hash. */
export type Lacking =
  /** It knows no account with this hash. */
  | { kind: 'unknown_hash' }
  /** It has the account as live, and does not list it. */
  | { kind: 'live' }
  /** It has the account as consumed, at a slot at which the other side still listed it. */
  | { kind: 'consumed'; slot: number }
  /** It was not asked: its whole answer is older than the row's, and newer than the account. */
  | { kind: 'not_asked' }

/** Something that two indexers do not agree about. `row`: an account hash or a signature, by which the row is known. */
export type Difference =
  /**
   * The same row, and other values. `proofs`: whether each side's fields make the hash; `right`: the side that is right, where
   * the hash decides; null: it does not.
   */
  | { kind: 'fields'; row: string; fields: DifferingField[]; proofs: Pair<RowProof | null>; right: SideIndex | null }
  /** A row of one side that the other should have. `slot`: of the row. `right` as above, where the row's own hash refutes it. */
  | {
      kind: 'only'
      row: string
      on: SideIndex
      slot: number
      lacking: Lacking | null
      proof: RowProof | null
      right: SideIndex | null
    }
  /** A side lists a row more than once. */
  | { kind: 'duplicate'; row: string; on: SideIndex; times: number }
  /** Answers without rows that differ. */
  | { kind: 'answer'; values: Pair<FieldValue> }

/** Why rows that only one side has are no differences. */
export type SetAside =
  /** Created above the slot of the side that does not have it. */
  | 'created'
  /** Consumed above the slot of the side that still lists it. */
  | 'consumed'
  /** Of a transaction above the slot of the side that does not have it. */
  | 'above'

export interface ComparedSide {
  /** As everywhere: never a host. */
  label: string
  /** The lowest and the highest slot of its answers; null: it gave none. */
  slots: { from: number; to: number } | null
  /** Rows that it listed, repeats included; null where the operation lists none. */
  rows: number | null
  calls: number
  /** Why its rows are not all there to be compared, in words that follow "because"; null: they are. */
  partBecause: string | null
  /** Calls that it should take to read its list in parts, where that was not done and its pages do not show it whole. */
  partsEstimate: number | null
  /** Why it could not be compared, in words; null: it answered. */
  failed: string | null
}

/** Rows that nothing can be said of, with the reason, in words that follow "because". */
export interface Unsettled {
  rows: number
  because: string
}

export interface Comparison {
  what: ComparedWhat
  method: MethodName
  /** What both were asked, without limit and cursor. */
  params: Record<string, string>
  verdict: ComparisonVerdict
  summary: string
  sides: Pair<ComparedSide>
  /** Slots between both answers; null where one is not known. */
  slotsApart: number | null
  /** Rows that both have, and which were compared field by field. */
  rowsCompared: number
  /** The first 1,000. */
  differences: Difference[]
  differencesFound: number
  setAside: Record<SetAside, number>
  unsettled: Unsettled[]
  /** When it was made: ISO 8601 UTC. */
  comparedAt: string
}

export type ComparisonState =
  | { state: 'done'; comparison: Comparison }
  /** It is made all the same, and there for who requests it next. `calls`: so far. */
  | { state: 'running'; labels: Pair<string>; calls: Pair<number> }

/** Calls at the most, on each side, for a list that is read in parts. */
export const MOST_PART_CALLS = 2_000

export function noneSetAside(): Record<SetAside, number> {
  return { created: 0, consumed: 0, above: 0 }
}

export function isCompared(word: string): word is ComparedWhat {
  return Object.hasOwn(COMPARED, word)
}

/** What tells a difference from all others: the same one of two comparisons has the same. */
export function identityOfDifference(difference: Difference): string {
  switch (difference.kind) {
    case 'fields':
      return `fields ${difference.row} ${difference.fields.map(({ name }) => name).join(' ')}`
    case 'only':
    case 'duplicate':
      return `${difference.kind} ${difference.on} ${difference.row}`
    case 'answer':
      return 'answer'
    default:
      return difference satisfies never
  }
}
