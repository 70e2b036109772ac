import { randomBytes } from 'node:crypto'
import { clock } from '../clock'

export const KINDS = { internal: 1, server: 2, client: 3 } as const

export type SpanKind = keyof typeof KINDS

/** Words and numbers of ours, never an address, a URL or a body. */
export type AttributeValue = string | number | boolean

/** Ids in hex: 32 and 16 digits. */
export interface SpanContext {
  traceId: string
  spanId: string
}

/** One wall-clock reading per trace, so that setting the clock does not distort it. */
interface Origin {
  wallMs: number
  monotonicMs: number
}

export class Span implements SpanContext {
  readonly spanId = randomBytes(8).toString('hex')
  readonly attributes = new Map<string, AttributeValue>()
  readonly startedMs = clock().monotonic()
  /** Monotonic milliseconds; null: not ended. */
  endedMs: number | null = null
  failure: string | null = null

  /** @param ended called once, at end() */
  constructor(
    readonly traceId: string,
    readonly parent: string | null,
    public name: string,
    readonly kind: SpanKind,
    private readonly root: Span | null,
    private readonly ended: (span: Span) => void,
    private readonly ownOrigin: Origin = { wallMs: clock().wall(), monotonicMs: clock().monotonic() },
  ) {}

  get first(): Span {
    return this.root ?? this
  }

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

  end(): void {
    if (this.endedMs !== null) return
    this.endedMs = clock().monotonic()
    this.ended(this)
  }

  nanoseconds(monotonicMs: number): bigint {
    const { wallMs, monotonicMs: origin } = this.ownOrigin
    return BigInt(Math.floor(wallMs)) * 1_000_000n + BigInt(Math.round((monotonicMs - origin) * 1e6))
  }
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** null: invalid. https://www.w3.org/TR/trace-context/ 3.2. */
export function readTraceparent(header: unknown): (SpanContext & { isSampled: boolean }) | null {
  const [, version, traceId, spanId, flags, more] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  if (traceId === undefined || spanId === undefined || version === 'ff') return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId) || (version === '00' && more !== undefined)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '', 16) & 1) === 1 }
}

export function traceparentOf({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`
}
