import { expect } from 'vitest'
import type { Store } from '@/lib/indexer/store/store'
import { digestOf, everyRow } from './every-row'

/** Every row of every table is the same, ids included. `what`: told where it is not, e.g. a run's seed. */
export async function expectSameRows(store: Store, wanted: Store, what?: string): Promise<void> {
  const [rows, others] = [await everyRow(store), await everyRow(wanted)]
  // To compare row by row takes long, and tells more than is wanted while they are equal.
  if (digestOf(rows) === digestOf(others)) return
  expect(rows, what).toEqual(others)
  throw new Error('two stores are told apart by their digests alone')
}
