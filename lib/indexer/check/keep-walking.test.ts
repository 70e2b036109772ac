import { describe, expect, it } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { leafTree } from '@/lib/testing/indexer/leaf-chain'
import { fillWithLeaves } from '@/lib/testing/indexer/million-leaves'
import { openSqlite } from '../store/sqlite/open'
import { chainIdentity, type Store } from '../store/store'
import { keepWalking } from './keep-walking'
import type { LeafReport } from './leaves/leaf-report'
import type { CheckMessage } from './messages'

async function filled(count: number): Promise<Store> {
  const store = openSqlite(':memory:', { ledger: chainIdentity('made up'), programIds: {} })
  await fillWithLeaves(store, count)
  return store
}

async function reportsIn(store: Store, seconds: number): Promise<[number, CheckMessage][]> {
  const stop = new AbortController()
  const reports: [number, CheckMessage][] = []
  let now = 0
  const clock = clockOf(
    () => now,
    async (ms) => {
      now += ms
      if (now >= seconds * 1000) stop.abort()
    },
  )
  const report = (message: CheckMessage) => reports.push([Math.round(now / 1000), message])
  await keepWalking({ store, provable: { kind: 'chain' }, ask: null, report, clock, signal: stop.signal })
  return reports
}

describe('the background walk', () => {
  it('names a row that was deleted right behind it within the hour', async () => {
    const store = await filled(100_000)
    const stop = new AbortController()
    const reports: LeafReport[] = []
    let now = 0
    let deletedAt = Number.NaN
    const clock = clockOf(
      () => now,
      async (ms) => {
        now += ms
        if (reports.length !== 1 || deletedAt > 0 || ms === 600_000) return
        deletedAt = now
        await store.run('DELETE FROM accounts WHERE leaf_index = 5 AND tree_id = 2')
      },
    )
    const report = (message: CheckMessage) => {
      if (message.kind !== 'leaves') throw new Error(JSON.stringify(message))
      reports.push(message.report)
      if (message.report.problems.length > 0) stop.abort()
    }
    await keepWalking({ store, provable: { kind: 'chain' }, ask: null, report, clock, signal: stop.signal })
    const named = { kind: 'missing', tree: leafTree(1), from: 5, to: 5, slotBefore: 1, slotAfter: 2 }
    const found = reports.map(({ problems }) => problems)
    expect(found.pop()).toEqual([named])
    expect(found.flat()).toEqual([])
    expect((now - deletedAt) / 1000).toBeLessThan(3600)
  })

  it('takes twenty minutes at most, whatever the size of the store, and begins again after ten', async () => {
    const store = await filled(30)
    // Ids far apart make the walk see a large store: 100 million accounts, nearly all of them free.
    await store.run('UPDATE accounts SET id = id * 3333333')
    const walks = (await reportsIn(store, 7200)).map(([at]) => at)
    expect(walks.length).toBeGreaterThan(3)
    for (const [i, at] of walks.entries()) expect(at - (walks[i - 1] ?? -600)).toBeLessThanOrEqual(1800)
  })

  it('tries again after a minute what it could not read, and says so once', async () => {
    const store = await filled(30)
    let failures = 3
    const failing: Store = {
      ...store,
      read: (work) => (failures-- > 0 ? Promise.reject(new Error('away')) : store.read(work)),
    }
    expect(await reportsIn(failing, 300)).toEqual([
      [0, { kind: 'failed', reason: 'away' }],
      [180, expect.objectContaining({ kind: 'leaves' })],
    ])
  })

  it('does nothing where nothing can be proven', async () => {
    const store: Store = { ...(await filled(3)), read: () => Promise.reject(new Error('read')) }
    const report = () => expect.unreachable()
    const clock = clockOf(
      () => 0,
      () => Promise.reject(new Error('waited')),
    )
    const provable = { kind: 'nothing', reason: 'a folder' } as const
    await keepWalking({ store, provable, ask: null, report, clock, signal: new AbortController().signal })
  })
})
