import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'lossless-json'
import { onTestFinished } from 'vitest'
import { createProgress, follow, type Progress } from '@/lib/indexer/ledger/follow'
import { openLedger } from '@/lib/indexer/ledger/open'
import { startServer } from '@/lib/indexer/server/server'
import type { Store } from '@/lib/indexer/store/store'
import { readEnvironment } from '@/lib/platform/environment'
import { resolvePrograms } from '@/lib/protocol/light/programs'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { folderOfTest } from '../of-test'
import { folderFiles } from './as-node'
import type { RecordedAccount, RecordedBlock, Recording } from './recording'
import { REQUEST_ID, requestText } from './request'

/* A third-party parser keeps number spelling, so that a rounded or quoted number shows. */

export function ledgerBlocks({ blocks, extra }: Recording): RecordedBlock[] {
  return blocks.length > 0 ? blocks : extra
}

export function firstOf(blocks: RecordedBlock[], transactions = Number.POSITIVE_INFINITY): RecordedBlock[] {
  let left = transactions
  return blocks.flatMap((block) => {
    const entries = block.entries.slice(0, Math.max(0, left))
    left -= block.entries.length
    return entries.length > 0 ? [{ ...block, entries }] : []
  })
}

export interface IndexerClient {
  post(method: string, params?: string): Promise<{ status: number | undefined; body: string }>
  ask(method: string, params?: string): Promise<unknown>
}

export interface Replayed extends IndexerClient {
  progress: Progress
  ready: boolean
}

export function indexerAt(port: number): IndexerClient {
  const agent = new http.Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const post: IndexerClient['post'] = async (method, params) => {
    const body = requestText({ method, ...(params !== undefined && { params }) })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const options = { host: '127.0.0.1', port, agent, method: 'POST', path: `/${method}`, headers }
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.request(options, resolve).on('error', reject).end(body)
    })
    return { status: response.statusCode, body: await text(response) }
  }
  const ask = async (method: string, params?: string) => {
    const { status, body } = await post(method, params)
    const { jsonrpc, id, result } = parse(body) as { jsonrpc?: string; id?: string; result?: unknown }
    if (status !== 200 || jsonrpc !== '2.0' || id !== REQUEST_ID || result === undefined) {
      throw new Error(`${method} ${params ?? ''}: HTTP ${status} ${body.slice(0, 300)}`)
    }
    return result
  }
  return { post, ask }
}

export function writeFolder(folder: string, blocks: RecordedBlock[], accounts: RecordedAccount[] = []): void {
  for (const kind of ['transactions', 'blocks', 'accounts']) fs.mkdirSync(path.join(folder, kind), { recursive: true })
  for (const { name, text } of folderFiles(blocks)) fs.writeFileSync(path.join(folder, name), text)
  for (const { address, info } of accounts) {
    fs.writeFileSync(path.join(folder, 'accounts', `${address}.json`), stringifyJson(info))
  }
}

export async function replay(blocks: RecordedBlock[], programIds: object | null, store: Store): Promise<Replayed> {
  const folder = folderOfTest()
  writeFolder(folder, blocks)
  const variables = { LEDGER: folder, ...(programIds && { PROGRAM_IDS: JSON.stringify(programIds) }) }
  const environment = readEnvironment(variables, folder)
  const { signal } = new AbortController()
  const ledger = await openLedger(environment, { signal, print: () => undefined })
  const programs = await resolvePrograms(environment.programIds)
  const progress = createProgress()
  let ready = false
  const onReady = () => {
    ready = true
  }
  await follow({ ledger, store, programs, progress, signal, onReady })
  const tip = await ledger.tip()
  const service = { store, chain: { tip: () => tip, maxLagSlots: environment.maxLagSlots }, count: () => undefined }
  const server = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => '' })
  onTestFinished(() => server.close())
  return { ...indexerAt(server.port), progress, ready }
}
