import { describe, expect, it, vi } from 'vitest'
import type { Pause } from '@/lib/platform/clock'
import { comes } from '@/lib/testing/comes'
import { digestOfRows } from '@/lib/testing/indexer/every-row'
import { indexed, ledgerOf } from '@/lib/testing/indexer/indexed'
import { expectSameRows } from '@/lib/testing/indexer/same-rows'
import { groupV1, key, PROGRAMS, tokenData, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { logOfTest } from '@/lib/testing/log-of-test'
import { getIndexerHealth } from '../handlers/getIndexerHealth'
import { slotReached } from '../store/apply'
import { DamagedRow } from '../store/damage'
import { openSqlite } from '../store/sqlite/open'
import type { Store } from '../store/store'
import { createProgress, follow } from './follow'
import type { LedgerBlock } from './ledger'
import { retryUntilStored } from './until-stored'

const log = logOfTest()

const logged = () => log.lines().map(({ level, msg }) => [level, msg])

const token = (n: number) => tokenData({ mint: key('mint'), owner: key(`wallet ${n}`), amount: 1n })
const block = (slot: number): LedgerBlock => ({
  slot,
  blockTime: slot,
  transactions: [
    transactionOf(`t${slot}`, [
      groupV1({
        outputs: Array.from({ length: 5 }, (_, i) => ({
          hash: key(`a${slot}/${i}`),
          owner: PROGRAMS.tokenBytes,
          leafIndex: slot * 5 + i,
          data: token(i),
        })),
      }),
    ]),
  ],
})

const pages = async (store: Store, pragma: string) =>
  Number(Object.values((await store.get(`PRAGMA ${pragma}`)) ?? {})[0])

describe('a disk that fills up', () => {
  it('stops ingestion loudly, leaves reads alive, and ingestion goes on by itself when there is room again', async () => {
    const blocks = Array.from({ length: 300 }, (_, i) => block(i + 1))
    const store = openSqlite(':memory:', { ledger: 'made up', programIds: {} })
    await pages(store, `max_page_count = ${(await pages(store, 'page_count')) + 20}`)
    const progress = createProgress()
    const waits: number[] = []
    const seen: string[] = []
    let reached = 0
    const wait: Pause = async (ms) => {
      waits.push(ms)
      const chain = { tip: 300, maxLagSlots: 1000, stopped: () => progress.stopped }
      await expect(getIndexerHealth(store, {}, chain)).rejects.toThrow('Ingestion stopped: the disk is full')
      seen.push(await digestOfRows(store))
      reached = await slotReached(store)
      if (waits.length === 6) await pages(store, 'max_page_count = 1000000')
    }
    const options = { ledger: ledgerOf(blocks), store, programs: PROGRAMS, progress, onReady: () => {}, wait }
    await follow({ ...options, signal: new AbortController().signal })
    expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
    expect(new Set(seen)).toEqual(new Set([await digestOfRows((await indexed(blocks.slice(0, reached))).store)]))
    expect(await slotReached(store)).toBe(300)
    await expectSameRows(store, (await indexed(blocks)).store)
    expect(progress).toMatchObject({ stopped: null, blocks: 300, commits: { sum: expect.any(Number) } })
    expect(logged()).toEqual([
      ['error', 'ingestion stopped'],
      ['info', 'ingestion goes on'],
    ])
  })
})

describe('trying again', () => {
  const failure = (errcode: number) => Object.assign(new Error('text of SQLite'), { errcode })
  const failing = (...errors: Error[]) =>
    vi.fn(async () => {
      const error = errors.shift()
      if (error) throw error
    })

  it.each([
    [13, 'the disk is full'],
    [10 | (4 << 8), 'the disk fails'],
    [8, 'the store cannot be written to'],
  ])('after SQLite code %i says that %s', async (code, words) => {
    const progress = { stopped: null as string | null }
    const reasons: unknown[] = []
    const wait: Pause = async () => void reasons.push(progress.stopped)
    const write = failing(failure(code))
    expect(await retryUntilStored(write, { progress, signal: new AbortController().signal, wait })).toBe(true)
    expect([reasons, progress.stopped, write.mock.calls.length]).toEqual([[words], null, 2])
  })

  it.each([failure(11), failure(26), new DamagedRow('wanted bytes')])('tries nothing more after %o', async (error) => {
    const progress = { stopped: null as string | null }
    const stop = new AbortController()
    const write = failing(error)
    const given = retryUntilStored(write, { progress, signal: stop.signal })
    await comes(() => expect(progress.stopped).toBe('the store is damaged'))
    stop.abort()
    expect(await given).toBe(false)
    expect([progress.stopped, write.mock.calls.length]).toEqual(['the store is damaged', 1])
  })

  it.each([failure(19), new Error('a mistake of ours')])('is no answer to %o', async (error) => {
    const options = { progress: { stopped: null }, signal: new AbortController().signal }
    await expect(retryUntilStored(failing(error), options)).rejects.toBe(error)
    expect(options.progress.stopped).toBeNull()
  })
})
