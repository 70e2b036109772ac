import type { IncomingHttpHeaders } from 'node:http'
import { resetOf } from './limit-headers'

/** Bounds of what an indexer may ask for, so that neither a mistake nor malice silences us. facts/reliability.md (b). */
const MIN_MS = 1_000
const MAX_MS = 60_000

/**
 * Milliseconds that a Retry-After header asks for, from 1 s to 60 s; null without a usable one. A date counts from the
 * answer's own Date header where there is one: the indexer's clock may differ from ours.
 */
export function retryAfter(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const text = headers['retry-after']?.trim()
  if (!text) return null
  if (/^-?\d+(\.\d+)?$/.test(text)) return clamp(Number(text) * 1000)
  const until = Date.parse(text)
  const from = Date.parse(headers.date ?? '')
  return Number.isNaN(until) ? null : clamp(until - (Number.isNaN(from) ? nowMs : from))
}

/**
 * Milliseconds for which a refusal asks to keep quiet: what Retry-After says, else when its limit begins again, by whatever
 * spelling, within the same bounds; null where it names neither.
 */
export function refusalPause(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const wanted = retryAfter(headers, nowMs)
  if (wanted !== null) return wanted
  const resetMs = resetOf(headers, nowMs)
  return resetMs === null ? null : clamp(resetMs)
}

function clamp(ms: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS, Math.round(ms)))
}
