import { percentEncoded } from '../format/text'
import { type Cluster, href } from '../page/address'
import { firstOf, type Search, UrlReader, type UrlResult } from '../page/url-reader'
import { clock } from '../platform/clock'
import {
  isoSeconds,
  MIN_RANGE_MS,
  parseTime,
  RANGE_NAMES,
  RETENTION_MS,
  type RequestedRange,
  rangeAround,
  rangeParams,
  type TimeRange,
} from './range'

export function statusHref(
  cluster?: Cluster,
  range: { range?: string; from?: string; to?: string; view?: 'wall' } = {},
): string {
  return href('/status', { ...range, cluster })
}

/** For a screen that shows the present. */
export function isWall(search: Search): boolean {
  return firstOf(search, 'view') === 'wall'
}

/** The id names the network; `cluster` keeps it in the links of the page. */
export function incidentHref(id: string, cluster?: Cluster, ending: '' | '.json' | '.md' = ''): string {
  return href(`/status/incident/${percentEncoded(id)}${ending}`, { cluster })
}

/** Some time before and after, but not after now. */
export function aroundHref(cluster: Cluster, range: TimeRange, nowMs = Number.POSITIVE_INFINITY): string {
  return statusHref(cluster, rangeParams(rangeAround(range, nowMs)))
}

/** @param nowMs a range may not begin after it */
export function readStatusUrl(search: Search, nowMs = clock().wall()): UrlResult<RequestedRange> {
  const read = new UrlReader(search)
  const view = read.one('view')
  if (view !== null && view !== 'wall') read.refuse('view', 'must be wall, or absent for the whole page')
  return read.done(readRange(read, nowMs))
}

const TIME_RULE = 'must be a time in UTC such as 2026-11-20T10:00:00Z'

function readRange(read: UrlReader, nowMs: number): RequestedRange {
  const name = read.one('range')
  const [from, to] = [read.one('from'), read.one('to')]
  const last = RANGE_NAMES.find((known) => known === name) ?? null
  if (name !== null && last === null) read.refuse('range', `must be one of ${RANGE_NAMES.join(', ')}`)
  if (from === null && to === null) return last && { last }
  if (name !== null) read.refuse('range', 'must be absent where from and to are given')
  const [fromMs, toMs] = [readMoment(read, 'from', from), readMoment(read, 'to', to)]
  if (fromMs === null || toMs === null) return null
  if (fromMs > nowMs) read.refuse('from', `must not be in the future: it is ${isoSeconds(nowMs)}`)
  if (toMs - fromMs < MIN_RANGE_MS) read.refuse('to', `must be at least ${MIN_RANGE_MS / 1000} s after from`)
  if (toMs - fromMs > RETENTION_MS) read.refuse('from', 'must be at most 90 days before to')
  return { fromMs, toMs }
}

function readMoment(read: UrlReader, name: string, text: string | null): number | null {
  if (text === null) {
    read.refuse(name, `is missing: from and to are required together, each ${TIME_RULE.replace('must be ', '')}`)
    return null
  }
  const ms = parseTime(text)
  if (ms === null) read.refuse(name, TIME_RULE)
  return ms
}
