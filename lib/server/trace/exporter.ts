import { clock, inTime } from '../../platform/clock'
import { log } from '../../platform/log'
import type { Span } from '../../platform/trace/span'
import type { SpanExporter } from '../../platform/trace/trace'
import type { Posted } from './post'

/** Defaults of OTEL_BSP_MAX_QUEUE_SIZE and OTEL_BSP_MAX_EXPORT_BATCH_SIZE. */
const MAX_WAITING = 2_048
const BATCH = 512

/** OTEL_BSP_SCHEDULE_DELAY's default. */
const DELAY_MS = 5_000

/** The pause between tries doubles from DELAY_MS. */
const TRIES = 4

const QUIET_MS = 60_000

/**
 * One batch at a time. Drops and counts what exceeds the queue: a failing collector costs bounded memory and delays no answer.
 */
export class Exporter implements SpanExporter {
  readonly counts = { exported: 0, dropped: 0 }
  #waiting: Span[] = []
  #sending: Promise<void> | null = null
  #tries = 0
  #ending = false
  #cancel: (() => void) | null = null
  #loggedMs = Number.NEGATIVE_INFINITY

  /** @param post never rejects */
  constructor(private readonly post: (spans: readonly Span[]) => Promise<Posted>) {}

  get waiting(): number {
    return this.#waiting.length
  }

  add(span: Span): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.counts.dropped++
      return
    }
    this.#waiting.push(span)
    if (this.#sending !== null) return
    if (this.#waiting.length >= BATCH && this.#tries === 0) this.#send()
    else this.#cancel ??= clock().after(DELAY_MS, () => this.#send())
  }

  /** Sends waiting spans for at most `withinMs` milliseconds, without retries. */
  async end(withinMs: number): Promise<void> {
    this.#ending = true
    const all = async () => {
      while (this.#waiting.length > 0 || this.#sending !== null) {
        if (this.#sending === null) this.#send()
        await this.#sending
      }
    }
    await inTime(all(), withinMs)
    this.#cancel?.()
  }

  #send(): void {
    this.#cancel?.()
    this.#cancel = null
    const batch = this.#waiting.slice(0, BATCH)
    if (batch.length === 0) return
    this.#sending = this.post(batch).then((posted) => {
      this.#sending = null
      this.#settle(batch.length, posted)
    })
  }

  #settle(size: number, { problem, isTransient, rejected }: Posted): void {
    this.#tries++
    if (problem !== null) this.#report(problem)
    const again = problem !== null && isTransient && this.#tries < TRIES && !this.#ending
    if (!again) {
      this.#waiting = this.#waiting.slice(size)
      this.counts.exported += problem === null ? size - Math.min(size, rejected) : 0
      this.counts.dropped += problem === null ? Math.min(size, rejected) : size
      this.#tries = 0
    }
    if (this.#waiting.length === 0 || this.#ending) return
    const soon = this.#waiting.length >= BATCH && problem === null
    const pauseMs = soon ? 0 : DELAY_MS * 2 ** this.#tries
    this.#cancel ??= clock().after(pauseMs, () => this.#send())
  }

  #report(outcome: string): void {
    const now = clock().monotonic()
    if (now - this.#loggedMs < QUIET_MS) return
    this.#loggedMs = now
    log('warn', 'traces are not taken', { outcome, count: this.#waiting.length })
  }
}
