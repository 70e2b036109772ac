import type { RowProof } from '../account/proof/contract'
import type { MethodName } from '../protocol/rpc/methods'

/** What can be compared: the word in addresses, and its operation. */
export const COMPARED = {
  owner: 'getCompressedAccountsByOwner',
  delegate: 'getCompressedTokenAccountsByDelegate',
  signatures: 'getCompressionSignaturesForAccount',
  latest: 'getLatestCompressionSignatures',
  slot: 'getIndexerSlot',
  health: 'getIndexerHealth',
} as const satisfies Record<string, MethodName>

export type ComparedWhat = keyof typeof COMPARED

export type CompareRequest =
  | { what: 'owner'; owner: string }
  | { what: 'delegate'; delegate: string; mint?: string }
  | { what: 'signatures'; hash: string }
  | { what: 'latest' }
  | { what: 'slot' }
  | { what: 'health' }

export interface CompareQuery {
  request: CompareRequest
  a: number
  b: number
  parts: boolean
}

export type Pair<T> = readonly [T, T]

export const SIDES = [0, 1] as const
export type SideIndex = (typeof SIDES)[number]

/** `not_settled`: no difference found, but something could not be checked. `not_compared`: a side did not answer. */
export const COMPARISON_VERDICTS = ['equal', 'differs', 'not_settled', 'not_compared'] as const
export type ComparisonVerdict = (typeof COMPARISON_VERDICTS)[number]

/** u64 exact; null: the answer omits the member. */
export type FieldValue = string | number | bigint | null

export interface DifferingField {
  name: string
  values: Pair<FieldValue>
}

export type Lacking =
  | { kind: 'unknown_hash' }
  | { kind: 'live' }
  /** Consumed at a slot at which the other side still listed it. */
  | { kind: 'consumed'; slot: number }
  /** Not requested: its whole answer is older than the row's, and newer than the account. */
  | { kind: 'not_asked' }

export type Difference =
  /** `proofs`: whether each side's fields match the hash; `right`: the side that is right by the hash, null: undecided. */
  | { kind: 'fields'; row: string; fields: DifferingField[]; proofs: Pair<RowProof | null>; right: SideIndex | null }
  /** A row that the other side should have. `slot`: of the row. `right`: as above, where the row's own hash refutes it. */
  | {
      kind: 'only'
      row: string
      on: SideIndex
      slot: number
      lacking: Lacking | null
      proof: RowProof | null
      right: SideIndex | null
    }
  | { kind: 'duplicate'; row: string; on: SideIndex; times: number }
  | { kind: 'answer'; values: Pair<FieldValue> }

export type SetAside =
  /** Created above the slot of the side without it. */
  | 'created'
  /** Consumed above the slot of the side that lists it. */
  | 'consumed'
  /** Its transaction is above the slot of the side without it. */
  | 'above'

export interface SideFacts {
  /** Lowest and highest slot of its answers; null: none. */
  slots: { from: number; to: number } | null
  /** Repeats included; null: the operation lists none. */
  rows: number | null
  /** Why not all rows could be compared, in words after "because"; null: all could. */
  partBecause: string | null
  /** Estimated calls to read the list in parts, where pages do not show it whole and that was not done. */
  partsEstimate: number | null
}

export interface ComparedSide extends SideFacts {
  label: string
  calls: number
  failed: string | null
}

/** `because` completes "because …". */
export interface Unsettled {
  rows: number
  because: string
}

export interface Comparison {
  what: ComparedWhat
  method: MethodName
  params: Record<string, string>
  verdict: ComparisonVerdict
  summary: string
  sides: Pair<ComparedSide>
  slotsApart: number | null
  rowsCompared: number
  differences: Difference[]
  differencesFound: number
  setAside: Record<SetAside, number>
  unsettled: Unsettled[]
  comparedAt: string
}

export type ComparisonState =
  | { state: 'done'; comparison: Comparison }
  | { state: 'running'; labels: Pair<string>; calls: Pair<number> }

export const MAX_PART_CALLS = 2_000

export function noneSetAside(): Record<SetAside, number> {
  return { created: 0, consumed: 0, above: 0 }
}

/** Equal for the same difference in two comparisons. */
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
