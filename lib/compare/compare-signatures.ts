import type { SignatureItem } from '../protocol/rpc/items'
import type { ListResult } from './compare-lists'
import {
  type Difference,
  noneSetAside,
  type Pair,
  SIDES,
  type SideFacts,
  type SideIndex,
  type Unsettled,
} from './contract'
import { differingFields } from './differing-fields'

export interface SideSignatures extends SideFacts {
  items: readonly SignatureItem[]
  /** Highest complete slot; rows may be newer than the answer's own slot. */
  reached: number
  /** Complete above this slot: a page can end within a slot. -1: the list was read to its end. */
  above: number
}

/** Signatures above the lower `reached` are set aside; those at or below the higher `above` are left out. */
export function compareSignatures(sides: Pair<SideSignatures>): ListResult {
  const reached = Math.min(...sides.map((side) => side.reached))
  const above = Math.max(...sides.map((side) => side.above))
  const setAside = noneSetAside()
  const differences: Difference[] = []
  const unsettled: Unsettled[] = []
  const [one, other] = [bySignature(sides[0].items), bySignature(sides[1].items)]
  let rowsCompared = 0
  const only = ({ signature, slot }: SignatureItem, on: SideIndex) => {
    if (slot > reached) setAside.above++
    else if (slot > above) {
      differences.push({ kind: 'only', row: signature, on, slot, lacking: null, proof: null, right: null })
    }
  }
  for (const [signature, item] of one) {
    const twin = other.get(signature)
    if (!twin) {
      only(item, 0)
      continue
    }
    rowsCompared++
    const fields = differingFields(item, twin)
    if (fields.length > 0) {
      differences.push({ kind: 'fields', row: signature, fields, proofs: [null, null], right: null })
    }
  }
  for (const [signature, item] of other) if (!one.has(signature)) only(item, 1)
  for (const on of SIDES) {
    for (const [row, times] of repeats(sides[on].items)) differences.push({ kind: 'duplicate', row, on, times })
  }
  if (above >= reached) {
    const because = 'no slot is in both answers: the sides are too far apart'
    unsettled.push({ rows: Math.max(...sides.map(({ items }) => items.length)), because })
  }
  return { rowsCompared, differences, differencesFound: differences.length, setAside, unsettled }
}

function bySignature(items: readonly SignatureItem[]): Map<string, SignatureItem> {
  return new Map(items.map((item) => [item.signature, item]))
}

function repeats(items: readonly SignatureItem[]): [string, number][] {
  const times = new Map<string, number>()
  for (const { signature } of items) times.set(signature, (times.get(signature) ?? 0) + 1)
  return [...times].filter(([, count]) => count > 1)
}
