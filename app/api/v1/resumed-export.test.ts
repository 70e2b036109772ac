import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { forgetProcess } from '@/lib/testing/gateway/new-process'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { type ExportAsked, ExportJob } from '../../../components/export/export-job'
import type { FileSink } from '../../../components/export/file-sink'
import type { ExportFormat } from '../../../lib/export/document'
import { limits } from '../../../lib/gateway/upstream/limits'
import { GET } from './[method]/export/route'

/*
 * The browser's export against the explorer's own stream, and an indexer that fails: each row once, whatever breaks.
 * features.md a22.
 */

const OWNER = addressOf('owner of a resumed list')
const DELEGATE = addressOf('delegate of a resumed list')
const LISTS: Pick<ExportAsked, 'method' | 'params'>[] = [
  { method: 'getCompressedAccountsByOwner', params: { owner: OWNER } },
  { method: 'getCompressedTokenAccountsByDelegate', params: { delegate: DELEGATE } },
  { method: 'getLatestCompressionSignatures', params: {} },
]

let standIn: StandIn

beforeAll(async () => {
  standIn = await startStandIn({
    accounts: makeAccounts(OWNER, 4_300),
    tokenAccounts: makeTokenAccounts(DELEGATE, 3_100),
    latest: makeSignatures(3_300),
  })
  vi.stubEnv('INDEXER_URL', `devnet=${standIn.url}`)
  vi.stubEnv('PROBE_SECONDS', '3600')
  Object.assign(limits(), { retryPauseMs: 1 })
})

afterEach(() => {
  standIn.fail(null)
  standIn.data.paging = 'sound'
})

afterAll(async () => {
  await standIn.stop()
  vi.unstubAllEnvs()
})

class MemorySink implements FileSink {
  text = ''
  async write(bytes: Uint8Array): Promise<void> {
    this.text += Buffer.from(bytes).toString('utf8')
  }
  async finish(): Promise<void> {}
  async discard(): Promise<void> {}
}

/** Asks the route as a browser does; `left` stands in for a reader whose connection breaks. */
const asBrowser = ((path: string, init: RequestInit) => {
  const url = new URL(path, 'http://explorer.example')
  const method = url.pathname.split('/').at(-2) as string
  return GET(new Request(url, init), { params: Promise.resolve({ method }) })
}) as typeof fetch

/** A job, its file, and a wait for what it does next. */
function begin(list: (typeof LISTS)[number], format: ExportFormat, fetch = asBrowser) {
  const sink = new MemorySink()
  const clock = { ms: () => performance.now(), epochMs: () => Date.now() }
  const asked = { ...list, network: 'devnet', format, from: null, limit: null, expected: null } as ExportAsked
  const job = new ExportJob(asked, sink, clock, fetch)
  const reaches = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const stop = job.subscribe(() => {
        if (!condition()) return
        stop()
        resolve()
      })
      if (condition()) resolve()
    })
  return { job, sink, reaches }
}

/** Rows of a file, in order, without head and end. */
function rowsOf(text: string, format: ExportFormat): string[] {
  if (format === 'ndjson') return text.trimEnd().split('\n').slice(1, -1)
  return text.split('\r\n').filter((line) => line !== '' && !/^"?# /.test(line))
}

async function wholeList(list: (typeof LISTS)[number], format: ExportFormat): Promise<string[]> {
  const { job, sink, reaches } = begin(list, format)
  job.resume()
  await reaches(() => job.read().phase === 'done')
  return rowsOf(sink.text, format)
}

describe.each(LISTS)('$method', (list) => {
  test.each(['csv', 'ndjson'] as const)('paused after each part as %s: each row once, in order', async (format) => {
    const expected = await wholeList(list, format)
    const { job, sink, reaches } = begin(list, format)
    job.resume()
    for (let rows = 1; ; rows = job.read().rows + 1) {
      await reaches(() => job.read().rows >= rows || !job.isOpen)
      if (!job.isOpen) break
      await job.pause()
      // Another explorer takes over, which remembers nothing.
      forgetProcess()
      job.resume()
    }
    expect(rowsOf(sink.text, format)).toEqual(expected)
    expect(job.read().seams.length).toBeGreaterThan(0)
    expect(job.read()).toMatchObject({ phase: 'done', complete: true })
  })
})

describe.each(['sound', 'hash', 'defect', 'opaque'] as const)('of an indexer whose paging is %s', (paging) => {
  test('broken off by its failures: as if it had not been', async () => {
    standIn.data.paging = paging
    const [list] = LISTS as [(typeof LISTS)[number]]
    forgetProcess()
    const expected = await wholeList(list, 'ndjson')
    const { job, sink, reaches } = begin(list, 'ndjson')
    job.resume()
    await reaches(() => job.read().rows > 0)
    standIn.fail(FAULTS.serverError)
    await reaches(() => job.read().phase === 'waiting' || !job.isOpen)
    standIn.fail(null)
    while (job.isOpen) {
      job.resume()
      await reaches(() => job.read().phase === 'waiting' || !job.isOpen)
    }
    expect(rowsOf(sink.text, 'ndjson')).toEqual(expected)
    const hashes = expected.map((row) => JSON.parse(row).hash)
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(job.read().complete).toBe(paging === 'defect' ? false : paging === 'opaque' ? null : true)
  })
})
