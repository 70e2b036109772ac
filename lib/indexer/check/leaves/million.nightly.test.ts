import { expect, it } from 'vitest'
import { secondsUntilNamed } from '@/lib/testing/indexer/deleted-leaf'
import { leafTree } from '@/lib/testing/indexer/leaf-chain'
import { fillWithLeaves } from '@/lib/testing/indexer/million-leaves'
import { describeStores } from '@/lib/testing/indexer/stores'
import { openSqlite } from '../../store/sqlite/open'
import { chainIdentity, type Store } from '../../store/store'
import { verify } from '../verify/verify'

/** One row of a million: the background walk's metric names it within the hour, and one verify does at once. */
async function namedOfAMillion(store: Store): Promise<void> {
  await fillWithLeaves(store, 1_000_000)
  const { seconds, before } = await secondsUntilNamed(store)
  expect(before.flatMap(({ problems }) => problems)).toEqual([])
  expect(seconds).toBeLessThan(3600)
  await store.run('UPDATE store SET ledger = ?', chainIdentity('made up'))
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  await verify({ store, checkPages: async () => 0, tokenProgram: new Uint8Array(32), sample: 1, print })
  expect(lines).toContain(`leaf indices: ${leafTree(1)}: leaf 5 missing, after slot 1, before slot 2`)
}

it('a deleted row of a million is named on SQLite', () =>
  namedOfAMillion(openSqlite(':memory:', { ledger: 'test', programIds: {} })))

describeStores('a deleted row of a million', 'in the gate', ({ newStore }) => {
  it('is named', async () => namedOfAMillion(await newStore()))
})
