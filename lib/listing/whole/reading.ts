import 'server-only'
import { randomBytes } from 'node:crypto'
import { toProblem } from '../../api/rpc-problem'
import { DEFAULT_CALLS, MAX_CALLS, type WholeListReport, type WholeMode, type WholeStop } from '../../api/whole'
import { groupDigits } from '../../format/numbers'
import { clock, inTime, sleep } from '../../platform/clock'
import { errorClass, log } from '../../platform/log'
import { GRACE_MS, type RequestClient, WaitingClients } from '../../platform/waiting-clients'
import { isRpcError } from '../../protocol/rpc/failure'
import { limits } from '../../rpc-client/limits'
import { isListRoomFull, listRoom, type RoomWork } from '../read/list-room'
import { RETRY_PAUSE_MS } from '../read/walk'
import { RowStore } from './row-store'
import type { ListSource } from './source'
import { isLostOrder, WholeRead, type WholeSubject } from './whole-read'

/** After an answer slower than this, the reading pauses to spare the indexer. */
export const SLOW_MS = 2_000

export const SLOW_PAUSE_MS = 30_000

/** By then a list that no one waits for can be evicted. */
const MEMORY_PAUSE_MS = GRACE_MS

export const ID_BYTES = 8

export const READING_BYTES = 32 * 1024

/** Reads one list whole for all who request it; pauses while nobody does. */
export class Reading implements RoomWork {
  readonly id = randomBytes(ID_BYTES)
  readonly rows = new RowStore()
  requestedMs = clock().monotonic()
  /** When it ended, in monotonic milliseconds; null: still running. */
  endedMs: number | null = null
  /** When something was last read, in monotonic milliseconds. */
  readMs = clock().monotonic()
  #read: WholeRead
  /** The highest limit that any request allowed; an estimate takes four or five calls. */
  #maxCalls = 0
  #stop: WholeStop | null = null
  #resumesMs = 0
  readonly #attendance = new WaitingClients()
  readonly #wanting = new WaitingClients()
  #running: Promise<void> | null = null
  isDropped = false

  /** @param source chooses the indexer, until the first answer @param onDropped called after eviction */
  constructor(
    private readonly source: () => ListSource,
    subject: WholeSubject,
    private readonly onDropped: () => void = () => {},
  ) {
    this.#read = new WholeRead(source(), subject)
  }

  get peer(): string {
    return this.#attendance.peer
  }

  get bytes(): number {
    return READING_BYTES + this.rows.bytes + this.#read.bytes
  }

  get isIdle(): boolean {
    return !this.#attendance.isAnyWaiting
  }

  readonly isRemovable = true

  drop(): void {
    this.isDropped = true
    this.rows.clear()
    this.#read.clear()
    listRoom().leave(this)
    this.onDropped()
  }

  get read(): Omit<WholeRead, 'next'> {
    return this.#read
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  get isEnded(): boolean {
    return this.#read.claim !== null
  }

  join(client: RequestClient): void {
    this.requestedMs = clock().monotonic()
    this.#attendance.join(client)
    if (!this.isDropped) listRoom().admit(this)
  }

  /** Continues while the client waits, and a moment longer. @param maxCalls only raises the limit of earlier requests */
  attend(mode: WholeMode, maxCalls: number, client: RequestClient): void {
    this.join(client)
    if (mode === 'twice') this.#read.readTwice()
    if (!this.isEnded) this.endedMs = null
    if (mode !== 'estimate') {
      this.#wanting.join(client)
      this.#maxCalls = Math.min(MAX_CALLS, Math.max(this.#maxCalls, maxCalls))
    }
    if (this.#stop && this.#mayResume(mode)) this.#stop = null
    if (!this.#stop && !this.isEnded) this.#running ??= this.#goOn()
  }

  #mayResume(mode: WholeMode): boolean {
    switch (this.#stop?.code) {
      case 'failed':
        return false
      case 'memory':
        return listRoom().hasRoom(this)
      case 'calls':
        return this.#read.calls < this.#maxCalls
      case 'estimate':
        return mode !== 'estimate'
      default:
        return clock().monotonic() >= this.#resumesMs
    }
  }

  async settled(ms: number): Promise<void> {
    if (this.#running !== null) await inTime(this.#running, ms)
  }

  get progress(): WholeListReport {
    const read = this.#read
    const { size: found, withData, unproven } = this.rows
    const stop = this.#stopNow
    return {
      ...read.facts,
      state: this.isEnded ? 'ended' : !stop ? 'reading' : PAUSES.includes(stop.code) ? 'paused' : 'stopped',
      ...(stop && !this.isEnded && { stop }),
      maxCalls: this.#maxCalls || DEFAULT_CALLS,
      estimate: read.estimate,
      rows: { found, withData, withoutData: found - withData, unproven, created: read.createdAfter(read.from ?? 0) },
    }
  }

  get #stopNow(): WholeStop | null {
    const stop = this.#stop
    if (!stop) return this.#running || this.isEnded ? null : UNATTENDED
    const isFull = stop.code === 'memory' && !listRoom().mayGrow(this)
    if (isFull || !WAITS.includes(stop.code)) return stop
    return { ...stop, retryAfterMs: Math.max(0, Math.ceil(this.#resumesMs - clock().monotonic())) }
  }

  async #goOn(): Promise<void> {
    try {
      // No tracing span: it runs for many requests.
      await this.#run()
    } catch (error) {
      log('error', 'reading fault', { error: errorClass(error) })
      this.#stopFor('failed', 'The explorer failed.')
    } finally {
      this.#running = null
      if (this.isEnded) this.endedMs ??= clock().monotonic()
    }
  }

  async #run(): Promise<void> {
    while (!this.isEnded && !this.isIdle && !this.isDropped) {
      const read = this.#read
      const isWanted = this.#wanting.isAnyWaiting
      if (!isWanted && read.isEstimated && !read.isAtEnd)
        return this.#stopFor('estimate', 'Only the estimate was requested.')
      if (isWanted && read.calls >= this.#maxCalls) {
        const text = `${groupDigits(read.calls)} calls were made, as many as allowed; calls= allows more.`
        return this.#stopFor('calls', text)
      }
      try {
        const next = async () => (this.isIdle || this.isDropped ? PAUSED : read.next())
        const more = await (read.isAtEnd ? next() : listRoom().next(this, next))
        if (more === PAUSED || this.isDropped) return
        this.#stop = null
        this.readMs = clock().monotonic()
        if (!more) return
        this.rows.put(more.rows, more.is !== 'unproven')
        this.rows.put(more.seen, false)
        this.rows.drop(more.gone)
        if (read.isPointless) return this.#stopFor('failed', IGNORES_FILTERS)
        if (read.tookMs > SLOW_MS) return this.#stopSlow()
      } catch (error) {
        if (isListRoomFull(error)) {
          return this.#stopFor('memory', listRoom().mayGrow(this) ? NO_ROOM : FULL, MEMORY_PAUSE_MS)
        }
        if (isLostOrder(error)) {
          this.#readAt(read.source, read, read.calls)
          continue
        }
        if (!isRpcError(error)) throw error
        const { failure } = error
        if (failure.kind === 'network' && failure.reason === 'timeout') return this.#stopSlow()
        const { title, retryable, retryAfterMs = RETRY_PAUSE_MS } = toProblem(failure)
        if (!retryable) return this.#stopFor('failed', `${title}.`)
        this.#stopFor('indexer', `${title}. It is requested again.`, retryAfterMs)
        await sleep(retryAfterMs)
        // Progress belongs to an indexer; before there is any, another indexer may take over.
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

const WAITS: readonly WholeStop['code'][] = ['slow', 'indexer', 'memory']

const UNATTENDED: WholeStop = {
  code: 'unattended',
  text: 'Nobody requests it; it resumes with the next request.',
}

const PAUSED = Symbol('paused')

const NO_ROOM =
  'Other lists take the memory for its rows. It resumes where it was once there is room; an export with whole=true has no such limit.'

const FULL = 'Its rows take as much memory as one list may; an export with whole=true has no such limit.'

const IGNORES_FILTERS = 'The indexer lists rows with other bytes than requested, so nothing can be proven by them.'

const PAUSES: readonly WholeStop['code'][] = ['unattended', 'indexer', 'estimate']
