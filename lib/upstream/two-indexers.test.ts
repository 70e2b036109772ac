import { beforeEach, describe, expect, test, vi } from 'vitest'
import { indexerOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkOf } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Answer } from '../api/answer'
import { ProblemError } from '../api/problem'
import { ask } from '../listing/ask'
import { FIRST_PAGE } from '../listing/cursor/cursor'
import { readCursor } from '../listing/cursor/place'
import { type WalkEnd, walkList } from '../listing/read/walk'
import { limits } from '../rpc-client/limits'
import type { Network } from './networks/networks'

/* Real loopback servers. */

const clock = virtualTime()
const OWNER = addressOf('owner')
const ACCOUNTS = makeAccounts(OWNER, 2_500)
const SLOT = 418_890_000
const MOVED = 'the list went on with another indexer after the one that began it failed, so rows may be missing'

let first: StandIn
let second: StandIn
let network: Network

beforeEach(async () => {
  Object.assign(limits(), { retryPauseMs: 0, walkPauseMs: 0 })
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const latest = makeSignatures(200)
  first = await indexerOfTest({ accounts: ACCOUNTS, latest, slot: SLOT })
  second = await indexerOfTest({ accounts: ACCOUNTS, latest, slot: SLOT - 14 })
  network = networkOf([first.url, second.url])
})

type Page = Answer<'getCompressedAccountsByOwner'>

const label = (number: number) => `${network.name}#${number}`
const page = (cursor: string | null = null, limit = 100, more: object = {}): Promise<Page> =>
  ask(network, 'getCompressedAccountsByOwner', { owner: OWNER, cursor, limit, ...more })
const hashes = (pages: readonly Page[]) => pages.flatMap(({ result }) => result.value.items.map(({ hash }) => hash))
const next = ({ result }: Page) => result.value.cursor ?? null
const slot = () => ask(network, 'getIndexerSlot', {})

async function pagesFrom(cursor: string | null, limit = 100): Promise<Page[]> {
  const pages: Page[] = []
  for (let at = cursor; ; ) {
    const answer = await page(at, limit)
    pages.push(answer)
    at = next(answer)
    if (at === null) return pages
  }
}

async function walked(cursor = FIRST_PAGE, during: (rows: number) => Promise<void> = async () => {}) {
  const walk = walkList(
    network,
    'getCompressedAccountsByOwner',
    { owner: OWNER },
    cursor,
    60_000,
    new AbortController().signal,
  )
  const rows: string[] = []
  const from: (string | undefined)[] = []
  for (;;) {
    const { done, value } = await walk.next()
    if (done) return { rows, from, end: value as WalkEnd }
    rows.push(...value.items.map(({ hash }) => hash))
    from.push(value.indexer)
    await during(rows.length)
  }
}

describe('a question', () => {
  test('goes to the first of two, which is named; the other is not asked', async () => {
    expect((await page()).meta).toMatchObject({ indexer: label(1), slot: SLOT, complete: null })
    expect((await page()).meta).not.toHaveProperty('below')
    expect(second.callCount).toBe(0)
  })

  test.each([
    ['is dead', async () => first.stop()],
    ['answers 500', async () => first.fail(FAULTS.serverError)],
    ['answers 429', async () => first.fail(FAULTS.rateLimited('30'))],
    ['sends no JSON', async () => first.fail(FAULTS.html)],
  ])('is answered by the other one where the first %s, with how far it is below', async (_, harm) => {
    await page(null, 10)
    await harm()
    clock.skip(5_000)
    const { meta, result } = await page(null, 100)
    expect(result.value.items).toHaveLength(100)
    expect(meta).toMatchObject({ state: 'fresh', indexer: label(2), slot: SLOT - 14 })
    expect(meta.below).toEqual({ indexer: label(1), slots: 14 })
  })

  test('an indexer that hangs leaves time for the other', async () => {
    first.fail(FAULTS.hang)
    const pending = page()
    await until(() => first.callCount === 1)
    await clock.pass(limits().attemptMs)
    expect((await pending).meta).toMatchObject({ state: 'fresh', indexer: label(2) })
    expect(first.callCount).toBe(1)
  })

  test('stays with the one that answered while that is good: nobody goes to and fro', async () => {
    await first.stop()
    await page()
    await first.start()
    clock.skip(60_000)
    expect((await page()).meta.indexer).toBe(label(2))
    expect((await slot()).meta.indexer).toBe(label(2))
  })

  test('a slot that is lower because another indexer answers is no chain that went back: it is said', async () => {
    expect((await slot()).result).toBe(SLOT)
    await first.stop()
    clock.skip(60_000)
    const { result, meta } = await slot()
    expect(result).toBe(SLOT - 14)
    expect(meta.below).toEqual({ indexer: label(1), slots: 14 })
    second.data.slot = SLOT + 1
    clock.skip(60_000)
    expect((await slot()).meta).not.toHaveProperty('below')
  })

  test('a hash that one does not know is asked of the other only where that one is further on', async () => {
    const hash = hashOf('somewhere')
    const unknown = () => ask(network, 'getCompressionSignaturesForAccount', { hash })
    await slot()
    await expect(unknown()).rejects.toMatchObject({ problem: { code: 'not_found' } })
    expect(second.callCount).toBe(0)
    second.data.slot = SLOT + 100
    second.data.signatures[hash] = makeSignatures(1)
    await first.stop()
    clock.skip(60_000)
    await slot()
    await first.start()
    first.data.slot = SLOT + 50
    second.fail(FAULTS.serverError, { methods: ['getIndexerSlot'] })
    clock.skip(60_000)
    expect((await unknown()).meta.indexer).toBe(label(2))
  })

  test('while both are gone an old copy is given out, and without one it fails as it would with one', async () => {
    await page()
    await Promise.all([first.stop(), second.stop()])
    clock.skip(40_000)
    expect((await page()).meta).toMatchObject({ state: 'stale', indexer: label(1) })
    await expect(page(null, 10)).resolves.toMatchObject({ meta: { state: 'stale', indexer: label(1) } })
    const other = ask(network, 'getCompressedAccountsByOwner', { owner: addressOf('other') })
    await expect(other).rejects.toMatchObject({ problem: { code: 'upstream_unreachable' } })
  })
})

describe('a list', () => {
  test('stays with its indexer, however good the other one is', async () => {
    await first.stop()
    const begun = await page()
    await first.start()
    second.fail(FAULTS.serverError, { methods: ['getIndexerSlot'] })
    const rest = await pagesFrom(next(begun))
    expect(new Set(rest.map(({ meta }) => meta.indexer))).toEqual(new Set([label(2)]))
    expect(rest.at(-1)?.meta).toMatchObject({ complete: true })
    expect(hashes([begun, ...rest])).toEqual(ACCOUNTS.map(({ hash }) => hash))
  })

  test.each([1, 7, 10, 17, 20])(
    'goes on behind its last row where the indexer dies after page %i: every row once, and never called whole',
    async (pages) => {
      const before: Page[] = []
      for (let cursor: string | null = null; before.length < pages; ) {
        before.push(await page(cursor))
        cursor = next(before.at(-1) as Page)
      }
      await first.stop()
      clock.skip(60_000)
      const after = await pagesFrom(next(before.at(-1) as Page))
      expect(hashes([...before, ...after])).toEqual(ACCOUNTS.map(({ hash }) => hash))
      for (const { meta } of after) {
        expect(meta).toMatchObject({
          indexer: label(2),
          complete: null,
          moved: true,
          completeReason: MOVED,
          state: 'fresh',
        })
        expect(meta).not.toHaveProperty('total')
      }
    },
  )

  test('goes on though its last row is gone on the other indexer', async () => {
    const begun = await page()
    second.data.accounts = ACCOUNTS.toSpliced(99, 1)
    await first.stop()
    clock.skip(5_000)
    const rest = await pagesFrom(next(begun))
    expect(hashes([begun, ...rest])).toEqual(ACCOUNTS.map(({ hash }) => hash))
  })

  test.each(['defect', 'hash', 'opaque'] as const)(
    'of an indexer that pages in another way (%s) never shows rows of both without saying so',
    async (paging) => {
      second.data.paging = paging
      const begun = await page()
      await first.stop()
      clock.skip(5_000)
      const rest = await pagesFrom(next(begun))
      for (const { meta } of rest) {
        expect(meta.indexer).toBe(label(2))
        expect(meta.complete).not.toBe(true)
        expect(meta.completeReason).toContain('another indexer')
      }
    },
  )

  test('Previous leads back as far as rows are known on the other one', async () => {
    const one = await page()
    const two = await page(next(one))
    const three = await page(next(two))
    await first.stop()
    clock.skip(60_000)
    const four = await page(next(three))
    const { previous } = readCursor(network, 'getCompressedAccountsByOwner', { owner: OWNER, cursor: next(four) })
    expect(previous).not.toBeNull()
    expect(hashes([await page(previous)])).toEqual(hashes([four]))
  })

  test('a link from a time with one indexer belongs to the first', async () => {
    const cursor = next(await page()) as string
    second.data.accounts = []
    expect((await page(cursor)).meta).toMatchObject({ indexer: label(1) })
  })

  test('that is sorted is one indexer’s on each page, and says where pages before were not', async () => {
    const sorted = (cursor: string | null) => page(cursor, 1_000, { sort: '-lamports' })
    const one = await sorted(null)
    expect(one.meta).toMatchObject({ complete: true, indexer: label(1), sorted: { whole: true } })
    await first.stop()
    clock.skip(15 * 60_000)
    const two = await sorted(next(one))
    expect(two.meta).toMatchObject({ complete: null, indexer: label(2), sorted: { whole: true } })
    const three = await sorted(next(two))
    expect(three.meta).toMatchObject({ complete: null, indexer: label(2) })
    expect(new Set(hashes([one, two, three])).size).toBe(2_500)
  })

  test('the feed goes on behind its last row', async () => {
    const feed = (cursor: string | null) => ask(network, 'getLatestCompressionSignatures', { cursor, limit: 50 })
    const one = await feed(null)
    await first.stop()
    const two = await feed(one.result.value.cursor ?? null)
    const shown = [one, two].flatMap(({ result }) => result.value.items.map(({ signature }) => signature))
    expect(shown).toEqual(first.data.latest.slice(0, 100).map(({ signature }) => signature))
    expect(two.meta).toMatchObject({ indexer: label(2), complete: null, completeReason: MOVED })
  })
})

describe('an export', () => {
  test('of one indexer names it and is complete', async () => {
    const { rows, from, end } = await walked()
    expect(rows).toHaveLength(2_500)
    expect(new Set(from)).toEqual(new Set([label(1)]))
    expect(end.complete).toBe(true)
  })

  test('goes on with the other one when its indexer dies: every row once, not called complete', async () => {
    const { rows, from, end } = await walked(FIRST_PAGE, async (count) => {
      if (count === 1_000) await first.stop()
    })
    expect(rows).toEqual(ACCOUNTS.map(({ hash }) => hash))
    expect([...new Set(from)]).toEqual([label(1), label(2)])
    expect(end).toMatchObject({ complete: null, completeReason: MOVED, problem: null })
  })

  test('waits while both are gone, and goes on with the one that comes back', async () => {
    const walk = walked(FIRST_PAGE, async (count) => {
      if (count !== 1_000) return
      await Promise.all([first.stop(), second.stop()])
      clock.after(12_000, () => void second.start())
    })
    const { rows, end } = await clock.during(walk, 100)
    expect(rows).toHaveLength(2_500)
    expect(end).toMatchObject({ complete: null, completeReason: MOVED })
  })
})

test('a problem of the reader’s is no reason to ask the other one', async () => {
  await expect(ask(network, 'getCompressedAccountsByOwner', { owner: 'x' })).rejects.toThrow(ProblemError)
  expect(first.callCount + second.callCount).toBe(0)
})
