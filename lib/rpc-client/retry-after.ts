import type { IncomingHttpHeaders } from 'node:http'
import { resetOf } from './limit-headers'

const MIN_MS = 1_000
const MAX_MS = 60_000

/** Retry-After in milliseconds, 1 s to 60 s; null without a usable one. A date counts from the answer's own Date header. */
export function retryAfter(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const text = headers['retry-after']?.trim()
  if (!text) return null
  if (/^-?\d+(\.\d+)?$/.test(text)) return clamp(Number(text) * 1000)
  const until = Date.parse(text)
  const from = Date.parse(headers.date ?? '')
  return Number.isNaN(until) ? null : clamp(until - (Number.isNaN(from) ? nowMs : from))
}

/** Milliseconds that a refusal requests: Retry-After, else the limit's reset, within the same bounds; null: neither. */
export function refusalPause(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const wanted = retryAfter(headers, nowMs)
  if (wanted !== null) return wanted
  const resetMs = resetOf(headers, nowMs)
  return resetMs === null ? null : clamp(resetMs)
}

function clamp(ms: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS, Math.round(ms)))
}
