import { expect, test } from 'vitest'
import { openExport } from '@/lib/listing/export/export'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { limits } from '@/lib/rpc-client/limits'
import type { ClientResponse } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, ALL_AGES_MS, ALL_PAUSES_MS, expectProblem, OWNER } from '@/lib/testing/api/fault-row'
import { SomeReader } from '@/lib/testing/gateway/some-reader'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { until } from '@/lib/testing/until'

const explorer = explorerPerTest()

function chunk(items: AccountItem[], cursor: string | null): Fault {
  return { kind: 'result', result: { context: { slot: 418_890_000 }, value: { items, cursor } } }
}

interface Page {
  hashes: string[]
  cursor: string | null
  meta: Record<string, unknown>
}

function pageOf(response: ClientResponse): Page {
  expect(response.status).toBe(200)
  const { result, meta } = response.body as {
    result: { value: { items: AccountItem[]; cursor: string | null } }
    meta: object
  }
  return { hashes: result.value.items.map(({ hash }) => hash), cursor: result.value.cursor, meta: { ...meta } }
}

async function walk(limit: number): Promise<Page[]> {
  const pages: Page[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.cursor ?? null) {
    pages.push(pageOf(await explorer.get(`${ACCOUNTS}&limit=${limit}${cursor && `&cursor=${cursor}`}`)))
    expect(pages.length).toBeLessThan(200)
  }
  return pages
}

test('F36 the cursor of page 3 was there before: three calls, each row once, and the list is not called complete', async () => {
  const all = makeAccounts(OWNER, 30)
  explorer.indexer.script(
    'getCompressedAccountsByOwner',
    chunk(all.slice(0, 10), 'one'),
    chunk(all.slice(10, 20), 'two'),
    chunk(all.slice(20, 30), 'one'),
  )
  const page = pageOf(await explorer.get(ACCOUNTS))
  expect(page.hashes).toEqual(all.map(({ hash }) => hash))
  expect(page.cursor).toBeNull()
  expect(page.meta).toMatchObject({ complete: false })
  expect(page.meta.completeReason).toContain('the indexer repeats itself')
  expect(explorer.indexer.callCount).toBe(3)
})

test('F37 the cursor is always new, the rows never: one page without progress, then the end', async () => {
  const all = makeAccounts(OWNER, 10)
  explorer.indexer.script('getCompressedAccountsByOwner', ...['a', 'b', 'c', 'd'].map((cursor) => chunk(all, cursor)))
  const page = pageOf(await explorer.get(ACCOUNTS))
  expect(page.hashes).toEqual(all.map(({ hash }) => hash))
  expect(page.meta).toMatchObject({ complete: false })
  expect(page.meta.completeReason).toContain('the indexer repeats itself')
  expect(explorer.indexer.callCount).toBe(2)
})

test("F38 500 accounts in Photon's order, answers of at most 62: no row twice, what came is shown, never complete", async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 500)
  explorer.indexer.data.paging = 'defect'
  explorer.indexer.data.maxAnswerChars = 40_000
  const pages = await walk(50)
  const shown = pages.flatMap(({ hashes }) => hashes)
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown.length).toBeGreaterThan(50)
  expect(shown.length).toBeLessThan(500)
  for (const { meta } of pages) expect(meta.complete).not.toBe(true)
  expect(pages.at(-1)?.meta).toMatchObject({ complete: false })
})

test.each([50, 1000])(
  "F38 500 accounts in Photon's order in one answer, %i rows a page: all of them, complete",
  async (limit) => {
    explorer.indexer.data.accounts = makeAccounts(OWNER, 500)
    explorer.indexer.data.paging = 'defect'
    const pages = await walk(limit)
    const shown = pages.flatMap(({ hashes }) => hashes)
    expect(shown).toHaveLength(500)
    expect(new Set(shown).size).toBe(500)
    expect(pages.at(-1)?.meta).toMatchObject({ complete: true })
    expect(explorer.indexer.callCount).toBe(1)
  },
)

test('F39 page 2 fails after page 1: page 1 stays as it was, and page 2 comes later under the same cursor', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 1_500)
  const first = pageOf(await explorer.get(`${ACCOUNTS}&limit=1000`))
  expect(first.hashes).toHaveLength(1_000)
  explorer.clock.skip(ALL_AGES_MS)
  explorer.indexer.fail(FAULTS.internal)
  const second = `${ACCOUNTS}&limit=1000&cursor=${first.cursor}`
  expectProblem(await explorer.get(second), { status: 502, code: 'upstream_error' })
  explorer.indexer.fail(null)
  explorer.clock.skip(ALL_PAUSES_MS)
  const { hashes, meta } = pageOf(await explorer.get(second))
  expect(new Set([...first.hashes, ...hashes]).size).toBe(1_500)
  expect(meta).toMatchObject({ complete: true })
})

test('F39 a page whose second half cannot be had shows the first half and where to go on', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 1_010)
  const pages = await walk(250)
  const fourth = pages[3]
  expect(fourth?.hashes).toHaveLength(250)
  explorer.clock.skip(ALL_AGES_MS)
  explorer.indexer.script('getCompressedAccountsByOwner', null, FAULTS.internal, FAULTS.internal)
  const again = pageOf(await explorer.get(`${ACCOUNTS}&limit=1000`))
  expect(again.hashes).toHaveLength(1_000)
  expect(again.meta.complete).toBeNull()
  expect(again.cursor).not.toBeNull()
})

test('F39 no file at all where not even its first part can be had', async () => {
  explorer.indexer.fail(FAULTS.internal)
  const response = await explorer.get(`getCompressedAccountsByOwner/export?owner=${OWNER}&format=csv`)
  expectProblem(response, { status: 502, code: 'upstream_error' })
})

test('a file whose reader leaves is given up at once, in the middle of a minute that the indexer asked for too', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 6_000)
  limits().walkPatienceMs = 120_000
  explorer.indexer.script('getCompressedAccountsByOwner', null)
  explorer.indexer.fail(FAULTS.rateLimited('60'))
  const left = new SomeReader()
  const { pieces } = await openExport(
    () => ({ what_happened: null, described: 'unknown' }),
    'getCompressedAccountsByOwner',
    new URLSearchParams({ owner: OWNER, format: 'ndjson' }),
    left,
  )
  const head = [await pieces.next(), await pieces.next()]
  expect(head.map(({ done }) => done)).toEqual([false, false])
  const end = pieces.next()
  await until(() => explorer.outcomes().http_429 === 1)
  left.leave()
  expect(Buffer.from((await end).value ?? []).toString()).toMatch(/interrupted|"complete":false/)
})
