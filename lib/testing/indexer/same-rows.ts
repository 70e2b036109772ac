import { expect } from 'vitest'
import type { Store } from '@/lib/indexer/store/store'
import { digestOf, everyRow } from './every-row'

export async function expectSameRows(store: Store, wanted: Store, what?: string): Promise<void> {
  const [rows, others] = [await everyRow(store), await everyRow(wanted)]
  // Comparing row by row is slow, so only on a difference.
  if (digestOf(rows) === digestOf(others)) return
  expect(rows, what).toEqual(others)
  throw new Error('two stores are told apart by their digests alone')
}
