import { randomBytes } from 'node:crypto'
import { clock } from '../clock'

/** What a span is to others, in OTLP's numbers. */
export const KINDS = { internal: 1, server: 2, client: 3 } as const

/** One of them, by name. */
export type SpanKind = keyof typeof KINDS

/** What a span can say: words and numbers of ours, never an address, a URL or a body. */
export type AttributeValue = string | number | boolean

/** Where a span belongs: ids in hex, 32 and 16 digits. */
export interface SpanContext {
  traceId: string
  spanId: string
}

/** The times of a trace follow one reading of the wall clock, so that a clock that is set in between bends none. */
interface Origin {
  wallMs: number
  monotonicMs: number
}

/** A piece of work that takes time: begun when it is made, over at its end(). */
export class Span implements SpanContext {
  readonly spanId = randomBytes(8).toString('hex')
  readonly attributes = new Map<string, AttributeValue>()
  readonly startedMs = clock().monotonic()
  /** Monotonic milliseconds; null: it goes on. */
  endedMs: number | null = null
  /** Why it failed, in a word; null: it did not. */
  failure: string | null = null

  /**
   * @param parent id of the span that it is a part of, 16 hex digits; null: none.
   * @param root the first span of the trace in this process; null: this one is it.
   * @param ended called once, at its end.
   */
  constructor(
    readonly traceId: string,
    readonly parent: string | null,
    public name: string,
    readonly kind: SpanKind,
    private readonly root: Span | null,
    private readonly ended: (span: Span) => void,
    private readonly ownOrigin: Origin = { wallMs: clock().wall(), monotonicMs: clock().monotonic() },
  ) {}

  /** The first span of the trace in this process. */
  get first(): Span {
    return this.root ?? this
  }

  /** A part of this span. */
  child(name: string, kind: SpanKind): Span {
    return new Span(this.traceId, this.spanId, name, kind, this.first, this.ended, this.ownOrigin)
  }

  set(name: string, value: AttributeValue): this {
    this.attributes.set(name, value)
    return this
  }

  fail(word: string): this {
    this.failure = word
    return this
  }

  /** It is over; later calls change nothing. */
  end(): void {
    if (this.endedMs !== null) return
    this.endedMs = clock().monotonic()
    this.ended(this)
  }

  /** Nanoseconds since the epoch of a monotonic time. */
  nanoseconds(monotonicMs: number): bigint {
    const { wallMs, monotonicMs: origin } = this.ownOrigin
    return BigInt(Math.floor(wallMs)) * 1_000_000n + BigInt(Math.round((monotonicMs - origin) * 1e6))
  }
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** What a caller's `traceparent` says; null for one that is none. https://www.w3.org/TR/trace-context/ 3.2. */
export function readTraceparent(header: unknown): (SpanContext & { isSampled: boolean }) | null {
  const [, version, traceId, spanId, flags, more] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  if (traceId === undefined || spanId === undefined || version === 'ff') return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId) || (version === '00' && more !== undefined)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '', 16) & 1) === 1 }
}

/** The header by which another service continues the trace. */
export function traceparentOf({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`
}
