import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type Problem, ProblemError } from '@/lib/api/problem'
import { explorerUnreachable, problemIn } from '@/lib/api/query'
import { type ExportFormat, type ExportSummary, exportName, exportTail, type Seam } from '@/lib/export/document'
import type { RowsMark } from '@/lib/export/marks'
import { exportPath } from '@/lib/export/path'
import type { RowsName } from '@/lib/rpc/items'
import type { ListMethod, Params } from '@/lib/rpc/methods'
import type { FileSink } from './file-sink'
import { partsOf } from './marked-stream'
import { SeenRows } from './seen-rows'

/** What is taken away. */
export interface ExportJobOptions<M extends ListMethod = ListMethod> {
  method: M
  /** What its rows are. */
  rows: RowsName
  params: Params<M>
  network: string
  format: ExportFormat
  /** Cursor that it starts behind; null: the first row. */
  from: string | null
  /** Rows of the one page that is wanted; null: all that follow. */
  limit: number | null
  /** How many rows there will be; null: nobody knows before the end. */
  expected: number | null
}

/** How far an export is. Numbers are of the file so far. */
export interface ExportState {
  /**
   * `ready`: not begun; `waiting`: goes on by itself at `retryAt`; `paused`: when the reader says so; `failed`: asking the same again cannot
   * help by itself, or the file cannot be written; `kept`: ended early, with the part so far as a file.
   */
  phase: 'ready' | 'running' | 'waiting' | 'paused' | 'failed' | 'done' | 'kept' | 'cancelled'
  rows: number
  bytes: number
  /** Answers that the indexer gave. */
  requests: number
  repeats: number
  slots: { from: number; to: number } | null
  seams: readonly Seam[]
  /** Milliseconds of work so far, without pauses, up to `since`. */
  activeMs: number
  /** When the work under way began, by the clock's ms(); null: none is. */
  since: number | null
  /** Why it stands still; null when it does not. */
  problem: Problem | null
  /** Unix milliseconds. */
  retryAt: number | null
  /** True where that time was named to us: asking earlier would make it longer. */
  isTold: boolean
  /** Why the file cannot be written on, in a sentence: nothing more can be had of it. Null: it can. */
  unwritable: string | null
  /** How it ended: as in its summary. */
  isPage: boolean
  complete: boolean | null
  completeReason: string | undefined
}

/** Time as a job needs it: ms() for spans, epochMs() for what is written and shown. */
export interface JobClock {
  ms(): number
  epochMs(): number
}

/** Milliseconds before it goes on by itself after a failure that names no time: more with each that follows. */
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
  activeMs: 0,
  since: null,
  problem: null,
  retryAt: null,
  isTold: false,
  unwritable: null,
  isPage: false,
  complete: null,
  completeReason: undefined,
}

class NotWritten extends Error {}

/**
 * One export in the browser: takes a marked export part by part and writes it to a file. After a failure, a refusal or a
 * pause it goes on with the cursor of the last whole part, so that no row is lost or doubled, and the file's end says
 * where. Nothing of it depends on a page that is looked at: it goes on while others are. features.md a22.
 */
export class ExportJob {
  /** What the browser is told to call the file. */
  readonly fileName: string
  #state = START
  readonly #listeners = new Set<() => void>()
  readonly #digest = sha256.create()
  readonly #seen: SeenRows
  #cursor: string | null
  #headWritten = false
  #inOneGo = true
  #ownRepeats = 0
  #toldRequests = 0
  #tries = 0
  #stop = new AbortController()
  #session: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #stood: { reason: string; atMs: number } | null = null

  constructor(
    readonly asked: ExportJobOptions,
    private readonly sink: FileSink,
    private readonly clock: JobClock,
    private readonly fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
  ) {
    this.#cursor = asked.from
    this.#seen = new SeenRows(asked.rows, asked.format)
    this.fileName = ExportJob.nameOf(asked, clock)
  }

  /** A name for the file of an export that begins now. */
  static nameOf({ method, params, network, format }: ExportJobOptions, clock: JobClock): string {
    const { cursor: _, limit: __, ...list } = params
    const startedAt = new Date(clock.epochMs()).toISOString()
    return exportName(format, { method, params: list, network, startedAt })
  }

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For useSyncExternalStore. */
  readonly read = (): ExportState => this.#state

  /** True until it has ended in one way or the other. */
  get isOpen(): boolean {
    return !['done', 'kept', 'cancelled'].includes(this.#state.phase)
  }

  /** Begins, or goes on where it stands. */
  resume(): void {
    if (!this.#canGoOn) return
    clearTimeout(this.#timer)
    this.#set({ phase: 'running', problem: null, retryAt: null })
    this.#session = this.#run()
  }

  async pause(): Promise<void> {
    await this.#stand('paused by the reader')
    if (this.isOpen) this.#set({ phase: 'paused', problem: null, retryAt: null })
  }

  /** Ends it and leaves nothing. */
  async cancel(): Promise<void> {
    await this.#stand('cancelled')
    if (!this.isOpen) return
    await this.sink.discard().catch(() => {})
    this.#set({ phase: 'cancelled', problem: null, retryAt: null })
  }

  /** Ends it with the rows so far, marked as incomplete, with the cursor where they go on. Nothing without rows. */
  async keepPart(): Promise<void> {
    await this.#stand('ended by the reader')
    if (!this.isOpen || this.#state.rows === 0) return
    const completeReason = 'ended by the reader before the end of the list'
    await this.#close({ complete: false, completeReason, cursor: this.#cursor }, 'kept').catch((error: unknown) =>
      this.#broken(error),
    )
  }

  get #canGoOn(): boolean {
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
      this.#sew()
      const { complete, completeReason, page, cursor } = summary
      await this.#close({ complete, completeReason, cursor, ...(page && { page }) }, 'done')
    } catch (error) {
      this.#restClock()
      if (error instanceof NotWritten || !stop.signal.aborted) this.#broken(error)
    }
  }

  async #readParts(signal: AbortSignal): Promise<{ summary: ExportSummary; problem: Problem | null }> {
    const { method, params, network, format, limit } = this.asked
    const path = exportPath(method, params, network, format, { from: this.#cursor, limit, marks: true })
    const response = await this.fetch(path, { signal })
    if (!response.ok || !response.body) throw new ProblemError(problemIn(await response.text()))
    const requestsBefore = this.#toldRequests
    let held: { mark: RowsMark; bytes: Uint8Array<ArrayBuffer> } | null = null
    for await (const { mark, bytes } of partsOf(response.body)) {
      // A pause waits for what is being written, and takes nothing more.
      signal.throwIfAborted()
      if (mark.part === 'head') {
        this.#inOneGo = !this.#headWritten
        if (!this.#headWritten) await this.#write(bytes)
        this.#headWritten = true
        continue
      }
      this.#toldRequests = requestsBefore + mark.requests
      if (mark.part === 'rows') {
        // Rows that only the end makes certain wait for it.
        if (mark.cursor === null) held = { mark, bytes }
        else await this.#takeRows(mark, bytes)
        continue
      }
      if (held) await this.#takeRows(held.mark, held.bytes)
      this.#set({ requests: this.#toldRequests })
      const { summary, problem } = mark
      this.#checkDigest(summary)
      return { summary, problem }
    }
    throw new ProblemError(explorerUnreachable)
  }

  async #takeRows(mark: RowsMark, part: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#sew()
    const { bytes, repeats } = mark.ordered ? { bytes: part, repeats: 0 } : this.#seen.leaveOut(part)
    await this.#write(bytes)
    this.#ownRepeats += repeats
    this.#cursor = mark.cursor
    this.#tries = 0
    const { rows, slots } = this.#state
    const { from, to } = slots ?? { from: mark.slot, to: mark.slot }
    this.#set({
      rows: rows + mark.rows - repeats,
      requests: this.#toldRequests,
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

  /** Written in one go, the file is what the server digested. */
  #checkDigest({ sha256: told }: ExportSummary): void {
    if (!this.#inOneGo || this.#ownRepeats > 0) return
    if (bytesToHex(this.#digest.clone().digest()) !== told)
      throw new NotWritten('The file is not what the explorer sent.')
  }

  async #close(
    end: Pick<ExportSummary, 'complete' | 'completeReason' | 'cursor' | 'page'>,
    phase: 'done' | 'kept',
  ): Promise<void> {
    const { rows, repeats: repeatsRemoved, slots, seams, bytes } = this.#state
    const tail = exportTail(this.asked.format, {
      rows,
      slots,
      endedAt: this.#now(),
      ...end,
      repeatsRemoved,
      ...(seams.length > 0 && { seams }),
      sha256: bytesToHex(this.#digest.digest()),
    })
    const tailBytes = new TextEncoder().encode(tail)
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

  #broken(error: unknown): void {
    if (error instanceof NotWritten) {
      this.#set({ phase: 'failed', unwritable: error.message, problem: null })
      return
    }
    const problem = error instanceof ProblemError ? error.problem : explorerUnreachable
    this.#stood ??= { reason: problem.title.toLowerCase(), atMs: this.clock.epochMs() }
    if (!problem.retryable) {
      this.#set({ phase: 'failed', problem })
      return
    }
    const waitMs = problem.retryAfterMs ?? Math.min(RETRY_MS * 2 ** this.#tries, LONGEST_RETRY_MS)
    this.#tries++
    const isTold = problem.retryAfterMs !== undefined
    this.#set({ phase: 'waiting', problem, retryAt: this.clock.epochMs() + waitMs, isTold })
    this.#timer = setTimeout(() => this.resume(), waitMs)
  }

  /** Ends what is under way, once the part that is being written is whole. */
  async #stand(reason: string): Promise<void> {
    if (!this.isOpen) return
    clearTimeout(this.#timer)
    this.#stop.abort()
    await this.#session
    clearTimeout(this.#timer)
    this.#stood ??= { reason, atMs: this.clock.epochMs() }
  }

  /** Rows come again: where they follow others, the place is a seam. */
  #sew(): void {
    const { rows, seams } = this.#state
    if (this.#stood && rows > 0) {
      const { reason, atMs } = this.#stood
      const seam = { afterRow: rows, reason, brokenAt: new Date(atMs).toISOString(), resumedAt: this.#now() }
      this.#set({ seams: [...seams, seam] })
    }
    this.#stood = null
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
