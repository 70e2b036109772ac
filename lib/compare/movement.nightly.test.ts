import { expect, test } from 'vitest'
import { hashOf } from '@/lib/testing/stand-in/fixtures'
import { hourOfMovement } from '@/lib/testing/upstream/hour-of-movement'
import { SEED } from '@/scripts/seed'
import { type AnyItem, identityOf } from '../protocol/rpc/items'

/* Issue 28, "Must show" 2. */

test('four hours of movement at other lags: no false alarm, nearly all settled', async () => {
  for (let n = 0; n < 4; n++) {
    const { differences, comparisons, settled } = await hourOfMovement(SEED + n, { live: 1_300, comparisons: 5 })
    expect({ n, differences }).toEqual({ n, differences: [] })
    expect(settled / comparisons).toBeGreaterThan(0.9)
  }
})

test('rows that one of them never lists are found while both move, and no others', async () => {
  const lost = new Set(Array.from({ length: 100 }, (_, i) => hashOf(`moving ${13 * i}`)))
  const edit = (rows: AnyItem[]) => rows.filter((row) => !lost.has(identityOf(row)))
  for (let n = 0; n < 3; n++) {
    const { differences } = await hourOfMovement(SEED + n, { live: 1_300, comparisons: 2, edit })
    expect(differences.length).toBeGreaterThan(20)
    expect(differences.every((each) => each.kind === 'only' && each.on === 0 && lost.has(each.row))).toBe(true)
  }
})
