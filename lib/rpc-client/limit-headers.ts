import type { IncomingHttpHeaders } from 'node:http'
import { ownMember } from '../platform/own-member'

export interface LimitHint {
  /** Calls left in the window; with several limits, the fewest. */
  remaining: number
  limit: number | null
  resetMs: number | null
}

/*
 * Matches `X-RateLimit-Remaining` and its variants with a window's or limit's name, and the IETF drafts' `RateLimit`:
 * `limit=10, remaining=0, reset=5` and `"name";r=0;t=5`. Limits of connections and tokens are ignored.
 */
const NAME = /^(?:x-)?rate-?limit-(?:([a-z]+)-)?(remaining|limit|reset)(?:-([a-z]+))?$/
const OTHERS = /^(?:conn|connections?|tokens?|bytes|size|input|output)$/

const WINDOWS: Readonly<Record<string, number>> = { second: 1_000, rps: 1_000, minute: 60_000, hour: 3_600_000 }

/** Above the first, a number is epoch seconds; above the second, epoch milliseconds. */
const EPOCH_SECONDS = 1e9
const EPOCH_MS = 1e12

/** null: no such headers. @param nowMs wall clock, for headers with a date */
export function limitHint(headers: IncomingHttpHeaders, nowMs: number): LimitHint | null {
  let fewest: LimitHint | null = parseRateLimitHeader(headers.ratelimit)
  const dated = Date.parse(headers.date ?? '')
  const from = Number.isNaN(dated) ? nowMs : dated
  for (const [name, value] of Object.entries(headers)) {
    const [, before, what, behind] = NAME.exec(name) ?? []
    const kind = before ?? behind ?? ''
    if (what !== 'remaining' || OTHERS.test(kind)) continue
    const remaining = numberIn(value)
    if (remaining === null || (fewest && remaining >= fewest.remaining)) continue
    const sibling = (word: string) => headers[name.replace('remaining', word)]
    const resetMs = resetIn(sibling('reset') ?? headers['x-ratelimit-reset-after'], from)
    fewest = { remaining, limit: numberIn(sibling('limit')), resetMs: resetMs ?? ownMember(WINDOWS, kind) ?? null }
  }
  return fewest
}

export function resetMsOf(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const hint = limitHint(headers, nowMs)
  if (hint?.resetMs != null) return hint.resetMs
  for (const name of ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset', 'x-ratelimit-reset-after']) {
    const resetMs = resetIn(headers[name], nowMs)
    if (resetMs !== null) return resetMs
  }
  return null
}

/** The header of the older or the newer draft; of the newer, the first policy. */
function parseRateLimitHeader(header: string | string[] | undefined): LimitHint | null {
  if (typeof header !== 'string') return null
  const member = (...names: string[]) => {
    const found = new RegExp(`(?:^|[;,\\s])(?:${names.join('|')})=(\\d{1,15})`).exec(header)
    return found ? Number(found[1]) : null
  }
  const [remaining, resetSeconds] = [member('remaining', 'r'), member('reset', 't')]
  if (remaining === null) return null
  return { remaining, limit: member('limit', 'q'), resetMs: resetSeconds === null ? null : resetSeconds * 1_000 }
}

function numberIn(value: string | string[] | undefined): number | null {
  const [first = ''] = String(value ?? '').split(/[,;]/)
  return /^\s*\d{1,15}(\.\d+)?\s*$/.test(first) ? Math.floor(Number(first)) : null
}

/** Seconds from now, epoch seconds or milliseconds, or a date. */
function resetIn(value: string | string[] | undefined, fromMs: number): number | null {
  const text = String(value ?? '').trim()
  if (text === '') return null
  const ms = /^\d{1,15}(\.\d+)?$/.test(text) ? fromNumber(Number(text), fromMs) : Date.parse(text) - fromMs
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : null
}

function fromNumber(value: number, fromMs: number): number {
  if (value >= EPOCH_MS) return value - fromMs
  return value >= EPOCH_SECONDS ? value * 1_000 - fromMs : value * 1_000
}

const MIN_MS = 1_000
const MAX_MS = 60_000

/** Retry-After in milliseconds, 1 s to 60 s; null: absent or invalid. A date is relative to the answer's Date header. */
export function retryAfter(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const text = headers['retry-after']?.trim()
  if (!text) return null
  if (/^-?\d+(\.\d+)?$/.test(text)) return clamp(Number(text) * 1000)
  const until = Date.parse(text)
  const from = Date.parse(headers.date ?? '')
  return Number.isNaN(until) ? null : clamp(until - (Number.isNaN(from) ? nowMs : from))
}

/** Milliseconds that a 429 asks to wait: Retry-After, else the limit's reset, 1 s to 60 s; null: neither. */
export function refusalPause(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const wanted = retryAfter(headers, nowMs)
  if (wanted !== null) return wanted
  const resetMs = resetMsOf(headers, nowMs)
  return resetMs === null ? null : clamp(resetMs)
}

function clamp(ms: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS, Math.round(ms)))
}
