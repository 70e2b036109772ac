import type { RowProof } from '../account/proof/contract'
import type { MethodName } from '../protocol/rpc/methods'

/** Value of `what=` in URLs, and its operation. */
export const COMPARED_METHODS = {
  owner: 'getCompressedAccountsByOwner',
  delegate: 'getCompressedTokenAccountsByDelegate',
  signatures: 'getCompressionSignaturesForAccount',
  latest: 'getLatestCompressionSignatures',
  slot: 'getIndexerSlot',
  health: 'getIndexerHealth',
} as const satisfies Record<string, MethodName>

export type ComparedWhat = keyof typeof COMPARED_METHODS

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

export type LackingReason =
  | { kind: 'unknown_hash' }
  | { kind: 'live' }
  /** Consumed at a slot at which the other side still listed it. */
  | { kind: 'consumed'; slot: number }
  /** Not requested: the side's whole answer is older than the row's answer, and newer than the account. */
  | { kind: 'not_asked' }

export type Difference =
  /** `proofs`: whether each side's fields match the hash; `right`: the side proven right by the hash; null: undecided. */
  | { kind: 'fields'; row: string; fields: DifferingField[]; proofs: Pair<RowProof | null>; right: SideIndex | null }
  /** A row that the other side should list. `right`: the other side, if the row does not match its hash. */
  | {
      kind: 'only'
      row: string
      on: SideIndex
      slot: number
      lacking: LackingReason | null
      proof: RowProof | null
      right: SideIndex | null
    }
  | { kind: 'duplicate'; row: string; on: SideIndex; times: number }
  | { kind: 'answer'; values: Pair<FieldValue> }

export type SetAsideReason =
  /** Created above the slot of the side without it. */
  | 'created'
  /** Consumed above the slot of the side that lists it. */
  | 'consumed'
  /** Its transaction is above the slot of the side without it. */
  | 'above'

export interface SideReport {
  /** Lowest and highest slot of the side's answers; null: no answer. */
  slots: { from: number; to: number } | null
  /** Repeats included; null: not a list. */
  rows: number | null
  /** Text after "because": why not all rows were compared; null: all were. */
  partBecause: string | null
  /** Estimated calls to read the list in parts, if pages are incomplete and parts were not read. */
  partsEstimate: number | null
}

export interface ComparedSide extends SideReport {
  label: string
  calls: number
  failed: string | null
}

/** `because`: the text after "because". */
export interface UnsettledRows {
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
  setAside: Record<SetAsideReason, number>
  unsettled: UnsettledRows[]
  comparedAt: string
}

export type ComparisonState =
  | { state: 'done'; comparison: Comparison }
  | { state: 'running'; labels: Pair<string>; calls: Pair<number> }

export const MAX_PART_CALLS = 2_000

export function zeroSetAside(): Record<SetAsideReason, number> {
  return { created: 0, consumed: 0, above: 0 }
}

/** Equal for the same difference in two comparisons. */
export function differenceKey(difference: Difference): string {
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
