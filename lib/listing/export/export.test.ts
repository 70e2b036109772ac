import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AskInit, ClientResponse } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ALL_PAUSES_MS } from '@/lib/testing/api/fault-row'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { socketsRead, until } from '@/lib/testing/until'
import type { Answer } from '../../api/answer'
import type { Problem } from '../../api/problem'
import { csvRecords, withoutComments } from '../../format/csv'
import { parseJson, stringifyJson } from '../../protocol/rpc/json'
import { limits } from '../../rpc-client/limits'
import { requestCounts } from '../../server/listener/request-counts'
import { memory } from '../../upstream/cache/cache'
import type { ExportSummary } from './document'
import type { RowTotals } from './totals'

/* design.md 4.4. */

const OWNER = addressOf('owner of 2,600')
const DELEGATE = addressOf('delegate of 1,100')
const ACCOUNTS = makeAccounts(OWNER, 2_600)
const TOKEN_ACCOUNTS = makeTokenAccounts(DELEGATE, 1_100)
const LATEST = makeSignatures(2_300)

const explorer = explorerPerTest()

beforeEach(() => {
  Object.assign(explorer.indexer.data, { accounts: ACCOUNTS, tokenAccounts: TOKEN_ACCOUNTS, latest: LATEST })
})

function get(method: string, query: string, init?: AskInit): Promise<ClientResponse> {
  return explorer.get(`${method}/export?${query}`, init)
}

interface RowsMark {
  part: 'rows'
  bytes: number
  rows: number
  slot: number
  cursor: string | null
  totals?: RowTotals
}

interface EndMark {
  part: 'end'
  bytes: number
  summary: ExportSummary
  problem: Problem | null
  requests: number
}

type ExportMark = { part: 'head'; bytes: number } | RowsMark | EndMark

interface Part {
  mark: ExportMark
  bytes: Buffer
}

async function partsAt(query: string): Promise<Part[]> {
  const message = await explorer.open(`getCompressedAccountsByOwner/export?${query}&marks=true`)
  let left = await buffer(message)
  const parts: Part[] = []
  while (left.length > 0) {
    const start = left.indexOf('\n') + 1
    const { mark } = JSON.parse(left.toString('utf8', 0, start).replace(/^# /, '')) as { mark: ExportMark }
    parts.push({ mark, bytes: left.subarray(start, start + mark.bytes) })
    left = left.subarray(start + mark.bytes)
  }
  return parts
}

async function getPage(query: string) {
  const { text } = await explorer.get(`getCompressedAccountsByOwner?${query}`)
  return parseJson(text) as unknown as Answer<'getCompressedAccountsByOwner'>
}

interface End {
  rows: number
  repeatsRemoved: number
  complete: boolean | null
  completeReason?: string
  cursor: string | null
  sha256: string
}

function read<Row>({ text }: ClientResponse): { rows: Row[]; end: End; head: unknown } {
  const lines = text.trimEnd().split('\n')
  const [head, ...rest] = lines.map((line) => parseJson(line)) as [{ export: unknown }, ...unknown[]]
  const { end } = rest.pop() as { end: End }
  const body = text.slice(0, text.lastIndexOf('{"end"'))
  expect(end.sha256).toBe(createHash('sha256').update(body).digest('hex'))
  expect(end.rows).toBe(rest.length)
  return { rows: rest as Row[], end, head: head.export }
}

function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{64}/g, '…')
}

describe('an export', () => {
  test('holds every account of an owner once, in order, and says that it is complete', async () => {
    const response = await get('getCompressedAccountsByOwner', `owner=${OWNER}&format=ndjson`)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="leafscan-near-.*\.ndjson"$/)
    const { rows, end, head } = read(response)
    expect(rows).toEqual(parseJson(stringifyJson(ACCOUNTS)))
    expect(end).toMatchObject({ complete: true, cursor: null, repeatsRemoved: 0 })
    expect(head).toMatchObject({ network: 'near', params: { owner: OWNER }, from: null })
  })

  test('that breaks off says so and where it goes on; both files together are the list', async () => {
    limits().walkPatienceMs = 0
    explorer.indexer.script('getCompressedAccountsByOwner', null, null)
    explorer.indexer.fail(FAULTS.serverError)
    const first = read<{ hash: string }>(await get('getCompressedAccountsByOwner', `owner=${OWNER}&format=ndjson`))
    expect(first.rows).toHaveLength(2_000)
    expect(first.end).toMatchObject({ complete: false })
    expect(first.end.completeReason).toMatch(/interrupted/)
    expect(first.end.cursor).not.toBeNull()
    explorer.indexer.fail(null)
    explorer.clock.skip(ALL_PAUSES_MS)
    const rest = await get('getCompressedAccountsByOwner', `owner=${OWNER}&format=ndjson&cursor=${first.end.cursor}`)
    const second = read<{ hash: string }>(rest)
    expect([...first.rows, ...second.rows].map(({ hash }) => hash)).toEqual(ACCOUNTS.map(({ hash }) => hash))
    expect(second.end).toMatchObject({ complete: true, cursor: null })
  })

  test('waits for an indexer that asks for a pause, and no longer than for a minute', async () => {
    explorer.indexer.script('getCompressedAccountsByOwner', null, FAULTS.rateLimited('20'))
    const pending = get('getCompressedAccountsByOwner', `owner=${OWNER}&format=ndjson`)
    await until(() => explorer.outcomes().http_429 === 1)
    await explorer.clock.pass(20_000)
    const { rows, end } = read(await pending)
    expect(rows).toHaveLength(2_600)
    expect(end.complete).toBe(true)

    explorer.indexer.script('getCompressedAccountsByOwner', null)
    explorer.indexer.fail(FAULTS.rateLimited('50'))
    const given = get('getCompressedAccountsByOwner', `owner=${OWNER}&format=ndjson`)
    await until(() => explorer.outcomes().http_429 === 2)
    await explorer.clock.pass(50_000)
    expect(read(await given)).toMatchObject({ rows: { length: 1_000 }, end: { complete: false } })
  })

  test('with comments=false is nothing but rows, below the names of columns in CSV', async () => {
    const csv = (await get('getCompressedAccountsByOwner', `owner=${OWNER}&format=csv&comments=false`)).text
    const whole = (await get('getCompressedAccountsByOwner', `owner=${OWNER}&format=csv`)).text
    expect(csv).toBe(withoutComments(whole))
    expect(csv).toMatch(/^hash,address,/)
    expect(csvRecords(csv)).toHaveLength(2_601)
    const { text } = await get('getCompressedAccountsByOwner', `owner=${OWNER}&format=ndjson&comments=false`)
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => parseJson(line))).toEqual(parseJson(stringifyJson(ACCOUNTS)))
    const parts = await partsAt(`owner=${OWNER}&format=ndjson&comments=false`)
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).toString('utf8')).toBe(text)
  })

  test.each(['csv', 'ndjson'])(
    'of %s that breaks off without comments breaks the transfer: it has no end',
    async (format) => {
      limits().walkPatienceMs = 0
      explorer.indexer.script('getCompressedAccountsByOwner', null, null)
      explorer.indexer.fail(FAULTS.serverError)
      const query = `owner=${OWNER}&format=${format}&comments=false`
      await expect(get('getCompressedAccountsByOwner', query)).rejects.toThrow()
    },
  )

  test('says at its end what its rows come to, and of which rows that is', async () => {
    const lamports = (rows: typeof ACCOUNTS) => rows.reduce((sum, row) => sum + row.lamports, 0n)
    const query = `owner=${OWNER}&format=csv`
    const all = (await get('getCompressedAccountsByOwner', query)).text
    expect(all).toContain('# totals of the 2600 rows in this file\r\n')
    expect(all).toContain(`# total lamports: ${lamports(ACCOUNTS)}\r\n`)
    const page = (await get('getCompressedAccountsByOwner', `${query}&limit=3`)).text
    expect(page).toContain('# totals of the 3 rows in this file - one page of the list\r\n')
    expect(page).toContain(`# total lamports: ${lamports(ACCOUNTS.slice(0, 3))}\r\n`)
    const { cursor } = (await getPage(`owner=${OWNER}&limit=1000`)).result.value
    const rest = (await get('getCompressedAccountsByOwner', `${query}&cursor=${cursor}`)).text
    expect(rest).toContain('# totals of the 1600 rows in this file - which starts behind a cursor\r\n')
    expect(rest).toContain(`# total lamports: ${lamports(ACCOUNTS.slice(1_000))}\r\n`)
  })

  test('pauses between two answers of the indexer: it is a guest', async () => {
    limits().walkPauseMs = 5
    const pending = get('getCompressedAccountsByOwner', `owner=${OWNER}&format=ndjson`)
    for (const calls of [1, 2]) {
      await explorer.received(calls)
      await explorer.landed()
      await socketsRead()
      expect(explorer.indexer.callCount).toBe(calls)
      await explorer.clock.pass(5)
    }
    expect(read(await pending).rows).toHaveLength(2_600)
  })

  test('says of each part, and at its end, at which slots it was answered', async () => {
    const at = (slot: number): Fault => ({
      kind: 'edit',
      edit: (answer) => answer.replace(/"slot":\d+/, `"slot":${slot}`),
    })
    const slots = [905, 880, 910]
    explorer.indexer.script('getCompressedAccountsByOwner', ...slots.map(at))
    const marks = (await partsAt(`owner=${OWNER}&format=ndjson`)).map(({ mark }) => mark)
    expect(marks.flatMap((mark) => (mark.part === 'rows' ? [mark.slot] : []))).toEqual(slots)
    expect((marks.at(-1) as EndMark).summary.slots).toEqual({ from: 880, to: 910 })
  })

  test('of one page holds the rows that the page has, without another call, and says which', async () => {
    const owner = addressOf('owner of 130')
    const accounts = makeAccounts(owner, 130)
    explorer.indexer.data.accounts = accounts
    const { cursor } = (await getPage(`owner=${owner}&limit=50`)).result.value
    const page = await getPage(`owner=${owner}&limit=50&cursor=${cursor}`)
    const before = explorer.indexer.requests.length
    const query = `owner=${owner}&limit=50&cursor=${cursor}`
    const { rows, end, head } = read(await get('getCompressedAccountsByOwner', `${query}&format=ndjson`))
    expect(explorer.indexer.requests).toHaveLength(before)
    expect(rows).toEqual(page.result.value.items)
    expect(rows).toEqual(parseJson(stringifyJson(accounts.slice(50, 100))))
    expect(head).toMatchObject({ from: cursor, limit: 50 })
    expect(end).toMatchObject({ page: true, complete: null, completeReason: 'rows 51 to 100', repeatsRemoved: 0 })
    expect(end.cursor).toBe(page.result.value.cursor)
    const csv = (await get('getCompressedAccountsByOwner', `${query}&format=csv`)).text
    expect(csv).toContain('# ONE PAGE OF A LIST: rows 51 to 100\r\n')
  })

  test('of the last page is one page all the same, though nothing follows it', async () => {
    const owner = addressOf('owner of 70')
    explorer.indexer.data.accounts = makeAccounts(owner, 70)
    const { cursor } = (await getPage(`owner=${owner}&limit=50`)).result.value
    const query = `owner=${owner}&limit=50&cursor=${cursor}&format=ndjson`
    const { end } = read(await get('getCompressedAccountsByOwner', query))
    expect(end).toMatchObject({ page: true, complete: null, completeReason: 'rows 51 to 70', cursor: null })
  })

  test('counts as requests what the indexer was asked, not what a reader of the list had asked before', async () => {
    const requests = async () => {
      const mark = (await partsAt(`owner=${OWNER}&format=ndjson`)).at(-1)?.mark
      return mark?.part === 'end' ? mark.requests : null
    }
    await getPage(`owner=${OWNER}&limit=50`)
    expect(explorer.indexer.callCount).toBe(1)
    expect(await requests()).toBe(2)
    expect(explorer.indexer.callCount).toBe(3)
    explorer.clock.skip(60_000)
    expect(await requests()).toBe(3)
  })

  test('of the only page is the whole list', async () => {
    const owner = addressOf('owner of 3')
    explorer.indexer.data.accounts = makeAccounts(owner, 3)
    const { rows, end } = read(await get('getCompressedAccountsByOwner', `owner=${owner}&limit=50&format=ndjson`))
    expect(rows).toHaveLength(3)
    expect(end).toMatchObject({ complete: true, cursor: null })
    expect(end).not.toHaveProperty('page')
  })

  test.each(['csv', 'ndjson'] as const)('of %s with marks is the same file between them', async (format) => {
    const query = `owner=${OWNER}&format=${format}`
    const plain = (await get('getCompressedAccountsByOwner', query)).text
    const parts = await partsAt(query)
    const text = Buffer.concat(parts.map(({ bytes }) => bytes)).toString('utf8')
    expect(withoutTimes(text)).toBe(withoutTimes(plain))
    expect(parts.map(({ mark }) => mark.part)).toEqual(['head', 'rows', 'rows', 'rows', 'end'])
    const marks = parts.flatMap(({ mark }) => (mark.part === 'rows' ? [mark] : []))
    expect(marks.map(({ rows }) => rows)).toEqual([1_000, 1_000, 600])
    expect(marks.map(({ cursor }) => cursor !== null)).toEqual([true, true, false])
    expect(parts.at(-1)?.mark).toMatchObject({ problem: null, summary: { complete: true, cursor: null } })
  })

  test('with marks leaves waiting to its reader: it ends at once with the problem and the cursor', async () => {
    explorer.indexer.script('getCompressedAccountsByOwner', null)
    explorer.indexer.fail(FAULTS.rateLimited('2'))
    const parts = await partsAt(`owner=${OWNER}&format=ndjson`)
    const end = parts.at(-1)?.mark
    const last = parts.at(-2)?.mark
    expect(end).toMatchObject({ part: 'end', problem: { code: 'upstream_rate_limited', retryable: true } })
    expect((end as EndMark).problem?.retryAfterMs).toBe(2_000)
    expect((end as EndMark).summary).toMatchObject({ complete: false, cursor: (last as RowsMark).cursor })
  })

  test('does not push out what pages are made of', async () => {
    await getPage(`owner=${OWNER}&limit=50`)
    const before = memory().size()
    await get('getCompressedTokenAccountsByDelegate', `delegate=${DELEGATE}&format=csv`)
    expect(memory().size()).toMatchObject({ entries: before.entries, bytes: before.bytes, inFlight: 0 })
  })

  test.each([
    ['no format', `owner=${OWNER}`, 'format'],
    ['comments that are neither wanted nor not', `owner=${OWNER}&format=csv&comments=0`, 'comments'],
    ['marks that are neither wanted nor not', `owner=${OWNER}&format=csv&marks=1`, 'marks'],
    ['a cursor of another list', `owner=${OWNER}&format=csv&cursor=abc`, 'cursor'],
  ])('refuses %s before it asks the indexer', async (_, query, name) => {
    const before = explorer.indexer.requests.length
    const response = await get('getCompressedAccountsByOwner', query)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.text).toContain(`"${name}"`)
    expect(explorer.indexer.requests).toHaveLength(before)
  })

  test('finds no place where its reader has taken as many as are left to all others, until one of them ends', async () => {
    // Another list: the first one still has a call in flight.
    const one = () => get('getCompressedTokenAccountsByDelegate', `delegate=${DELEGATE}&format=csv`)
    const leave = new AbortController()
    explorer.indexer.fail(FAULTS.hang)
    const many = Array.from({ length: 16 }, () =>
      get('getCompressedAccountsByOwner', `owner=${OWNER}&format=csv`, { signal: leave.signal }).catch(() => 'left'),
    )
    await until(() => requestCounts().inFlight === 16)
    const refused = await one()
    expect(refused).toMatchObject({ status: 503, body: { code: 'explorer_busy', retryable: true } })
    expect(refused.headers.get('retry-after')).toBe('5')
    const history = await explorer.get(`account/history/export?hash=${OWNER}&format=csv`)
    expect(history.body).toMatchObject({ code: 'explorer_busy' })
    leave.abort()
    expect(new Set(await Promise.all(many))).toEqual(new Set(['left']))
    await until(() => requestCounts().inFlight === 0)
    explorer.indexer.fail(null)
    expect((await one()).status).toBe(200)
  })
})
