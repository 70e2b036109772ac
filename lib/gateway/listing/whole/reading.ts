import 'server-only'
import { randomBytes } from 'node:crypto'
import { MOST_CALLS, USUAL_CALLS, type Whole, type WholeMode, type WholeStop } from '../../../api/whole'
import { clock, inTime, sleep } from '../../../clock'
import { groupDigits } from '../../../format/integers'
import { errorClass, log } from '../../../log/log'
import { RpcError } from '../../../rpc/failure'
import { inNoSpan } from '../../../trace/trace'
import type { Indexer } from '../../networks'
import { toProblem } from '../../problem'
import { limits } from '../../upstream/limits'
import { RowStore } from './row-store'
import type { ListSource } from './source'
import { LostOrder, WholeRead, type WholeSubject } from './whole-read'

/** Milliseconds that a reading goes on after it was last requested: a page that shows it asks again sooner. */
export const ATTENDED_MS = 15_000

/** An answer that takes longer (ms) costs the indexer too much to go on at once. */
export const SLOW_MS = 2_000

/** Milliseconds that it is left in peace then. */
export const SLOW_PAUSE_MS = 30_000

/** Milliseconds between two attempts where the problem names no time. */
const PAUSE_MS = 2_000

/** Bytes of a reading's name. */
const ID_BYTES = 8

/** One list that is read whole, for all who request it; it goes on only while somebody does. */
export class Reading {
  /** Tells it from an earlier reading of the same list. */
  readonly id = randomBytes(ID_BYTES)
  readonly rows = new RowStore()
  /** Monotonic milliseconds of the last request. */
  requestedMs = clock().monotonic()
  /** Monotonic milliseconds at which it ended; null before. */
  endedMs: number | null = null
  #read: WholeRead
  /** Calls that it may make: the most that anybody allowed; an estimate takes four or five. */
  #maxCalls = 0
  #stop: WholeStop | null = null
  /** Monotonic milliseconds from which on a stop may be over. */
  #resumesMs = 0
  /** Monotonic milliseconds until which somebody wants more than the estimate. */
  #wantedMs = 0
  #running: Promise<void> | null = null

  /**
   * @param source the one to begin with now: before its first answer a reading may go to another, then it stays.
   * @param hasRoom asked with each answer whether there is memory for its rows.
   */
  constructor(
    private readonly source: () => ListSource,
    subject: WholeSubject,
    private readonly hasRoom: () => boolean,
  ) {
    this.#read = new WholeRead(source(), subject)
  }

  get isAttended(): boolean {
    return clock().monotonic() < this.requestedMs + ATTENDED_MS
  }

  /** Which indexer it reads; null where its source is none. */
  get indexer(): Indexer | null {
    return this.#read.source.indexer
  }

  get isTwice(): boolean {
    return this.#read.twice
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  get isEnded(): boolean {
    return this.#read.claim !== null
  }

  /** When its first answer came; null before. */
  get fetchedAt(): string | null {
    return this.#read.fetchedAt
  }

  get from(): number | null {
    return this.#read.from
  }

  get repeats(): number {
    return this.#read.repeats
  }

  /** Goes on for somebody, for a while. @param maxCalls that it may make; never less than others allowed. */
  attend(mode: WholeMode, maxCalls: number): void {
    const now = clock().monotonic()
    this.requestedMs = now
    if (mode === 'twice') this.#read.readTwice()
    if (!this.isEnded) this.endedMs = null
    if (mode !== 'estimate') {
      this.#wantedMs = now + ATTENDED_MS
      this.#maxCalls = Math.min(MOST_CALLS, Math.max(this.#maxCalls, maxCalls))
    }
    if (this.#stop && this.#mayResume(mode)) this.#stop = null
    if (!this.#stop && !this.isEnded) this.#running ??= this.#goOn()
  }

  #mayResume(mode: WholeMode): boolean {
    switch (this.#stop?.code) {
      case 'failed':
      case 'memory':
        return false
      case 'calls':
        return this.#read.calls < this.#maxCalls
      case 'estimate':
        return mode !== 'estimate'
      default:
        return clock().monotonic() >= this.#resumesMs
    }
  }

  /** Waits for it to end or to stop, no longer than `ms`. */
  async settled(ms: number): Promise<void> {
    if (this.#running !== null) await inTime(this.#running, ms)
  }

  /** How far it is, without what belongs to a page. */
  get progress(): Whole {
    const read = this.#read
    const { by, calls, estimate, parts, claim } = read
    const stop = this.#stopNow
    return {
      state: claim ? 'ended' : !stop ? 'reading' : isPause(stop) ? 'paused' : 'stopped',
      by,
      ...(stop && !claim && { stop }),
      calls,
      maxCalls: this.#maxCalls || USUAL_CALLS,
      estimate,
      rows: {
        found: this.rows.size,
        withData: this.rows.withData,
        withoutData: this.rows.size - this.rows.withData,
        unproven: this.rows.unproven,
        created: read.tally.createdAfter(read.from ?? 0),
      },
      parts,
      slots: { from: read.from, to: read.to },
      claim,
    }
  }

  get #stopNow(): WholeStop | null {
    const stop = this.#stop
    if (!stop) return this.#running || this.isEnded ? null : UNATTENDED
    const waits = stop.code === 'slow' || stop.code === 'indexer'
    return waits ? { ...stop, retryAfterMs: Math.max(0, Math.ceil(this.#resumesMs - clock().monotonic())) } : stop
  }

  async #goOn(): Promise<void> {
    try {
      // Whoever has begun it: it goes on for all.
      await inNoSpan(() => this.#run())
    } catch (error) {
      log('error', 'reading fault', { error: errorClass(error) })
      this.#stopFor('failed', 'The explorer failed.')
    } finally {
      this.#running = null
      if (this.isEnded) this.endedMs ??= clock().monotonic()
    }
  }

  async #run(): Promise<void> {
    while (!this.isEnded && this.isAttended) {
      const read = this.#read
      const isWanted = clock().monotonic() < this.#wantedMs
      if (!isWanted && read.isEstimated && !read.isAtEnd)
        return this.#stopFor('estimate', 'Only the estimate was requested.')
      if (isWanted && read.calls >= this.#maxCalls) {
        const text = `${groupDigits(read.calls)} calls were made, as many as allowed; calls= allows more.`
        return this.#stopFor('calls', text)
      }
      try {
        const more = await read.next()
        this.#stop = null
        if (!more) return
        this.rows.put(more.rows, more.isProven)
        this.rows.put(more.seen, false)
        this.rows.drop(more.gone)
        if (!this.hasRoom()) return this.#stopFor('memory', NO_ROOM)
        if (read.isPointless) return this.#stopFor('failed', IGNORES_FILTERS)
        if (read.tookMs > SLOW_MS) return this.#stopSlow()
      } catch (error) {
        if (error instanceof LostOrder) {
          this.#readAt(read.source, read, read.calls)
          continue
        }
        if (!(error instanceof RpcError)) throw error
        const { failure } = error
        if (failure.kind === 'network' && failure.reason === 'timeout') return this.#stopSlow()
        const { title, retryable, retryAfterMs = PAUSE_MS } = toProblem(failure)
        if (!retryable) return this.#stopFor('failed', `${title}.`)
        this.#stopFor('indexer', `${title}. It is requested again.`, retryAfterMs)
        await sleep(retryAfterMs)
        // A place in a list belongs to its indexer; where there is none yet, another one may do.
        if (read.by === null) this.#readAt(this.source(), read)
      }
      if (limits().walkPauseMs > 0) await sleep(limits().walkPauseMs)
    }
  }

  #readAt(source: ListSource, { subject, twice }: WholeRead, instead: number | null = null): void {
    this.#read = new WholeRead(source, subject, instead)
    if (twice) this.#read.readTwice()
  }

  #stopSlow(): void {
    this.#stopFor('slow', 'A part took the indexer more than two seconds, so it is left in peace.', SLOW_PAUSE_MS)
  }

  #stopFor(code: WholeStop['code'], text: string, pauseMs = 0): void {
    this.#stop = { code, text }
    this.#resumesMs = clock().monotonic() + pauseMs
  }
}

const UNATTENDED: WholeStop = {
  code: 'unattended',
  text: 'Nobody requests it; it resumes with the next request.',
}

const NO_ROOM =
  'Its rows take more memory than there is for lists like this; an export with whole=true has no such limit.'

const IGNORES_FILTERS = 'The indexer lists rows with other bytes than requested, so nothing can be proven by them.'

function isPause({ code }: WholeStop): boolean {
  return code === 'unattended' || code === 'indexer' || code === 'estimate'
}
