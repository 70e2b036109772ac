import type { SignatureItem } from '../protocol/rpc/items'
import type { ListResult } from './compare-lists'
import { type Difference, type Pair, SIDES, type SideReport, zeroSetAside } from './contract'
import { differingFields } from './differing-fields'
import type { CollectedRows } from './rows-read'

export interface SideSignatures extends SideReport {
  read: CollectedRows
  /** The answer's slot: newer rows may be incomplete. */
  reached: number
  /** Complete above this slot: a page can end within a slot. -1: the list was read to its end. */
  above: number
}

/** Compares slots that both sides list completely: above both `above`, up to the lower `reached`. */
export function compareSignatures(sides: Pair<SideSignatures>): ListResult {
  const reached = Math.min(...sides.map((side) => side.reached))
  const above = Math.max(...sides.map((side) => side.above))
  const setAside = zeroSetAside()
  const differences: Difference[] = []
  let rowsCompared = 0
  for (const on of SIDES) {
    const { byId, repeated } = sides[on].read
    const others = sides[on === 0 ? 1 : 0].read.byId
    for (const [signature, { row }] of byId) {
      const twin = others.get(signature)?.row
      const { slot } = row as SignatureItem
      if (twin && on === 0) {
        rowsCompared++
        const fields = differingFields(row, twin)
        const values = { fields, proofs: [null, null] as const, right: null }
        if (fields.length > 0) differences.push({ kind: 'fields', row: signature, ...values })
      } else if (!twin) {
        if (slot > reached) setAside.above++
        else if (slot > above) {
          differences.push({ kind: 'only', row: signature, on, slot, lacking: null, proof: null, right: null })
        }
      }
    }
    for (const [row, times] of repeated) differences.push({ kind: 'duplicate', row, on, times })
  }
  const because = 'no slot is in both answers: the sides are too far apart'
  const unsettled = above < reached ? [] : [{ rows: Math.max(...sides.map(({ read }) => read.rows)), because }]
  return { rowsCompared, differences, differencesFound: differences.length, setAside, unsettled }
}
