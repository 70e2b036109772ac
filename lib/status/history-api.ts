import 'server-only'
import { z } from 'zod'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { invalidParams, ProblemError } from '../api/problem'
import { withoutComments } from '../format/csv'
import { clock } from '../platform/clock'
import { stringifyJson } from '../protocol/rpc/json'
import { refuseOtherParams, takeComments, takeNetwork } from '../upstream/networks/network-param'
import { CACHE_CONTROL } from './api'
import { HISTORY_DAYS, HISTORY_POINTS, MAX_HISTORY_POINTS } from './history/contract'
import { history } from './history/history'
import { historyCsv, historyFileName } from './history-file'

const DAY_MS = 86_400_000
const DEFAULT_RANGE_MS = DAY_MS

/** Milliseconds by which a range may exceed the limits: clocks differ, and "last 90 days" links age. */
const LENIENCE_MS = 3_600_000

const FORMATS = ['json', 'csv'] as const

/**
 * GET /api/v1/status/history: JSON or a file; by default the last day. `from`, `to`: ISO 8601. facts/features.md, "/status".
 * @throws ProblemError `invalid_params`
 */
export async function answerHistory(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const comments = takeComments(search)
  refuseOtherParams(search, ['from', 'to', 'points', 'format'], ['comments'])
  const now = clock().wall()
  const format = takeHistoryFormat(search)
  const range = { ...readRange(search, now), points: readPoints(search.get('points')) }
  const recorded = history().history(network.name, range)
  if (format === 'json') return { content: new Content(stringifyJson(recorded)), cacheControl: CACHE_CONTROL }
  const csv = historyCsv(recorded, new Date(now).toISOString())
  return {
    content: new Content(comments ? csv : withoutComments(csv)),
    contentType: 'text/csv; charset=utf-8',
    fileName: historyFileName(recorded),
    cacheControl: CACHE_CONTROL,
  }
}

/** @throws ProblemError invalid_params */
export function takeHistoryFormat(search: URLSearchParams): (typeof FORMATS)[number] {
  const given = search.get('format') ?? 'json'
  const format = FORMATS.find((known) => known === given)
  if (format === undefined) throw refused('format', `must be one of ${FORMATS.join(', ')}`)
  return format
}

function readPoints(given: string | null): number {
  if (given === null) return HISTORY_POINTS
  const points = /^\d{1,4}$/.test(given) ? Number(given) : 0
  if (points < 1 || points > MAX_HISTORY_POINTS) {
    throw refused('points', `must be a whole number from 1 to ${MAX_HISTORY_POINTS}`)
  }
  return points
}

function readRange(search: URLSearchParams, now: number): { fromMs: number; toMs: number } {
  const toMs = readTime('to', search.get('to')) ?? now
  const fromMs = readTime('from', search.get('from')) ?? toMs - DEFAULT_RANGE_MS
  if (fromMs >= toMs) throw refused('from', `must be before to, which is ${new Date(toMs).toISOString()}`)
  if (fromMs < now - HISTORY_DAYS * DAY_MS - LENIENCE_MS) {
    throw refused('from', `must be within the last ${HISTORY_DAYS} days`)
  }
  if (toMs > now + LENIENCE_MS) throw refused('to', 'must not be in the future')
  return { fromMs, toMs }
}

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

function readTime(name: string, given: string | null): number | null {
  if (given === null) return null
  if (!time.safeParse(given).success) {
    throw refused(name, 'must be an ISO 8601 time with its zone, such as 2026-11-20T08:00:00Z, or a date')
  }
  return Date.parse(given)
}

function refused(name: string, message: string): ProblemError {
  return new ProblemError(invalidParams([{ name, message }]))
}
