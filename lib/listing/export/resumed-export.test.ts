import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { ExportJob, type ExportJobOptions } from '../../../components/listing/export/export-job'
import type { FileSink } from '../../../components/listing/export/file-sink'
import type { ExportFormat } from '../../api/file-format'

/* Each row once, whatever breaks. features.md a22. */

const OWNER = addressOf('owner of a resumed list')
const DELEGATE = addressOf('delegate of a resumed list')
const LISTS: Pick<ExportJobOptions, 'method' | 'rows' | 'params'>[] = [
  { method: 'getCompressedAccountsByOwner', rows: 'accounts', params: { owner: OWNER } },
  { method: 'getCompressedTokenAccountsByDelegate', rows: 'tokenAccounts', params: { delegate: DELEGATE } },
  { method: 'getLatestCompressionSignatures', rows: 'signatures', params: {} },
]
const DATA = {
  accounts: makeAccounts(OWNER, 3_300),
  tokenAccounts: makeTokenAccounts(DELEGATE, 2_100),
  latest: makeSignatures(2_300),
}

const explorer = explorerPerTest()

beforeEach(() => Object.assign(explorer.indexer.data, DATA))

class MemorySink implements FileSink {
  text = ''
  async write(bytes: Uint8Array): Promise<void> {
    this.text += Buffer.from(bytes).toString('utf8')
  }
  async finish(): Promise<void> {}
  async discard(): Promise<void> {}
}

const asBrowser = (async (path: string, { signal }: RequestInit) => {
  const answer = await explorer.open(path, signal ? { signal } : {})
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status: answer.statusCode ?? 0, headers })
}) as typeof fetch

function begin(list: (typeof LISTS)[number], format: ExportFormat, fetch = asBrowser) {
  const sink = new MemorySink()
  const clock = { ms: () => performance.now(), epochMs: () => Date.now() }
  const request = { ...list, network: 'near', format, from: null, limit: null, expected: null } as ExportJobOptions
  const job = new ExportJob(request, sink, clock, fetch)
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

function rowsOf(text: string, format: ExportFormat): string[] {
  if (format === 'ndjson') return text.trimEnd().split('\n').slice(1, -1)
  return text.split('\r\n').filter((line) => line !== '' && !line.startsWith('# '))
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
      await explorer.restart()
      job.resume()
    }
    expect(rowsOf(sink.text, format)).toEqual(expected)
    expect(job.read().seams.length).toBeGreaterThan(0)
    expect(job.read()).toMatchObject({ phase: 'done', complete: true })
  })
})

describe.each(['sound', 'hash', 'defect', 'opaque'] as const)('of an indexer whose paging is %s', (paging) => {
  test('broken off by its failures: as if it had not been', async () => {
    explorer.indexer.data.paging = paging
    const [list] = LISTS as [(typeof LISTS)[number]]
    const expected = await wholeList(list, 'ndjson')
    const fails = [FAULTS.serverError, FAULTS.serverError]
    explorer.indexer.script('getCompressedAccountsByOwner', null, ...fails, null, ...fails)
    const { job, sink, reaches } = begin(list, 'ndjson')
    let breaks = 0
    for (; job.isOpen; breaks++) {
      job.resume()
      await reaches(() => job.read().phase === 'waiting' || !job.isOpen)
      // Refills the retry budget.
      explorer.clock.skip(60_000)
    }
    expect(breaks).toBe(3)
    expect(rowsOf(sink.text, 'ndjson')).toEqual(expected)
    const hashes = expected.map((row) => JSON.parse(row).hash)
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(job.read().complete).toBe(paging === 'defect' ? false : paging === 'opaque' ? null : true)
  })
})
