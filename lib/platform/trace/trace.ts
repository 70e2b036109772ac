import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { clock } from '../clock'
import { nameTraces } from '../log'
import { once } from '../once'
import type { TraceSetting } from '../trace-setting'
import { readTraceparent, Span, type SpanKind, traceparentOf } from './span'

/*
 * Traces of a read, for OpenTelemetry's collectors. Off, which is the default, all of this is one value that is null: spans
 * are null, and nothing is made for them.
 */

/** Milliseconds after the end of a request in which what it left behind still counts to it; timers may live for ever. */
const REMAINS_MS = 30_000

/** Where spans go once they have ended. */
export interface SpanExporter {
  readonly counts: { exported: number; dropped: number }
  /** Spans that are still to be sent. */
  readonly waiting: number
  add(span: Span): void
  /** Sends what waits, as far as that is done within so many milliseconds. */
  end(withinMs: number): Promise<void>
}

interface Tracing {
  setting: Pick<TraceSetting, 'sampler' | 'propagates'>
  exporter: SpanExporter
}

const state = once('traces', () => ({
  /** Null: off. */
  tracing: null as Tracing | null,
  spans: new AsyncLocalStorage<Span | null>(),
}))

/** From now on requests are traced. */
export function startTracing(setting: Tracing['setting'], exporter: SpanExporter): void {
  state().tracing = { setting, exporter }
  nameTraces(() => state().spans.getStore()?.traceId)
}

/** Sends what is left, as far as that is done within so many milliseconds, and traces no more. */
export async function endTracing(withinMs: number): Promise<void> {
  const ended = state().tracing
  state().tracing = null
  nameTraces(() => undefined)
  await ended?.exporter.end(withinMs)
}

/**
 * The span of a request that comes from outside, named by method and route; null where it is not recorded.
 * @param traceparent the caller's header, whatever it is: a trace that it names is continued.
 */
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

/** A part of the span that this code runs in; null where there is none. `of`: the rest of its name, from a bounded list. */
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

/** Runs `work`, and all that it starts, in a span; in none where that is null. */
export function inSpan<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : state().spans.run(span, work)
}

/** Runs `work` in no span, whoever has caused it: for what continues by itself. */
export function inNoSpan<T>(work: () => T): T {
  const { tracing, spans } = state()
  return tracing === null ? work() : spans.run(null, work)
}

/** What tells another service of the span; nothing unless the operator wants that: an indexer is a third party. */
export function outgoingHeaders(span: Span | null): Record<string, string> {
  return span && state().tracing?.setting.propagates ? { traceparent: traceparentOf(span) } : {}
}

/** What became of spans, and how many wait; null: traces are off. */
export function traceCounts(): { exported: number; dropped: number; waiting: number } | null {
  const { tracing } = state()
  return tracing && { ...tracing.exporter.counts, waiting: tracing.exporter.waiting }
}

/** Where a trace's id lies between 0 and 1: equal for all services that choose by it. */
function shareOf(traceId: string): number {
  return Number.parseInt(traceId.slice(-13), 16) / 2 ** 52
}
