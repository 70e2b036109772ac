import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'lossless-json'
import { follow, noProgress, type Progress } from '@/lib/indexer/ledger/follow'
import { openLedger } from '@/lib/indexer/ledger/open'
import { startServer } from '@/lib/indexer/server/server'
import type { Store } from '@/lib/indexer/store/store'
import { readEnvironment } from '@/lib/platform/environment'
import { programsOf } from '@/lib/protocol/light/programs'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { folderFiles } from './as-node'
import type { RecordedAccount, RecordedBlock, Recording } from './recording'
import { REQUEST_ID, requestText } from './request'

/*
 * A recording through the whole indexer in this process: a folder as LEDGER, the parser, a store, the handlers, HTTP. Answers
 * are read by a parser that is not ours and keeps every number as it is spelled, so that a rounded or quoted one shows.
 */

/** The blocks of a recording that make its ledger; where it has none, its extra transactions. */
export function ledgerBlocks({ blocks, extra }: Recording): RecordedBlock[] {
  return blocks.length > 0 ? blocks : extra
}

/** The same with the first transactions alone; without a number all of them. */
export function firstOf(blocks: RecordedBlock[], transactions = Number.POSITIVE_INFINITY): RecordedBlock[] {
  let left = transactions
  return blocks.flatMap((block) => {
    const entries = block.entries.slice(0, Math.max(0, left))
    left -= block.entries.length
    return entries.length > 0 ? [{ ...block, entries }] : []
  })
}

/** A client of an indexer, over HTTP. */
export interface IndexerClient {
  /** The result of a request, whose params are JSON text. Throws what was answered instead of one. */
  ask(method: string, params?: string): Promise<unknown>
  close(): Promise<void>
}

/** An indexer in this process that has read its ledger to the end. */
export interface Replayed extends IndexerClient {
  progress: Progress
  /** True when it called itself ready. */
  ready: boolean
}

/** The indexer that listens on a port of this machine. */
export function indexerAt(port: number): IndexerClient {
  const agent = new http.Agent({ keepAlive: true })
  return { ask: (method, params) => ask(port, agent, method, params), close: async () => agent.destroy() }
}

/** Fills an empty folder with a ledger, and accounts beside it. */
export function writeFolder(folder: string, blocks: RecordedBlock[], accounts: RecordedAccount[] = []): void {
  for (const kind of ['transactions', 'blocks', 'accounts']) fs.mkdirSync(path.join(folder, kind), { recursive: true })
  for (const { name, text } of folderFiles(blocks)) fs.writeFileSync(path.join(folder, name), text)
  for (const { address, info } of accounts) {
    fs.writeFileSync(path.join(folder, 'accounts', `${address}.json`), stringifyJson(info))
  }
}

/** Reads the blocks into an empty store, and answers from it. */
export async function replay(blocks: RecordedBlock[], programIds: object | null, store: Store): Promise<Replayed> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-recording-'))
  const progress = noProgress()
  let ready = false
  try {
    writeFolder(folder, blocks)
    const environment = readEnvironment(
      { LEDGER: folder, ...(programIds && { PROGRAM_IDS: JSON.stringify(programIds) }) },
      folder,
    )
    const { signal } = new AbortController()
    const ledger = await openLedger(environment, { signal, print: () => undefined })
    const programs = await programsOf(environment.programIds)
    const onReady = () => {
      ready = true
    }
    await follow({ ledger, store, programs, progress, signal, onReady })
    const tip = await ledger.tip()
    const service = { store, chain: { tip: () => tip, maxLagSlots: environment.maxLagSlots }, count: () => undefined }
    const server = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => '' })
    const client = indexerAt(server.port)
    return {
      progress,
      ready,
      ask: client.ask,
      async close() {
        await client.close()
        await server.close()
      },
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function ask(port: number, agent: http.Agent, method: string, params?: string): Promise<unknown> {
  const body = requestText({ method, ...(params !== undefined && { params }) })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, agent, method: 'POST', path: `/${method}`, headers },
      resolve,
    )
    request.on('error', reject)
    request.end(body)
  })
  const answered = await text(response)
  const { jsonrpc, id, result } = parse(answered) as { jsonrpc?: string; id?: string; result?: unknown }
  if (response.statusCode !== 200 || jsonrpc !== '2.0' || id !== REQUEST_ID || result === undefined) {
    throw new Error(`${method} ${params ?? ''}: HTTP ${response.statusCode} ${answered.slice(0, 300)}`)
  }
  return result
}
