import { beforeEach, describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { mixed } from '@/lib/testing/upstream/memcmp-indexer'
import type { Answer } from '../../api/answer'
import type { WholeListReport } from '../../api/whole'
import type { AccountItem } from '../../protocol/rpc/items'
import { parseJson } from '../../protocol/rpc/json'
import type { ExportSummary } from '../export/document'
import { listRoom } from '../read/list-room'

const OWNER = addressOf('owner of 2,500')
const LIST = 'getCompressedAccountsByOwner'
const explorer = explorerPerTest()

/** @param withoutData every so many-th account has no data; 0: all have data */
function accountsWithData(count: number, withoutData = 0): AccountItem[] {
  return makeAccounts(OWNER, count).map((account, i) => {
    const isEmpty = withoutData > 0 && i % withoutData === 0
    const data = Buffer.from(mixed(i, 24)).toString('base64')
    return { ...account, data: isEmpty ? null : { discriminator: 2n, data, dataHash: account.hash } }
  })
}

beforeEach(() => {
  Object.assign(explorer.indexer.data, { paging: 'defect', accounts: accountsWithData(2_500), slot: 418_890_000 })
})

type WholeAnswer = Answer<'getCompressedAccountsByOwner'> & { meta: { whole: WholeListReport } }

async function get(query: string): Promise<WholeAnswer> {
  const { status, text } = await explorer.get(`${LIST}?owner=${OWNER}&limit=1000&${query}`)
  expect(status, text).toBe(200)
  return parseJson(text) as unknown as WholeAnswer
}

async function ndjson(): Promise<{ head: object; rows: Record<string, unknown>[]; end: ExportSummary }> {
  const { text } = await explorer.get(`${LIST}/export?owner=${OWNER}&format=ndjson&whole=true`)
  const lines = text.trimEnd().split('\n')
  const [head, ...rows] = lines.map((line) => parseJson(line) as Record<string, unknown>)
  const { end } = rows.pop() as unknown as { end: ExportSummary }
  return { head: head ?? {}, rows, end }
}

async function allPages(query: string): Promise<WholeAnswer[]> {
  const pages = [await get(query)]
  for (let next = pages[0]?.result.value.cursor; next; next = pages.at(-1)?.result.value.cursor) {
    pages.push(await get(`${query}&cursor=${next}`))
  }
  return pages
}

const hashesOf = (pages: readonly WholeAnswer[]) =>
  pages.flatMap(({ result }) => result.value.items.map((row) => row.hash))

describe('a whole list', () => {
  test('has every account with data once, in the list’s order, and says what stands', async () => {
    const pages = await allPages('whole=true')
    expect(hashesOf(pages)).toEqual(explorer.indexer.data.accounts.map(({ hash }) => hash))
    const { meta } = pages[0] as WholeAnswer
    expect(meta.complete).toBe(null)
    expect(meta.completeReason).toBe(
      'Every account with data of at least 1 byte that was live from slot 418,890,000 to slot 418,890,000 is listed once.',
    )
    expect(meta.total).toBe(2_500)
    expect(meta.whole).toMatchObject({
      state: 'ended',
      by: 'parts',
      calls: 258,
      rows: { found: 2_500, withData: 2_500, withoutData: 0, unproven: 0, created: 0 },
      parts: { whole: 256, split: 1, unproven: 0, left: 0 },
      slots: { from: 418_890_000, to: 418_890_000 },
      claim: {
        complete: null,
        withData: { rows: 2_500, proven: true, fromBytes: 1, shorter: 0 },
        withoutData: { rows: 0, proven: false },
        unproven: [],
        sum: { exact: false },
      },
    })
    const slice = encodeURIComponent('{"offset":2,"length":3}')
    const { result } = await get(`whole=true&dataSlice=${slice}`)
    const [account] = explorer.indexer.data.accounts
    const data = Buffer.from(mixed(0, 24)).subarray(2, 5).toString('base64')
    expect(result.value.items[0]?.data).toMatchObject({ data, dataHash: account?.data?.dataHash })
    expect(explorer.indexer.callCount).toBe(258)
  })

  test('calls an old reading no fresh one', async () => {
    const { meta } = await get('whole=true')
    expect(meta.state).toBe('fresh')
    const { slot, fetchedAt } = meta
    const { calls } = explorer.indexer
    explorer.clock.skip(60_000)
    expect(await get('whole=true')).toMatchObject({
      meta: { slot, fetchedAt, state: 'stale', whole: { state: 'ended' } },
    })
    expect(explorer.indexer.calls).toEqual(calls)
  })

  test('of up to a thousand accounts takes its ordinary proof', async () => {
    explorer.indexer.data.accounts = accountsWithData(900, 3)
    const { meta, result } = await get('whole=true')
    expect(result.value.items).toHaveLength(900)
    expect(meta).toMatchObject({ complete: true, total: 900, whole: { calls: 2, state: 'ended' } })
  })

  test('is read by its pages while they keep their order', async () => {
    explorer.indexer.data.paging = 'sound'
    const pages = await allPages('whole=true')
    expect(hashesOf(pages)).toHaveLength(2_500)
    expect(pages[0]?.meta).toMatchObject({ complete: true, whole: { by: 'pages', calls: 4 } })
  })

  test('is estimated in four calls, goes on when it is wanted, and stops at its calls', async () => {
    const { meta } = await get('whole=estimate')
    expect(meta.whole).toMatchObject({ state: 'paused', stop: { code: 'estimate' }, calls: 4, claim: null })
    expect(meta.whole.estimate).toMatchObject({ calls: 257, isAtLeast: false })
    expect(meta.whole.estimate?.rows).toBeGreaterThan(1_200)
    expect(meta.whole.estimate?.rows).toBeLessThan(5_000)
    expect(meta.whole.estimate?.how).toContain('From the first 1,000 rows')
    expect(meta.complete).toBe(null)
    const { meta: stopped } = await get('whole=true&calls=50')
    expect(stopped.whole).toMatchObject({ state: 'stopped', stop: { code: 'calls' }, calls: 50, maxCalls: 50 })
    expect(stopped.whole.unproven?.length).toBe(stopped.whole.rows.unproven)
    expect(stopped.complete).toBe(null)
    const { meta: further } = await get('whole=true&calls=60')
    expect(further.whole).toMatchObject({ stop: { code: 'calls' }, calls: 60, maxCalls: 60 })
  })

  test('calls sums exact once a second read agrees, and never without', async () => {
    explorer.indexer.data.accounts = accountsWithData(900)
    const { meta } = await get('whole=true')
    expect(meta.whole.claim?.sum).toMatchObject({ exact: false })
    const twice = await get('whole=twice')
    expect(twice.meta.whole).toMatchObject({ calls: 4, claim: { sum: { exact: true } } })
  })

  test('is exported part by part, each account once, with what stands of it at the end', async () => {
    explorer.indexer.data.accounts = accountsWithData(1_600, 100)
    const { head, rows, end } = await ndjson()
    expect(head).toMatchObject({ export: { whole: 'true' } })
    const listed = rows.map(({ hash }) => hash)
    const wanted = explorer.indexer.data.accounts.filter(({ data }, i) => data || i < 1_000).map(({ hash }) => hash)
    expect(listed.toSorted()).toEqual(wanted.toSorted())
    expect(end).toMatchObject({
      rows: 1_594,
      complete: null,
      completeReason: expect.stringMatching(/^Every account with data of at least 1 byte/),
      cursor: null,
      whole: { by: 'parts', calls: 258, claim: { withData: { rows: 1_584, proven: true }, withoutData: { rows: 10 } } },
    })
  })

  test('is exported without a call once it has been read, in the list’s order', async () => {
    explorer.indexer.data.paging = 'sound'
    await get('whole=true')
    const calls = explorer.indexer.callCount
    const { text } = await explorer.get(`${LIST}/export?owner=${OWNER}&format=csv&whole=true`)
    expect(explorer.indexer.callCount).toBe(calls)
    const rows = text.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(rows[0]).toMatch(/,created_meanwhile$/)
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual(
      explorer.indexer.data.accounts.map(({ hash }) => hash),
    )
    expect(text).toContain('# COMPLETE: Every account that was live from slot')
  })

  test('marks accounts that were created while it was read', async () => {
    explorer.indexer.data.accounts = accountsWithData(900)
    const [account] = explorer.indexer.data.accounts as [AccountItem]
    Object.assign(account, { slotCreated: explorer.indexer.data.slot + 1 })
    const { meta } = await get('whole=true')
    expect(meta.whole).toMatchObject({
      created: [account.hash],
      rows: { created: 1 },
      claim: { sum: { exact: false } },
    })
    const marked = (await ndjson()).rows.filter((row) => row.created_meanwhile === true)
    expect(marked.map(({ hash }) => hash)).toEqual([account.hash])
  })

  test('stops where its rows take the memory that one list may have, and never counts as complete', async () => {
    listRoom().mostBytes = 3 * 1024 * 1024
    const { meta, result } = await get('whole=true')
    expect(meta).toMatchObject({ complete: null, whole: { state: 'stopped', stop: { code: 'memory' }, claim: null } })
    expect(result.value.items).toHaveLength(1_000)
    const { end } = await ndjson()
    expect(end).toMatchObject({ complete: false, whole: { claim: null } })
    expect(end.completeReason).toContain('rows that are not settled take more memory than one list may')
    expect(explorer.indexer.callCount).toBeLessThan(10)
  })

  test('is never older than minSlot', async () => {
    explorer.indexer.data.accounts = accountsWithData(900)
    const { slot } = explorer.indexer.data
    expect((await get('whole=true')).meta.slot).toBe(slot)
    explorer.indexer.data.slot = slot + 10
    expect((await get('whole=true')).meta.slot).toBe(slot)
    explorer.clock.skip(5_000)
    expect((await get(`whole=true&minSlot=${slot + 5}`)).meta.slot).toBe(slot + 10)
  })

  test('refuses what it cannot be combined with, before any call', async () => {
    const refused = async (query: string, name: string) => {
      const { status, body } = await explorer.get(query)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'invalid_params', invalid: [{ name }] })
    }
    const list = `${LIST}?owner=${OWNER}`
    await refused(`${LIST}/export?owner=${OWNER}&format=csv&whole=estimate`, 'whole')
    await refused(`${LIST}/export?owner=${OWNER}&format=csv&whole=true&limit=50`, 'limit')
    await refused(`${list}&whole=yes`, 'whole')
    await refused(`${list}&whole=true&whole=true`, 'whole')
    await refused(`${list}&calls=10`, 'whole')
    await refused(`${list}&whole=true&calls=0`, 'calls')
    await refused(`${list}&whole=true&calls=20001`, 'calls')
    await refused(`${list}&whole=true&sort=-lamports`, 'sort')
    await refused(`${list}&whole=true&cursor=abc`, 'cursor')
    await refused(`getCompressedTokenAccountsByDelegate?delegate=${OWNER}&whole=true`, 'whole')
    await refused('getLatestCompressionSignatures?whole=true', 'whole')
    expect(explorer.indexer.callCount).toBe(0)
  })

  test('has cursors of its own reading alone', async () => {
    explorer.indexer.data.paging = 'sound'
    const first = await get('whole=true')
    const { cursor } = first.result.value
    await explorer.restart()
    const { status, body } = await explorer.get(`${LIST}?owner=${OWNER}&whole=true&cursor=${cursor}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ invalid: [{ name: 'cursor', message: expect.stringContaining('no longer there') }] })
    const ordinary = await explorer.get(`${LIST}?owner=${OWNER}&cursor=${cursor}`)
    expect(ordinary.status).toBe(400)
  })
})
