import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { clock } from '../clock'
import { nameTraces } from '../log'
import { once } from '../once'
import type { TraceSetting } from '../trace-setting'
import { readTraceparent, Span, type SpanKind, traceparentOf } from './span'

/* When tracing is off (the default), spans are null and nothing is allocated. */

/** Milliseconds after a request in which its remaining work still counts to it; timers may live forever. */
const REMAINS_MS = 30_000

export interface SpanExporter {
  readonly counts: { exported: number; dropped: number }
  readonly waiting: number
  add(span: Span): void
  end(withinMs: number): Promise<void>
}

interface Tracing {
  setting: Pick<TraceSetting, 'sampler' | 'propagates'>
  exporter: SpanExporter
}

const state = once('traces', () => ({
  tracing: null as Tracing | null,
  spans: new AsyncLocalStorage<Span | null>(),
}))

export function startTracing(setting: Tracing['setting'], exporter: SpanExporter): void {
  state().tracing = { setting, exporter }
  nameTraces(() => state().spans.getStore()?.traceId)
}

/** Sends waiting spans for at most `withinMs` milliseconds, then turns tracing off. */
export async function endTracing(withinMs: number): Promise<void> {
  const ended = state().tracing
  state().tracing = null
  nameTraces(() => undefined)
  await ended?.exporter.end(withinMs)
}

/** Continues a valid `traceparent`. null: not sampled. */
export function requestSpan(method: string, route: string, traceparent: unknown): Span | null {
  const { tracing } = state()
  if (tracing === null) return null
  const { followsParent, ratio } = tracing.setting.sampler
  const caller = readTraceparent(traceparent)
  const traceId = caller?.traceId ?? randomBytes(16).toString('hex')
  const isSampled = followsParent && caller ? caller.isSampled : shareOf(traceId) < ratio
  if (!isSampled) return null
  const { exporter } = tracing
  const name = `${method} ${route}`
  return new Span(traceId, caller?.spanId ?? null, name, 'server', null, (span) => exporter.add(span))
}

/** null outside of a span. `of`: rest of the name, from a bounded list. */
export function startSpan(name: string, of = '', kind: SpanKind = 'internal'): Span | null {
  const { tracing, spans } = state()
  if (tracing === null) return null
  const current = spans.getStore()
  if (!current) return null
  const { endedMs } = current.first
  return endedMs !== null && clock().monotonic() - endedMs > REMAINS_MS
    ? null
    : current.child(`${name}${of && ' '}${of}`, kind)
}

export function inSpan<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : state().spans.run(span, work)
}

/** For work that outlives its cause. */
export function inNoSpan<T>(work: () => T): T {
  const { tracing, spans } = state()
  return tracing === null ? work() : spans.run(null, work)
}

/** `traceparent`, only if the operator enables it: an indexer is a third party. */
export function outgoingHeaders(span: Span | null): Record<string, string> {
  return span && state().tracing?.setting.propagates ? { traceparent: traceparentOf(span) } : {}
}

export function traceCounts(): { exported: number; dropped: number; waiting: number } | null {
  const { tracing } = state()
  return tracing && { ...tracing.exporter.counts, waiting: tracing.exporter.waiting }
}

/** 0 to 1, the same in all services that sample by trace id. */
function shareOf(traceId: string): number {
  return Number.parseInt(traceId.slice(-13), 16) / 2 ** 52
}
