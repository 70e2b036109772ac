import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { letGo } from '@/lib/testing/indexer/let-go'
import { startToxicProxy, type ToxicProxy } from '@/lib/testing/stand-in/toxic-proxy'
import { type FlakyIndexer, startFlakyIndexer } from '@/lib/testing/world/flaky-indexer'
import type { Joined } from '@/lib/testing/world/worlds'
import { type MadeStore, shapeOf, writeStore } from '../bench/made-store'
import { ExportJob, type ExportJobOptions, type ExportState } from '../components/listing/export/export-job'
import type { FileSink } from '../components/listing/export/file-sink'
import { csvFields, csvRecords } from '../lib/format/csv'
import { parseJson } from '../lib/protocol/rpc/json'
import { expect, test } from './live'

/*
 * 100,000 accounts through the explorer, over HTTP: what the indexer itself says, row by row and digit by digit, and the
 * same when reader, indexer and the way to the explorer break off. One that outlives its explorer: lifecycle.slow.spec.ts.
 */

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const SHAPE = { ...shapeOf(112_000, 20_261_120), tokens: 102_000 }

let folder: string
let made: MadeStore
let indexer: FlakyIndexer
let net: Joined
/** The reader's way to the explorer. */
let link: ToxicProxy
/** Every account of the owner as the indexer answers it, in its order; a row of JSON each. */
let expected: string[]

test.beforeAll(async ({ live }) => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-export-'))
  made = await writeStore(folder, SHAPE)
  await letGo()
  indexer = await startFlakyIndexer(made.env)
  expected = await askIndexer()
  expect(expected.length).toBeGreaterThan(100_000)
  net = await live.join('made', indexer.url)
  link = await startToxicProxy(Number(new URL(live.url).port))
})

test.afterAll(async () => {
  await link?.down()
  await net?.leave()
  await indexer?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** The list from the indexer itself, rows cut out of its answers as they are written. */
async function askIndexer(): Promise<string[]> {
  const rows: string[] = []
  for (let cursor: string | null = null, isFirst = true; cursor !== null || isFirst; isFirst = false) {
    const params = { owner: OWNER, limit: 1000, cursor }
    const method = 'getCompressedAccountsByOwner'
    const response = await fetch(indexer.directUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result } = parseJson(await response.text()) as {
      result: { value: { items: object[]; cursor: string | null } }
    }
    rows.push(...result.value.items.map(canonical))
    cursor = result.value.cursor
  }
  return rows
}

/** A row as text that does not depend on the order of its members, every integer by its digits. */
function canonical(row: object): string {
  const walk = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(walk).join()}]`
    if (value === null || typeof value !== 'object') return typeof value === 'string' ? `"${value}"` : String(value)
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${name}:${walk(member)}`).join()}}`
  }
  return walk(row)
}

class FileOnDisk implements FileSink {
  readonly file = path.join(folder, 'export')
  readonly #handle = fs.openSync(this.file, 'w')
  async write(bytes: Uint8Array): Promise<void> {
    fs.writeSync(this.#handle, bytes)
  }
  async finish(): Promise<void> {
    fs.closeSync(this.#handle)
  }
  async discard(): Promise<void> {}
}

test('100,000 accounts: interrupted by the reader, the indexer, a refusal and a lost connection, exact in every digit', async () => {
  const sink = new FileOnDisk()
  const clock = { ms: () => performance.now(), epochMs: () => Date.now() }
  const options: ExportJobOptions = {
    method: 'getCompressedAccountsByOwner',
    rows: 'accounts',
    params: { owner: OWNER },
    network: net.name,
    format: 'ndjson',
    from: null,
    limit: null,
    expected: null,
  }
  const job = new ExportJob(options, sink, clock, (target, init) => fetch(link.url + target, init))
  const until = (reached: (state: ExportState) => boolean) =>
    new Promise<void>((resolve) => {
      const stop = job.subscribe(() => {
        if (!reached(job.read())) return
        stop()
        resolve()
      })
      if (reached(job.read())) resolve()
    })
  const stands = ({ phase }: ExportState) => phase === 'waiting'

  job.resume()
  await until(({ rows }) => rows >= 20_000)
  await job.pause()
  job.resume()

  await until(({ rows }) => rows >= 40_000)
  indexer.fail('all')
  await until(stands)
  indexer.fail('none')

  await until(({ rows, phase }) => rows >= 60_000 && phase === 'running')
  indexer.fail('limited')
  await until(stands)
  expect(job.read().problem?.code).toBe('upstream_rate_limited')
  indexer.fail('none')

  await until(({ rows, phase }) => rows >= 80_000 && phase === 'running')
  // In the middle of what is sent; and for a while nobody answers there.
  await link.down()
  await until(stands)
  await link.up()
  await until(() => !job.isOpen)

  expect(job.read()).toMatchObject({ phase: 'done', complete: true, rows: expected.length, repeats: 0 })
  expect(job.read().seams.length).toBeGreaterThanOrEqual(4)
  const lines = fs.readFileSync(sink.file, 'utf8').trimEnd().split('\n').slice(1, -1)
  expect(lines).toHaveLength(expected.length)
  // Compared one by one: a difference of 100,000 rows would not be readable.
  const first = lines.findIndex((line, i) => {
    // Behind the row stands what is decoded of it.
    const read = parseJson(line) as Record<string, unknown>
    const { mint, token_owner, amount, delegate, state, ...others } = read
    const { delegated_amount, withheld_transfer_fee, is_ata, decimals, amount_in_tokens, ...row } = others
    return canonical(row) !== expected[i]
  })
  expect(first, 'the first row that differs').toBe(-1)
})

test('the same list as CSV by its link: every row once, in order, with all digits', async () => {
  const csv = `/api/v1/getCompressedAccountsByOwner/export?owner=${OWNER}&format=csv`
  const text = await (await fetch(net.at(csv))).text()
  const [names = [], ...rows] = csvRecords(text)
    .filter((record) => !record.startsWith('# '))
    .map(csvFields)
  expect(rows).toHaveLength(expected.length)
  const shown = rows.map((fields) => Object.fromEntries(fields.map((field, i) => [names[i], field.replace(/^'/, '')])))
  const first = shown.findIndex(
    (row, i) =>
      canonical({
        hash: row.hash,
        address: row.address === '' ? null : row.address,
        owner: row.owner,
        lamports: row.lamports,
        data: { discriminator: row['data.discriminator'], data: row['data.data'], dataHash: row['data.dataHash'] },
        tree: row.tree,
        leafIndex: row.leafIndex,
        seq: row.seq === '' ? null : row.seq,
        slotCreated: row.slotCreated,
      }).replaceAll('"', '') !== expected[i]?.replaceAll('"', ''),
  )
  expect(first, 'the first row that differs').toBe(-1)
  expect(text).toMatch(/^# COMPLETE/m)
  expect(text).toContain(`# rows: ${expected.length}\r\n`)
})
