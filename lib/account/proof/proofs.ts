import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { inTime } from '../../platform/clock'
import { distFile } from '../../platform/dist'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { noteWrongRow } from '../../upstream/indexer/wrong-rows'
import { noProofs, type ProofCounts, type ProvableRow, type RowProof } from './contract'
import type { ProofRequest, ProofResponse, ProofTask } from './messages'

/*
 * Proofs of rows: made by a thread of its own (thread.ts), outside of the gateway's answers, and remembered by the row's
 * hash and fields.
 */

/** Characters of rows that are remembered: some tens of thousands of rows. */
const REMEMBERED_CHARS = 32_000_000
/** What a row weighs beside its data. */
const ROW_CHARS = 500
/**
 * Rows that the thread gets at a time, some ten milliseconds of its work. Those who wait take turns: three rows do not wait
 * for a thousand.
 */
const PORTION = 16
/** Rows of pages that may wait. Beyond it pages come without: they would wait for seconds. */
const MOST_WAITING = 4_000

/** Of a row whose proof the thread owes. */
export const NOT_CHECKED: RowProof = { result: 'cannot_tell', reason: 'not_checked' }

/** Pages wait for their proofs a moment, files and the API until they are made. */
export type ProofUrgency = 'page' | 'file'

/** What is asked for rows. */
export interface ProofOptions {
  /** True where a part of the data was requested. */
  sliced?: boolean
  by?: ProofUrgency
  /** Label of the indexer that gave the rows: wrong ones count against it. None: the network's only one. */
  indexer?: string | undefined
  /** Milliseconds after which what is not made yet is left out; none: waits for all. */
  withinMs?: number
}

/** A row with its proof as soon as that is made. */
interface ProofEntry {
  key: string
  network: string
  indexer: string
  row: ProvableRow
  sliced: boolean
  proof: RowProof | null
  /** Resolves when the proof is made, or cannot be. */
  done: Promise<void>
  settle: () => void
}

/** The proofs of a process. */
export class Proofs {
  readonly #file: string
  readonly #known = new LRUCache<string, ProofEntry>({
    maxSize: REMEMBERED_CHARS,
    sizeCalculation: ({ row }) => ROW_CHARS + (accountOf(row).data?.data.length ?? 0),
  })
  /** The rows of each call that are still to be made, in the order in which it is their turn. */
  readonly #waiting: Record<ProofUrgency, ProofEntry[][]> = { page: [], file: [] }
  readonly #counts = new Map<string, ProofCounts>()
  /** What the thread works on; it gets the next portion when it has done this one. */
  #portion: ProofEntry[] = []
  #worker: Worker | null = null

  /** @param file of the bundle that the thread runs. */
  constructor(file: string) {
    this.#file = file
  }

  /**
   * The proofs of a network's rows, in their order; null for those that were not made in time. They are made all the same,
   * and there for who asks next. Never rejects.
   */
  async of(
    network: string,
    rows: readonly ProvableRow[],
    { sliced = false, by = 'page', indexer = network, withinMs }: ProofOptions = {},
  ): Promise<(RowProof | null)[]> {
    const missing: ProofEntry[] = []
    let room = by === 'page' ? MOST_WAITING - this.#waiting.page.reduce((sum, rows) => sum + rows.length, 0) : Infinity
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
    // Those that are shown once more count once more.
    for (const entry of entries) {
      if (entry?.proof?.result === 'differs') noteWrongRow(indexer, accountOf(entry.row).hash)
    }
    return entries.map((entry) => entry?.proof ?? null)
  }

  /** Rows that were checked, by network and result. */
  counts(): ReadonlyMap<string, Readonly<ProofCounts>> {
    return this.#counts
  }

  /** Starts the thread, which takes a moment to load: so the first page need not wait for it. */
  start(): void {
    this.#worker ??= this.#open()
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  /** The entry of a row that is remembered with the same fields; null where there is none. */
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
    this.#portion = rows.splice(0, PORTION)
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

  /** Rows without a proof are forgotten: who asks next starts another thread. */
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
    const counts = this.#counts.get(network) ?? noProofs()
    this.#counts.set(network, counts)
    counts[result]++
    if (result === 'differs') noteWrongRow(indexer, accountOf(row).hash)
  }
}

/** This process's proofs. */
export const proofs = once('proofs', () => new Proofs(distFile('server-thread.mjs')))

function keyOf(network: string, row: ProvableRow, sliced: boolean): string {
  return `${network} ${accountOf(row).hash} ${'tokenData' in row} ${sliced}`
}

function accountOf(row: ProvableRow) {
  return 'tokenData' in row ? row.account : row
}
