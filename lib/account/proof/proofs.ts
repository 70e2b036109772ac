import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { inTime } from '../../platform/clock'
import { distFile } from '../../platform/dist'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import type { ProvableRow } from '../../protocol/rpc/items'
import { noteWrongRow } from '../../upstream/indexer/wrong-rows'
import {
  type ProofCounts,
  type ProofRequest,
  type ProofResponse,
  type ProofTask,
  type RowProof,
  zeroProofCounts,
} from './contract'

const REMEMBERED_CHARS = 32_000_000
const ROW_CHARS = 500
/** Some ten milliseconds of work. Requests alternate by message, so that three rows do not wait for a thousand. */
const ROWS_PER_MESSAGE = 16
/** With more rows waiting, pages would wait for seconds: they render without proofs. */
const MAX_WAITING = 4_000

export const NOT_CHECKED: RowProof = { result: 'cannot_tell', reason: 'not_checked' }

/** Pages wait for `withinMs`, files and the API until all proofs are computed. */
export type ProofUrgency = 'page' | 'file'

export interface ProofOptions {
  sliced?: boolean
  by?: ProofUrgency
  /** The indexer that sent the rows, for counting wrong ones; undefined: the network's only indexer. */
  indexer?: string | undefined
  /** Milliseconds after which missing proofs are null; undefined: waits for all. */
  withinMs?: number
}

interface ProofEntry {
  key: string
  network: string
  indexer: string
  row: ProvableRow
  sliced: boolean
  proof: RowProof | null
  /** Resolves when the proof is made or has failed. */
  done: Promise<void>
  settle: () => void
}

export class Proofs {
  readonly #file: string
  readonly #known = new LRUCache<string, ProofEntry>({
    maxSize: REMEMBERED_CHARS,
    sizeCalculation: ({ row }) => ROW_CHARS + (accountOf(row).data?.data.length ?? 0),
  })
  readonly #waiting: Record<ProofUrgency, ProofEntry[][]> = { page: [], file: [] }
  readonly #counts = new Map<string, ProofCounts>()
  #portion: ProofEntry[] = []
  #worker: Worker | null = null

  constructor(file: string) {
    this.#file = file
  }

  /** In the order of the rows; null: not computed in time, but ready for the next request. Never rejects. */
  async of(
    network: string,
    rows: readonly ProvableRow[],
    { sliced = false, by = 'page', indexer = network, withinMs }: ProofOptions = {},
  ): Promise<(RowProof | null)[]> {
    const missing: ProofEntry[] = []
    let room = by === 'page' ? MAX_WAITING - this.#waiting.page.reduce((sum, rows) => sum + rows.length, 0) : Infinity
    const entries = rows.map((row) => {
      const known = this.#knownOf(network, row, sliced)
      if (known || room <= 0) return known
      room--
      const entry = this.#newEntry(network, indexer, row, sliced)
      missing.push(entry)
      return entry
    })
    if (missing.length > 0) this.#waiting[by].push(missing)
    const all = Promise.all(entries.map((entry) => entry?.done))
    this.#next()
    await (withinMs === undefined ? all : inTime(all, withinMs))
    // A wrong row counts each time it is requested.
    for (const entry of entries) {
      if (entry?.proof?.result === 'differs') noteWrongRow(indexer, accountOf(entry.row).hash)
    }
    return entries.map((entry) => entry?.proof ?? null)
  }

  counts(): ReadonlyMap<string, Readonly<ProofCounts>> {
    return this.#counts
  }

  /** Starts the thread early, so that the first page does not wait. */
  start(): void {
    this.#worker ??= this.#open()
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #knownOf(network: string, row: ProvableRow, sliced: boolean): ProofEntry | null {
    const known = this.#known.get(keyOf(network, row, sliced))
    return known && (known.row === row || isDeepStrictEqual(known.row, row)) ? known : null
  }

  #newEntry(network: string, indexer: string, row: ProvableRow, sliced: boolean): ProofEntry {
    let settle = () => {}
    const done = new Promise<void>((resolve) => {
      settle = resolve
    })
    const entry: ProofEntry = {
      key: keyOf(network, row, sliced),
      network,
      indexer,
      row,
      sliced,
      proof: null,
      done,
      settle,
    }
    this.#known.set(entry.key, entry)
    return entry
  }

  #next(): void {
    if (this.#portion.length > 0) return
    const { page, file } = this.#waiting
    const waiting = page.length > 0 ? page : file
    const rows = waiting.shift() ?? []
    this.#portion = rows.splice(0, ROWS_PER_MESSAGE)
    if (rows.length > 0) waiting.push(rows)
    if (this.#portion.length === 0) return
    this.start()
    this.#worker?.postMessage(this.#portion.map(({ row, sliced }) => ({ row, sliced })) satisfies ProofRequest)
  }

  #open(): Worker {
    const worker = new Worker(this.#file, { workerData: { task: 'proof' } satisfies ProofTask })
    worker.unref()
    worker.on('message', (proofs: ProofResponse) => this.#settle(proofs))
    worker.on('error', () => log('error', 'proof thread failed', {}))
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null
      this.#settle([])
    })
    return worker
  }

  /** Drops rows whose proof failed; the next request tries again. */
  #settle(proofs: ProofResponse): void {
    const portion = this.#portion
    this.#portion = []
    portion.forEach((entry, i) => {
      entry.proof = proofs[i] ?? null
      if (entry.proof) this.#count(entry, entry.proof)
      else if (this.#known.peek(entry.key) === entry) this.#known.delete(entry.key)
      entry.settle()
    })
    this.#next()
  }

  #count({ network, indexer, row }: ProofEntry, { result }: RowProof): void {
    const counts = this.#counts.get(network) ?? zeroProofCounts()
    this.#counts.set(network, counts)
    counts[result]++
    if (result === 'differs') noteWrongRow(indexer, accountOf(row).hash)
  }
}

export const proofs = once('proofs', () => new Proofs(distFile('server-thread.mjs')))

function keyOf(network: string, row: ProvableRow, sliced: boolean): string {
  return `${network} ${accountOf(row).hash} ${'tokenData' in row} ${sliced}`
}

function accountOf(row: ProvableRow) {
  return 'tokenData' in row ? row.account : row
}
