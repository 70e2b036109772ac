import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ExportFormat } from '@/lib/api/file-format'
import { type Problem, problem } from '@/lib/api/problem'
import { csvFields, csvRecords } from '@/lib/format/csv'
import { exportHead, exportRows, exportTail } from '@/lib/listing/export/document'
import { type ExportMark, markLine } from '@/lib/listing/export/marks'
import { Totals } from '@/lib/listing/export/totals'
import { EXPORT_REQUEST, EXPORT_SUMMARY } from '@/lib/testing/exports'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { ExportJob, type ExportJobOptions } from './export-job'
import type { FileSink } from './file-sink'

const OWNER = addressOf('exported owner')
const ROWS = makeAccounts(OWNER, 2_350)
const PART = 100
const REQUEST = { ...EXPORT_REQUEST, params: { owner: OWNER } }

const BUSY = problem('upstream_rate_limited', 'It wants a pause.', { retryAfterMs: 7_000 })

interface Turn {
  refuse?: Problem
  parts?: number
  /** After `parts`: this problem, no end mark, or no end at all. */
  ending?: Problem | 'cut off' | 'hang'
  rows?: typeof ROWS
  ordered?: boolean
}

/** Its cursor is the number of rows before. */
class Server {
  readonly requested: string[] = []
  turns: Turn[] = []

  constructor(private readonly format: ExportFormat) {}

  fetch = (async (path: string, init: RequestInit) => {
    this.requested.push(path)
    const turn = this.turns.shift() ?? {}
    if (turn.refuse) return new Response(JSON.stringify(turn.refuse), { status: turn.refuse.status })
    const from = new URL(path, 'http://explorer.example').searchParams.get('cursor')
    return new Response(this.#stream(turn, from, init.signal as AbortSignal))
  }) as typeof globalThis.fetch

  #stream(turn: Turn, from: string | null, signal: AbortSignal): ReadableStream<Uint8Array> {
    const pieces = this.#pieces(turn, from)
    return new ReadableStream({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      pull(controller) {
        const { done, value } = pieces.next()
        if (!done) controller.enqueue(Buffer.from(value))
        else if (turn.ending === 'hang') return new Promise(() => {})
        else controller.close()
      },
    })
  }

  *#pieces(
    { parts = Number.POSITIVE_INFINITY, ending, rows = ROWS, ordered = true }: Turn,
    from: string | null,
  ): Generator<string, void> {
    const digest = createHash('sha256')
    const { format } = this
    const part = (text: string, mark: object) => {
      const bytes = Buffer.byteLength(text)
      if ((mark as ExportMark).part !== 'end') digest.update(text)
      return markLine(format, { ...mark, bytes } as ExportMark) + text
    }
    yield part(exportHead(format, { ...REQUEST, from }), { part: 'head' })
    let at = Number(from ?? 0)
    for (let n = 0; n < parts && at < rows.length; n++) {
      const items = rows.slice(at, at + PART)
      at += items.length
      const cursor = at < rows.length ? String(at) : null
      const mark = {
        part: 'rows',
        rows: items.length,
        slot: 1_000 + n,
        cursor,
        repeatsRemoved: 0,
        ordered,
        requests: n + 1,
        totals: new Totals('accounts', { owner: OWNER }).addRows(items).read(),
      }
      yield part(exportRows(format, 'accounts', items), mark)
    }
    if (ending === 'cut off') {
      yield '{"mark":{"part":"rows","by'
      return
    }
    if (ending === 'hang') return
    const problem = ending ?? null
    const cursor = problem ? String(at) : null
    const summary = { ...EXPORT_SUMMARY, complete: problem === null, cursor, sha256: digest.digest('hex') }
    yield part(exportTail(format, summary), { part: 'end', summary, problem, requests: 99 })
  }
}

class MemorySink implements FileSink {
  text = ''
  finishedAs: string | null = null
  discarded = false
  fails = false

  async write(bytes: Uint8Array): Promise<void> {
    if (this.fails) throw new Error('the disk is full')
    this.text += Buffer.from(bytes).toString('utf8')
  }
  async finish(name: string): Promise<void> {
    this.finishedAs = name
  }
  async discard(): Promise<void> {
    this.discarded = true
  }
}

const clock = { ms: () => performance.now(), epochMs: () => Date.now() }
let server: Server
let sink: MemorySink

function jobFor(format: ExportFormat = 'ndjson', from: string | null = null): ExportJob {
  server = new Server(format)
  sink = new MemorySink()
  const params = { owner: OWNER, limit: 50, cursor: 'of the page' }
  const options: ExportJobOptions = { ...REQUEST, params, format, from, expected: null }
  return new ExportJob(options, sink, clock, server.fetch)
}

const settle = () => vi.advanceTimersByTimeAsync(0)

async function until(job: ExportJob, phase: string): Promise<void> {
  for (let i = 0; i < 500 && job.read().phase !== phase; i++) await settle()
  expect(job.read().phase).toBe(phase)
}

function readFile(text = sink.text) {
  const lines = text.trimEnd().split('\n')
  const head = JSON.parse(lines.shift() as string).export
  const { end } = JSON.parse(lines.pop() as string)
  expect(end.sha256).toBe(
    createHash('sha256')
      .update(text.slice(0, text.lastIndexOf('{"end"')))
      .digest('hex'),
  )
  expect(end.rows).toBe(lines.length)
  return { head, end, hashes: lines.map((line) => JSON.parse(line).hash as string) }
}

const HASHES = ROWS.map(({ hash }) => hash)

const lamportsOf = (count: number) => ROWS.slice(0, count).reduce((sum, { lamports }) => sum + lamports, 0n)

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

describe('an export in the browser', () => {
  test.each(['ndjson', 'csv'] as const)(
    'of %s in one go is the server’s file, byte for byte up to the end',
    async (format) => {
      const job = jobFor(format)
      job.resume()
      await until(job, 'done')
      const plain = exportHead(format, REQUEST) + exportRows(format, 'accounts', ROWS)
      expect(sink.text.startsWith(plain)).toBe(true)
      expect(sink.text).toContain(createHash('sha256').update(plain).digest('hex'))
      expect(sink.finishedAs).toMatch(
        /^leafscan-devnet-getCompressedAccountsByOwner-\w{8}-2026-11-20T120000\.(csv|ndjson)$/,
      )
      expect(job.read()).toMatchObject({
        rows: 2_350,
        requests: 99,
        slots: { from: 1_000, to: 1_023 },
        seams: [],
        complete: true,
      })
      expect(server.requested).toHaveLength(1)
      expect(server.requested[0]).not.toContain('limit')
      expect(server.requested[0]).not.toContain('cursor')
    },
  )

  test('goes on after a failure, a refusal and a cut without a lost or doubled row, and says where', async () => {
    const job = jobFor()
    server.turns = [
      { parts: 3, ending: 'cut off' },
      { refuse: BUSY },
      { parts: 4, ending: BUSY },
      { parts: 0, ending: 'cut off' },
      {},
    ]
    job.resume()
    await until(job, 'waiting')
    expect(job.read()).toMatchObject({ rows: 300, isRetryAtGiven: false, problem: { code: 'explorer_unreachable' } })
    await vi.advanceTimersByTimeAsync(2_000)
    await until(job, 'waiting')
    expect(job.read()).toMatchObject({ isRetryAtGiven: true, problem: { code: 'upstream_rate_limited' } })
    await vi.advanceTimersByTimeAsync(6_900)
    expect(server.requested).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(100)
    await until(job, 'waiting')
    expect(job.read().rows).toBe(700)
    await vi.advanceTimersByTimeAsync(7_000)
    await until(job, 'waiting')
    await vi.advanceTimersByTimeAsync(4_000)
    await until(job, 'done')
    const { hashes, end, head } = readFile()
    expect(hashes).toEqual(HASHES)
    expect(head.from).toBeNull()
    expect(end).toMatchObject({ complete: true, cursor: null, rows: 2_350 })
    expect(sink.text).toContain(`"totals":{"lamports":${lamportsOf(2_350)}`)
    // Failed readings count too: 3, 99 and 99.
    expect(job.read().requests).toBe(201)
    expect(end.seams).toEqual([
      {
        afterRow: 300,
        reason: 'explorer unreachable',
        brokenAt: '2026-11-20T12:00:00.000Z',
        resumedAt: '2026-11-20T12:00:09.000Z',
      },
      {
        afterRow: 700,
        reason: 'indexer busy',
        brokenAt: '2026-11-20T12:00:09.000Z',
        resumedAt: '2026-11-20T12:00:20.000Z',
      },
    ])
    expect(server.requested.map((path) => new URL(path, 'http://x').searchParams.get('cursor'))).toEqual([
      null,
      '300',
      '300',
      '700',
      '700',
    ])
  })

  test('waits longer after each failure that names no time, up to half a minute, and tries again for as long as it takes', async () => {
    const job = jobFor()
    server.turns = Array.from({ length: 12 }, () => ({ parts: 0, ending: 'cut off' }) as const)
    job.resume()
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      await until(job, 'waiting')
      expect((job.read().retryAt ?? 0) - Date.now()).toBe(seconds * 1_000)
      await vi.advanceTimersByTimeAsync(seconds * 1_000)
    }
    await vi.advanceTimersByTimeAsync(300_000)
    await until(job, 'done')
    expect(readFile().hashes).toEqual(HASHES)
    expect(readFile().end.seams).toBeUndefined()
  })

  test('stands when the reader pauses, and goes on from the last whole part', async () => {
    const job = jobFor()
    server.turns = [{ parts: 5, ending: 'hang' }]
    job.resume()
    for (let i = 0; i < 500 && job.read().rows < 500; i++) await settle()
    await job.pause()
    expect(job.read()).toMatchObject({ phase: 'paused', rows: 500 })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(job.read().phase).toBe('paused')
    expect(server.requested).toHaveLength(1)
    job.resume()
    await until(job, 'done')
    const { hashes, end } = readFile()
    expect(hashes).toEqual(HASHES)
    expect(end.seams).toMatchObject([{ afterRow: 500, reason: 'paused by the reader' }])
    expect(job.read().activeMs).toBeLessThan(1_000)
  })

  test.each(['ndjson', 'csv'] as const)(
    'of %s leaves out what an unordered list brings again behind a seam',
    async (format) => {
      const job = jobFor(format)
      // 40 rows were inserted at the front between the readings: the cursor is 40 rows too early.
      const shifted = [...makeAccounts(addressOf('someone else'), 40), ...ROWS]
      server.turns = [
        { parts: 6, ending: 'cut off', ordered: false },
        { rows: shifted, ordered: false },
      ]
      job.resume()
      await until(job, 'waiting')
      await vi.advanceTimersByTimeAsync(2_000)
      await until(job, 'done')
      const rows = format === 'csv' ? csvRecords(sink.text).filter((line) => !line.startsWith('# ')) : readFile().hashes
      const hashes = format === 'csv' ? rows.slice(1).map((row) => csvFields(row)[0]) : rows
      expect(hashes).toEqual(HASHES)
      expect(job.read()).toMatchObject({ rows: 2_350, repeats: 40 })
      const total = format === 'csv' ? '# total lamports: ' : '"totals":{"lamports":'
      expect(sink.text).toContain(`${total}${lamportsOf(2_350)}`)
    },
  )

  test('in one go leaves repeats out too, and does not take its own file for a damaged one', async () => {
    const job = jobFor()
    server.turns = [{ rows: [...ROWS.slice(0, 150), ...ROWS.slice(100)], ordered: false }]
    job.resume()
    await until(job, 'done')
    expect(readFile().hashes).toEqual(HASHES)
    expect(job.read()).toMatchObject({ rows: 2_350, repeats: 50 })
  })

  test.each(['ndjson', 'csv'] as const)('of %s without comments asks for none and writes none', async (format) => {
    const made = jobFor(format)
    const job = new ExportJob({ ...made.options, comments: false }, sink, clock, server.fetch)
    job.resume()
    await until(job, 'done')
    expect(server.requested[0]).toContain('&comments=false')
    expect(sink.text.endsWith(exportRows(format, 'accounts', ROWS.slice(-1)))).toBe(true)
    expect(job.read()).toMatchObject({ complete: true, totals: { lamports: String(lamportsOf(2_350)) } })
  })

  test('says that the file cannot be written, and does not go on with a hole in it', async () => {
    const job = jobFor()
    server.turns = [{ parts: 5, ending: 'hang' }]
    job.resume()
    for (let i = 0; i < 500 && job.read().rows < 300; i++) await settle()
    await job.pause()
    sink.fails = true
    job.resume()
    await until(job, 'failed')
    expect(job.read().unwritable).toMatch(/could not be written/)
    job.resume()
    expect(job.read().phase).toBe('failed')
    await job.cancel()
    expect(sink.discarded).toBe(true)
  })

  test('finds out when it got other bytes than were sent', async () => {
    const job = jobFor()
    const { fetch } = server
    const other = new ExportJob(job.options, sink, clock, async (path, init) => {
      const text = await (await fetch(path, init)).text()
      return new Response(text.replace(HASHES[700] as string, 'x'.repeat((HASHES[700] as string).length)))
    })
    other.resume()
    await until(other, 'failed')
    expect(other.read().unwritable).toMatch(/does not match what the explorer sent/)
    expect(sink.finishedAs).toBeNull()
  })
})
