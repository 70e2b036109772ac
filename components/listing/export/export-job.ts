import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { noProofs, type ProofCounts } from '@/lib/account/proof/contract'
import { addProofs, countProofs, proofsIn } from '@/lib/account/proof/proof-file'
import { explorerUnreachable, problemIn } from '@/lib/api/fetch-json'
import type { ExportFormat } from '@/lib/api/file-format'
import { isProblem, type Problem, ProblemError } from '@/lib/api/problem'
import { type ExportSummary, exportName, exportTail, type Seam } from '@/lib/listing/export/document'
import { exportPath } from '@/lib/listing/export/export-path'
import type { RowsMark } from '@/lib/listing/export/marks'
import { type RowTotals, Totals } from '@/lib/listing/export/totals'
import type { RowsName } from '@/lib/protocol/rpc/items'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import { onBetterVerdict } from '../../ui/better-verdict'
import type { FileSink } from './file-sink'
import { partsOf } from './marked-stream'
import { SeenRows } from './seen-rows'

export interface ExportJobOptions<M extends ListMethod = ListMethod> {
  method: M
  rows: RowsName
  params: Params<M>
  network: string
  format: ExportFormat
  /** Cursor to start after; null: from the first row. */
  from: string | null
  limit: number | null
  proof?: boolean
  /** False: omits comment lines, so that CSV holds column names and rows only. */
  comments?: boolean
  expected: number | null
}

export interface ExportState {
  /**
   * `ready`: not started; `waiting`: resumes at `retryAt`; `paused`: by the reader; `failed`: a retry does not help,
   * or the file is not writable; `kept`: ended early, partial file saved.
   */
  phase: 'ready' | 'running' | 'waiting' | 'paused' | 'failed' | 'done' | 'kept' | 'cancelled'
  rows: number
  bytes: number
  requests: number
  repeats: number
  slots: { from: number; to: number } | null
  seams: readonly Seam[]
  /** Null where the rows have nothing to sum. */
  totals: RowTotals | null
  /** Milliseconds of work until `since`, without pauses. */
  activeMs: number
  /** Start of the current run, JobClock.ms(); null: not running. */
  since: number | null
  problem: Problem | null
  /** Unix milliseconds. */
  retryAt: number | null
  /** True if the server set the time: an earlier retry would extend it. */
  isRetryAtGiven: boolean
  unwritable: string | null
  isPage: boolean
  complete: boolean | null
  completeReason: string | undefined
}

/** ms() is monotonic, for spans; epochMs() is for display. */
export interface JobClock {
  ms(): number
  epochMs(): number
}

/** First retry delay, milliseconds; doubles with each failure. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000

const START: ExportState = {
  phase: 'ready',
  rows: 0,
  bytes: 0,
  requests: 0,
  repeats: 0,
  slots: null,
  seams: [],
  totals: null,
  activeMs: 0,
  since: null,
  problem: null,
  retryAt: null,
  isRetryAtGiven: false,
  unwritable: null,
  isPage: false,
  complete: null,
  completeReason: undefined,
}

class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

function isNotWritten(error: unknown): error is NotWritten {
  return error instanceof Error && error.name === 'NotWritten'
}

/**
 * One export in the browser: reads a marked export part by part and writes it to a file. Resumes after failures and pauses at
 * the cursor of the last whole part, so that no row is lost or duplicated; the end of the file lists these places. Continues
 * while the reader visits other pages. features.md a22.
 */
export class ExportJob {
  readonly fileName: string
  #state = START
  readonly #listeners = new Set<() => void>()
  readonly #digest = sha256.create()
  readonly #seen: SeenRows
  #cursor: string | null
  #headWritten = false
  #inOneGo = true
  #ownRepeats = 0
  #proofs: ProofCounts | null = null
  readonly #totals: Totals
  #reportedRequests = 0
  #tries = 0
  #stop = new AbortController()
  #session: Promise<void> = Promise.resolve()
  #stopWaiting = () => {}
  #interruption: { reason: string; atMs: number } | null = null

  constructor(
    readonly options: ExportJobOptions,
    private readonly sink: FileSink,
    private readonly clock: JobClock,
    private readonly fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
  ) {
    this.#cursor = options.from
    this.#seen = new SeenRows(options.rows, options.format)
    this.#totals = new Totals(options.rows, options.params)
    this.fileName = ExportJob.nameOf(options, clock)
  }

  static nameOf({ method, params, network, format }: ExportJobOptions, clock: JobClock): string {
    const { cursor: _, limit: __, ...list } = params
    const startedAt = new Date(clock.epochMs()).toISOString()
    return exportName(format, { method, params: list, network, startedAt })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): ExportState => this.#state

  get isOpen(): boolean {
    return !['done', 'kept', 'cancelled'].includes(this.#state.phase)
  }

  resume(): void {
    if (!this.#canResume) return
    this.#stopWaiting()
    this.#set({ phase: 'running', problem: null, retryAt: null })
    this.#session = this.#run()
  }

  async pause(): Promise<void> {
    await this.#interrupt('paused by the reader')
    if (this.isOpen) this.#set({ phase: 'paused', problem: null, retryAt: null })
  }

  async cancel(): Promise<void> {
    await this.#interrupt('cancelled')
    if (!this.isOpen) return
    await this.sink.discard().catch(() => {})
    this.#set({ phase: 'cancelled', problem: null, retryAt: null })
  }

  /** Saves the rows so far, marked as incomplete, with the cursor of the next ones. No-op without rows. */
  async keepPart(): Promise<void> {
    await this.#interrupt('ended by the reader')
    if (!this.isOpen || this.#state.rows === 0) return
    const completeReason = 'stopped by the reader before the end of the list'
    await this.#close({ complete: false, completeReason, cursor: this.#cursor }, 'kept').catch((error: unknown) =>
      this.#fail(error),
    )
  }

  get #canResume(): boolean {
    const { phase, unwritable } = this.#state
    return unwritable === null && ['ready', 'waiting', 'paused', 'failed'].includes(phase)
  }

  async #run(): Promise<void> {
    const stop = new AbortController()
    this.#stop = stop
    this.#set({ since: this.clock.ms() })
    try {
      const { summary, problem } = await this.#readParts(stop.signal)
      if (problem) throw new ProblemError(problem)
      this.#restClock()
      this.#recordSeam()
      const { complete, completeReason, page, cursor } = summary
      await this.#close({ complete, completeReason, cursor, ...(page && { page }) }, 'done')
    } catch (error) {
      this.#restClock()
      if (isNotWritten(error) || !stop.signal.aborted) this.#fail(error)
    }
  }

  async #readParts(signal: AbortSignal): Promise<{ summary: ExportSummary; problem: Problem | null }> {
    const { method, params, network, format, limit, proof = false, comments = true } = this.options
    const part = { from: this.#cursor, limit, marks: true, proof, comments }
    const path = exportPath(method, params, network, format, part)
    const response = await this.fetch(path, { signal })
    if (!response.ok || !response.body) throw new ProblemError(problemIn(await response.text()))
    const requestsBefore = this.#reportedRequests
    let lastRows: { mark: RowsMark; bytes: Uint8Array<ArrayBuffer> } | null = null
    for await (const { mark, bytes } of partsOf(response.body)) {
      // A pause lets the current write finish.
      signal.throwIfAborted()
      if (mark.part === 'head') {
        this.#inOneGo = !this.#headWritten
        if (!this.#headWritten) await this.#write(bytes)
        this.#headWritten = true
        continue
      }
      this.#reportedRequests = requestsBefore + mark.requests
      if (mark.part === 'rows') {
        if (mark.cursor === null) lastRows = { mark, bytes }
        else await this.#takeRows(mark, bytes)
        continue
      }
      if (lastRows) await this.#takeRows(lastRows.mark, lastRows.bytes)
      this.#set({ requests: this.#reportedRequests })
      const { summary, problem } = mark
      this.#checkDigest(summary)
      return { summary, problem }
    }
    throw new ProblemError(explorerUnreachable)
  }

  async #takeRows(mark: RowsMark, part: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#recordSeam()
    const { bytes, repeats } = mark.ordered ? { bytes: part, repeats: [] } : this.#seen.leaveOut(part)
    await this.#write(bytes)
    this.#ownRepeats += repeats.length
    if (mark.proofs) {
      const leftOut = countProofs(proofsIn(this.options.format, repeats))
      this.#proofs = addProofs(this.#proofs ?? noProofs(), addProofs(mark.proofs, leftOut, -1))
    }
    if (mark.totals) {
      const leftOut = new Totals(this.options.rows, this.options.params).addTexts(this.options.format, repeats)
      this.#set({ totals: this.#totals.addTotals(mark.totals).addTotals(leftOut.read(), -1).read() })
    }
    this.#cursor = mark.cursor
    this.#tries = 0
    const { rows, slots } = this.#state
    const { from, to } = slots ?? { from: mark.slot, to: mark.slot }
    this.#set({
      rows: rows + mark.rows - repeats.length,
      requests: this.#reportedRequests,
      repeats: mark.repeatsRemoved + this.#ownRepeats,
      slots: { from: Math.min(from, mark.slot), to: Math.max(to, mark.slot) },
    })
  }

  async #write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await this.sink.write(bytes)
    } catch (cause) {
      throw new NotWritten('The file could not be written.', { cause })
    }
    this.#digest.update(bytes)
    this.#set({ bytes: this.#state.bytes + bytes.length })
  }

  /** Only a file written without interruption matches the digest of the server. */
  #checkDigest({ sha256: expected }: ExportSummary): void {
    if (!this.#inOneGo || this.#ownRepeats > 0) return
    if (bytesToHex(this.#digest.clone().digest()) !== expected)
      throw new NotWritten('The file does not match what the explorer sent.')
  }

  async #close(
    end: Pick<ExportSummary, 'complete' | 'completeReason' | 'cursor' | 'page'>,
    phase: 'done' | 'kept',
  ): Promise<void> {
    const { rows, repeats: repeatsRemoved, slots, seams, bytes, totals } = this.#state
    const { comments = true, from } = this.options
    const summary = exportTail(this.options.format, {
      rows,
      slots,
      endedAt: this.#now(),
      ...end,
      repeatsRemoved,
      ...(this.#proofs && { proofs: this.#proofs }),
      ...(seams.length > 0 && { seams }),
      ...(totals && { totals }),
      ...(from !== null && { fromCursor: true }),
      sha256: bytesToHex(this.#digest.digest()),
    })
    const tailBytes = new TextEncoder().encode(comments ? summary : '')
    try {
      await this.sink.write(tailBytes)
      await this.sink.finish(phase === 'kept' ? partName(this.fileName) : this.fileName)
    } catch (cause) {
      throw new NotWritten('The file could not be written.', { cause })
    }
    const { complete, completeReason, page: isPage = false } = end
    this.#set({
      phase,
      complete,
      completeReason,
      isPage,
      bytes: bytes + tailBytes.length,
      problem: null,
      retryAt: null,
    })
  }

  #fail(error: unknown): void {
    if (isNotWritten(error)) {
      this.#set({ phase: 'failed', unwritable: error.message, problem: null })
      return
    }
    const problem = isProblem(error) ? error.problem : explorerUnreachable
    this.#interruption ??= { reason: problem.title.toLowerCase(), atMs: this.clock.epochMs() }
    if (!problem.retryable) {
      this.#set({ phase: 'failed', problem })
      return
    }
    const waitMs = problem.retryAfterMs ?? Math.min(RETRY_MS * 2 ** this.#tries, LONGEST_RETRY_MS)
    this.#tries++
    const isRetryAtGiven = problem.retryAfterMs !== undefined
    this.#set({ phase: 'waiting', problem, retryAt: this.clock.epochMs() + waitMs, isRetryAtGiven })
    const timer = setTimeout(() => this.resume(), waitMs)
    const stopListening = onBetterVerdict(() => this.resume())
    this.#stopWaiting = () => {
      clearTimeout(timer)
      stopListening()
    }
  }

  async #interrupt(reason: string): Promise<void> {
    if (!this.isOpen) return
    this.#stopWaiting()
    this.#stop.abort()
    await this.#session
    this.#stopWaiting()
    this.#interruption ??= { reason, atMs: this.clock.epochMs() }
  }

  #recordSeam(): void {
    const { rows, seams } = this.#state
    if (this.#interruption && rows > 0) {
      const { reason, atMs } = this.#interruption
      const seam = { afterRow: rows, reason, brokenAt: new Date(atMs).toISOString(), resumedAt: this.#now() }
      this.#set({ seams: [...seams, seam] })
    }
    this.#interruption = null
  }

  #restClock(): void {
    const { since, activeMs } = this.#state
    if (since !== null) this.#set({ since: null, activeMs: activeMs + this.clock.ms() - since })
  }

  #now(): string {
    return new Date(this.clock.epochMs()).toISOString()
  }

  #set(change: Partial<ExportState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function partName(name: string): string {
  return name.replace(/\.(\w+)$/, '-incomplete.$1')
}
