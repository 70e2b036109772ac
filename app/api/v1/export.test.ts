import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { type Part, partsOf } from '../../../components/export/marked-stream'
import type { EndMark, RowsMark } from '../../../lib/export/marks'
import { memory } from '../../../lib/gateway/memory/remembered'
import { limits } from '../../../lib/gateway/upstream/limits'
import type { Answer } from '../../../lib/rpc/answer'
import { parseJson, stringifyJson } from '../../../lib/rpc/json'
import { GET } from './[method]/export/route'
import { GET as getAnswer } from './[method]/route'

/* Whole lists as files. design.md 4.4. */

const OWNER = addressOf('owner of 2,600')
const DELEGATE = addressOf('delegate of 1,100')

let standIn: StandIn

beforeAll(async () => {
  standIn = await startStandIn({
    accounts: makeAccounts(OWNER, 2_600),
    tokenAccounts: makeTokenAccounts(DELEGATE, 1_100),
    latest: makeSignatures(2_300),
  })
  vi.stubEnv('INDEXER_URL', `devnet=${standIn.url}`)
  Object.assign(limits(), { walkPatienceMs: 300, retryPauseMs: 1 })
})

afterEach(() => {
  standIn.fail(null)
  standIn.data.paging = 'sound'
})

afterAll(async () => {
  await standIn.stop()
  vi.unstubAllEnvs()
})

function get(method: string, query: string, init?: RequestInit): Promise<Response> {
  const url = `http://explorer.example/api/v1/${method}/export?${query}`
  return GET(new Request(url, init), { params: Promise.resolve({ method }) })
}

/** A page as the API answers it. */
async function getPage(query: string) {
  const url = `http://explorer.example/api/v1/getCompressedAccountsByOwner?${query}`
  return parseJson(await (await getAnswer(new Request(url))).text()) as Answer<'getCompressedAccountsByOwner'>
}

interface End {
  rows: number
  repeatsRemoved: number
  complete: boolean | null
  completeReason?: string
  cursor: string | null
  sha256: string
}

/** Rows and summary of an NDJSON file; its digest is checked. */
async function read<Row>(response: Response): Promise<{ rows: Row[]; end: End; head: unknown }> {
  const text = await response.text()
  const lines = text.trimEnd().split('\n')
  const [head, ...rest] = lines.map((line) => parseJson(line)) as [{ export: unknown }, ...unknown[]]
  const { end } = rest.pop() as { end: End }
  const body = text.slice(0, text.lastIndexOf('{"end"'))
  expect(end.sha256).toBe(createHash('sha256').update(body).digest('hex'))
  expect(end.rows).toBe(rest.length)
  return { rows: rest as Row[], end, head: head.export }
}

/** A file without what differs between two writings of it. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{64}/g, '…')
}

describe('an export', () => {
  test('holds every account of an owner once, in order, and says that it is complete', async () => {
    const response = await get('getCompressedAccountsByOwner', `owner=${OWNER}&format=ndjson`)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="leafscan-devnet-.*\.ndjson"$/)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const { rows, end, head } = await read(response)
    expect(rows).toEqual(standIn.data.accounts.filter(({ owner }) => owner === OWNER))
    expect(end).toMatchObject({ complete: true, cursor: null, repeatsRemoved: 0 })
    expect(head).toMatchObject({ network: 'devnet', params: { owner: OWNER }, from: null })
  })

  test.each([
    ['getCompressedTokenAccountsByDelegate', `delegate=${DELEGATE}`, () => standIn.data.tokenAccounts],
    ['getLatestCompressionSignatures', '', () => standIn.data.latest],
  ])('of %s is the whole list', async (method, query, expected) => {
    const { rows, end } = await read(await get(method, `${query}&format=ndjson`))
    // Each list in the indexer's own order.
    const inOrder = (all: readonly unknown[]) => all.map((row) => stringifyJson(row)).sort()
    expect(inOrder(rows)).toEqual(inOrder(expected()))
    expect(end).toMatchObject({ complete: true, cursor: null })
  })

  test('as CSV begins and ends with where it comes from', async () => {
    const text = await (await get('getCompressedAccountsByOwner', `owner=${OWNER}&format=csv`)).text()
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('# Leafscan export: getCompressedAccountsByOwner')
    expect(lines.filter((line) => !line.startsWith('#') && !line.startsWith('"#') && line !== '')).toHaveLength(2_601)
    expect(text).toContain('COMPLETE: the end was seen')
    expect(text).toContain('# rows: 2600')
  })

  test('does not call complete what an indexer’s paging tears, and holds nothing twice', async () => {
    standIn.data.paging = 'defect'
    const owner = addressOf('torn owner')
    standIn.data.accounts.push(...makeAccounts(owner, 3_000))
    const { rows, end } = await read<{ hash: string }>(
      await get('getCompressedAccountsByOwner', `owner=${owner}&format=ndjson`),
    )
    expect(end.complete).toBe(false)
    expect(end.completeReason).toMatch(/skipped/)
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length)
  })

  test('that breaks off says so and where it goes on; both files together are the list', async () => {
    const owner = addressOf('owner of 6,200')
    const accounts = makeAccounts(owner, 6_200)
    standIn.data.accounts.push(...accounts)
    const response = await get('getCompressedAccountsByOwner', `owner=${owner}&format=ndjson`)
    // Its first rows are there; from now on there are none.
    standIn.fail(FAULTS.serverError)
    const first = await read<{ hash: string }>(response)
    expect(first.end).toMatchObject({ complete: false })
    expect(first.end.completeReason).toMatch(/broken off/)
    expect(first.end.cursor).not.toBeNull()
    standIn.fail(null)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const rest = await get('getCompressedAccountsByOwner', `owner=${owner}&format=ndjson&cursor=${first.end.cursor}`)
    const second = await read<{ hash: string }>(rest)
    expect([...first.rows, ...second.rows].map(({ hash }) => hash)).toEqual(accounts.map(({ hash }) => hash))
    expect(second.end).toMatchObject({ complete: true, cursor: null })
  })

  test('waits for an indexer that asks for a pause', async () => {
    Object.assign(limits(), { walkPatienceMs: 10_000 })
    const owner = addressOf('patient owner')
    standIn.data.accounts.push(...makeAccounts(owner, 6_100))
    const response = await get('getCompressedAccountsByOwner', `owner=${owner}&format=ndjson`)
    standIn.fail(FAULTS.rateLimited('1'), { times: 1 })
    const { rows, end } = await read(response)
    expect(rows).toHaveLength(6_100)
    expect(end.complete).toBe(true)
    Object.assign(limits(), { walkPatienceMs: 300 })
  })

  test('of one page holds the rows that the page has, without another call, and says which', async () => {
    const owner = addressOf('owner of 130')
    const accounts = makeAccounts(owner, 130)
    standIn.data.accounts.push(...accounts)
    const { cursor } = (await getPage(`owner=${owner}&limit=50`)).result.value
    const page = await getPage(`owner=${owner}&limit=50&cursor=${cursor}`)
    const before = standIn.requests.length
    const query = `owner=${owner}&limit=50&cursor=${cursor}`
    const { rows, end, head } = await read(await get('getCompressedAccountsByOwner', `${query}&format=ndjson`))
    expect(standIn.requests).toHaveLength(before)
    expect(rows).toEqual(page.result.value.items)
    expect(rows).toEqual(accounts.slice(50, 100))
    expect(head).toMatchObject({ from: cursor, limit: 50 })
    expect(end).toMatchObject({ page: true, complete: null, completeReason: 'rows 51 to 100', repeatsRemoved: 0 })
    expect(end.cursor).toBe(page.result.value.cursor)
    const csv = await (await get('getCompressedAccountsByOwner', `${query}&format=csv`)).text()
    expect(csv).toContain('# ONE PAGE OF A LIST: rows 51 to 100\r\n')
  })

  test('of the only page is the whole list', async () => {
    const owner = addressOf('owner of 3')
    standIn.data.accounts.push(...makeAccounts(owner, 3))
    const { rows, end } = await read(await get('getCompressedAccountsByOwner', `owner=${owner}&limit=50&format=ndjson`))
    expect(rows).toHaveLength(3)
    expect(end).toMatchObject({ complete: true, cursor: null })
    expect(end).not.toHaveProperty('page')
  })

  test.each(['csv', 'ndjson'] as const)('of %s with marks is the same file between them', async (format) => {
    const query = `owner=${OWNER}&format=${format}`
    const plain = await (await get('getCompressedAccountsByOwner', query)).text()
    const marked = await get('getCompressedAccountsByOwner', `${query}&marks=true`)
    const parts: Part[] = []
    for await (const part of partsOf(marked.body as ReadableStream<Uint8Array>)) parts.push(part)
    const text = Buffer.concat(parts.map(({ bytes }) => bytes)).toString('utf8')
    expect(withoutTimes(text)).toBe(withoutTimes(plain))
    expect(parts.map(({ mark }) => mark.part)).toEqual(['head', 'rows', 'rows', 'rows', 'end'])
    const marks = parts.flatMap(({ mark }) => (mark.part === 'rows' ? [mark] : []))
    expect(marks.map(({ rows }) => rows)).toEqual([1_000, 1_000, 600])
    expect(marks.map(({ cursor }) => cursor !== null)).toEqual([true, true, false])
    expect(parts.at(-1)?.mark).toMatchObject({ problem: null, summary: { complete: true, cursor: null } })
  })

  test('with marks leaves waiting to its reader: it ends at once with the problem and the cursor', async () => {
    const owner = addressOf('owner for whom nobody waits')
    standIn.data.accounts.push(...makeAccounts(owner, 6_000))
    Object.assign(limits(), { walkPatienceMs: 60_000 })
    const response = await get('getCompressedAccountsByOwner', `owner=${owner}&format=ndjson&marks=true`)
    standIn.fail(FAULTS.rateLimited('2'))
    const parts: Part[] = []
    for await (const part of partsOf(response.body as ReadableStream<Uint8Array>)) parts.push(part)
    Object.assign(limits(), { walkPatienceMs: 300 })
    const end = parts.at(-1)?.mark
    const last = parts.at(-2)?.mark
    expect(end).toMatchObject({ part: 'end', problem: { code: 'upstream_rate_limited', retryable: true } })
    expect((end as EndMark).problem?.retryAfterMs).toBeGreaterThan(1_000)
    expect((end as EndMark).summary).toMatchObject({ complete: false, cursor: (last as RowsMark).cursor })
    standIn.fail(null)
    await new Promise((resolve) => setTimeout(resolve, 2_100))
  })

  test('does not push out what pages are made of', async () => {
    const owner = addressOf('owner of many')
    standIn.data.accounts.push(...makeAccounts(owner, 5_000))
    const before = memory().size()
    await (await get('getCompressedAccountsByOwner', `owner=${owner}&format=csv`)).text()
    expect(memory().size()).toMatchObject({ entries: before.entries, bytes: before.bytes, flights: 0 })
  })

  test.each([
    ['an unknown format', `owner=${OWNER}&format=xlsx`, 'format'],
    ['no format', `owner=${OWNER}`, 'format'],
    ['a page of no rows', `owner=${OWNER}&format=csv&limit=0`, 'limit'],
    ['marks that are neither wanted nor not', `owner=${OWNER}&format=csv&marks=1`, 'marks'],
    ['an owner that is none', 'owner=short&format=csv', 'owner'],
    ['a cursor of another list', `owner=${OWNER}&format=csv&cursor=abc`, 'cursor'],
  ])('refuses %s before it asks the indexer', async (_, query, name) => {
    const before = standIn.requests.length
    const response = await get('getCompressedAccountsByOwner', query)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.text()).toContain(`"${name}"`)
    expect(standIn.requests).toHaveLength(before)
  })

  test('is a problem and no file where the indexer gives not even its first rows', async () => {
    standIn.fail(FAULTS.serverError)
    const response = await get('getCompressedAccountsByOwner', `owner=${addressOf('nobody')}&format=csv`)
    expect(response.status).toBe(502)
    expect(response.headers.get('content-disposition')).toBeNull()
  })

  test('exists for lists that come in pages only', async () => {
    expect((await get('getIndexerSlot', 'format=csv')).status).toBe(404)
  })
})
