import { z } from 'zod'
import { rowProof } from '../account/proof/schema'
import { methods } from '../protocol/rpc/methods'
import { safeInteger as count, slot, isoTime as time } from '../protocol/rpc/primitives'
import { COMPARED_METHODS } from './methods'

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

const pairOf = <T extends z.ZodType>(of: T) => z.tuple([of, of]).readonly()
export type Pair<T> = readonly [T, T]

export const SIDES = [0, 1] as const
const side = z.literal(SIDES)
export type SideIndex = z.output<typeof side>

/** `not_settled`: no difference found, but something could not be checked. `not_compared`: a side did not answer. */
const verdict = z.enum(['equal', 'differs', 'not_settled', 'not_compared'])
export type ComparisonVerdict = z.output<typeof verdict>

/** u64 exact; null: the answer omits the member. */
const fieldValue = z.union([z.string(), z.number(), z.bigint()]).nullable()
export type FieldValue = z.output<typeof fieldValue>

const differingField = z.object({ name: z.string(), values: pairOf(fieldValue) })
export type DifferingField = z.output<typeof differingField>

const lackingReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown_hash') }),
  z.object({ kind: z.literal('live') }),
  /** Consumed at a slot at which the other side still listed it. */
  z.object({ kind: z.literal('consumed'), slot }),
  /** Not requested: the side's whole answer is older than the row's answer, and newer than the account. */
  z.object({ kind: z.literal('not_asked') }),
])
export type LackingReason = z.output<typeof lackingReason>

const difference = z.discriminatedUnion('kind', [
  /** `proofs`: whether each side's fields match the hash; `right`: the side proven right by the hash; null: undecided. */
  z.object({
    kind: z.literal('fields'),
    row: z.string(),
    fields: z.array(differingField),
    proofs: pairOf(rowProof.nullable()),
    right: side.nullable(),
  }),
  /** A row that the other side should list. `right`: the other side, if the row does not match its hash. */
  z.object({
    kind: z.literal('only'),
    row: z.string(),
    on: side,
    slot,
    lacking: lackingReason.nullable(),
    proof: rowProof.nullable(),
    right: side.nullable(),
  }),
  z.object({ kind: z.literal('duplicate'), row: z.string(), on: side, times: count }),
  z.object({ kind: z.literal('answer'), values: pairOf(fieldValue) }),
])
export type Difference = z.output<typeof difference>

const setAside = z.object({
  /** Created above the slot of the side without it. */
  created: count,
  /** Consumed above the slot of the side that lists it. */
  consumed: count,
  /** Its transaction is above the slot of the side without it. */
  above: count,
})
export type SetAsideReason = keyof z.output<typeof setAside>

const sideReport = z.object({
  /** Lowest and highest slot of the side's answers; null: no answer. */
  slots: z.object({ from: slot, to: slot }).nullable(),
  /** Repeats included; null: not a list. */
  rows: count.nullable(),
  /** Text after "because": why not all rows were compared; null: all were. */
  partBecause: z.string().nullable(),
  /** Estimated calls to read the list in parts, if pages are incomplete and parts were not read. */
  partsEstimate: count.nullable(),
})
export type SideReport = z.output<typeof sideReport>

const comparedSide = sideReport.extend({ label: z.string(), calls: count, failed: z.string().nullable() })
export type ComparedSide = z.output<typeof comparedSide>

/** `because`: the text after "because". */
const unsettledRows = z.object({ rows: count, because: z.string() })
export type UnsettledRows = z.output<typeof unsettledRows>

export const comparison = z.object({
  what: z.enum(Object.keys(COMPARED_METHODS) as (keyof typeof COMPARED_METHODS)[]),
  method: z.enum(Object.keys(methods) as (keyof typeof methods)[]),
  params: z.record(z.string(), z.string()),
  verdict,
  summary: z.string(),
  sides: pairOf(comparedSide),
  slotsApart: count.nullable(),
  rowsCompared: count,
  differences: z.array(difference),
  differencesFound: count,
  setAside,
  unsettled: z.array(unsettledRows),
  comparedAt: time,
})
export type Comparison = z.output<typeof comparison>

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
