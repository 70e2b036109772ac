'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useMemo, useState } from 'react'
import { VerdictMark } from '@/components/status/verdict'
import { NotNewer } from '@/components/ui/failure'
import { Age } from '@/components/ui/time'
import { formatDuration } from '@/lib/format/duration'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import type { Cluster } from '@/lib/page/address'
import { statusHref } from '@/lib/status/address'
import { MAX_HISTORY_POINTS, type StatusHistory } from '@/lib/status/history/contract'
import { historyPath, historyQuery } from '@/lib/status/history/history-query'
import {
  isRelative,
  MIN_RANGE_MS,
  type RequestedRange,
  rangeParams,
  type TimeRange,
  timeRangeOf,
} from '@/lib/status/range'
import { Chart } from './chart'
import { IncidentList } from './incident-list'
import { detailsHref } from './incidents'
import { RangeChoice } from './range-choice'
import { RecordedBy } from './recorded-by'
import { CHARTS, type ChartKind, columnsOf, indexAt, lastValueText, valueText } from './series'
import { VerdictShares } from './shares'
import { CHART_POINTS } from './shown'
import { StateBar, StatePatterns } from './state-bar'
import { type VerdictRun, verdictAt, verdictRuns } from './state-runs'
import * as words from './words'

const SCRUBBER_STEPS = 300

/** For a range that ends in the present. */
const REDRAW_MS = 10_000

export function HistoryReport({
  network,
  cluster,
  siteUrl,
  range,
  nowMs,
  initial,
}: {
  network: string
  cluster: Cluster
  siteUrl: string
  range: Exclude<RequestedRange, null>
  nowMs: number
  initial: StatusHistory
}) {
  const goesOn = isRelative(range) || range.toMs >= nowMs
  const query = useQuery({
    ...historyQuery(network, JSON.stringify(range), () => ({
      ...timeRangeOf(range, Date.now()),
      points: CHART_POINTS,
    })),
    initialData: initial,
    refetchInterval: goesOn ? REDRAW_MS : false,
  })
  const { data } = query
  const timeRange = useMemo(() => ({ fromMs: Date.parse(data.from), toMs: Date.parse(data.to) }), [data])
  const now = Math.max(nowMs, timeRange.toMs)
  const fileOf = (format: 'csv' | 'json') => historyPath(network, { ...timeRange, points: MAX_HISTORY_POINTS }, format)
  const here = statusHref(cluster, rangeParams(timeRange))
  return (
    <section aria-labelledby="history" className="space-y-4">
      <StatePatterns />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="history" className="text-lg">
          History
        </h2>
        <p className="number text-sm text-muted">
          <span>{`${words.timeRangeText(timeRange)} · ${formatDuration(Math.round((timeRange.toMs - timeRange.fromMs) / 1000))}`}</span>
          {goesOn && (
            <>
              {' '}
              <span>· updated</span> <Age iso={data.to} />
            </>
          )}
        </p>
      </div>
      <RangeChoice cluster={cluster} range={range} timeRange={timeRange} />
      <NotNewer query={query} note={words.lastHistory} />
      <RecordedBy history={data} />
      <DrawnHistory data={data} timeRange={timeRange} cluster={cluster}>
        <IncidentList history={data} goesOn={goesOn} cluster={cluster} siteUrl={siteUrl} nowMs={now} />
      </DrawnHistory>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        This range:
        <button
          type="button"
          className="button needs-script"
          data-copy={`${siteUrl}${here}`}
          aria-label="Copy link to this range"
        >
          Copy link
        </button>
        <a href={here}>Permalink</a>
        <a href={fileOf('csv')} download rel="nofollow">
          CSV
        </a>
        <a href={fileOf('json')} download rel="nofollow">
          JSON
        </a>
      </p>
    </section>
  )
}

export function DrawnHistory({
  data,
  timeRange,
  cluster,
  kinds = CHARTS,
  children,
}: {
  data: StatusHistory
  timeRange: TimeRange
  cluster: Cluster
  kinds?: readonly ChartKind[]
  children?: ReactNode
}) {
  const router = useRouter()
  const [selectedMs, setSelectedMs] = useState<number | null>(null)
  const runs = useMemo(() => verdictRuns(data.periods, timeRange), [data, timeRange])
  const columns = useMemo(() => columnsOf(data), [data])
  const { at, points } = columns
  const index = selectedMs === null ? null : indexAt(columns, selectedMs)
  const slot = (index === null ? null : points[index]?.slot) ?? null
  const verdict = selectedMs === null ? null : verdictAt(data.periods, selectedMs)
  const zoom = (to: TimeRange) => {
    // Extends a short selection on both sides to fit two checks.
    const missing = Math.max(0, MIN_RANGE_MS - (to.toMs - to.fromMs)) / 2
    const requested = { fromMs: to.fromMs - missing, toMs: Math.ceil((to.toMs + missing) / 1000) * 1000 }
    router.push(statusHref(cluster, rangeParams(requested)), { scroll: false })
  }
  const hrefOf = ({ start, width }: VerdictRun) => {
    const at = (percent: number) => timeRange.fromMs + (percent / 100) * (timeRange.toMs - timeRange.fromMs)
    const [fromMs, toMs] = [at(start), at(start + width)]
    const incident = data.incidents.find(({ from, to }) => Date.parse(from) < toMs && Date.parse(to) > fromMs)
    return incident ? detailsHref(incident, cluster, timeRange.toMs) : null
  }
  const bar = (
    <StateBar runs={runs} hrefOf={hrefOf} label={`Status, ${words.timeRangeText(timeRange)}: ${barWords(data)}`} />
  )
  if (at.length === 0) return bar
  return (
    <>
      <div>
        {bar}
        {at.length > 1 && (
          <input
            type="range"
            className="scrubber needs-script"
            aria-label="Selected time"
            aria-valuetext={selectedMs === null ? 'now' : momentWords(selectedMs, verdict, slot)}
            min={timeRange.fromMs}
            max={timeRange.toMs}
            step={(timeRange.toMs - timeRange.fromMs) / SCRUBBER_STEPS}
            value={selectedMs ?? timeRange.toMs}
            onChange={(event) => setSelectedMs(Number(event.target.value))}
            onBlur={() => setSelectedMs(null)}
          />
        )}
      </div>
      <VerdictShares history={data} />
      {children}
      <div>
        <p className="number sticky top-0 z-[5] flex min-h-10 flex-wrap items-center gap-x-4 bg-paper py-2 text-sm">
          {selectedMs === null ? (
            <span className="text-muted">
              <span className="needs-script">{words.hover}</span>
              <span>{words.inUtc}</span>
            </span>
          ) : (
            <>
              <strong className="font-semibold">
                {`${new Date(selectedMs).toISOString().replace('T', ' ').slice(0, 19)} UTC`}
              </strong>
              <span className="inline-flex items-center gap-2">
                {verdict ? (
                  <>
                    <VerdictMark verdict={verdict} /> <span translate="no">{verdict}</span>
                  </>
                ) : (
                  'no data'
                )}
              </span>
              <span>{slot === null ? 'no slot' : `slot ${groupDigits(slot)}`}</span>
            </>
          )}
        </p>
        <div className="grid gap-3 lg:grid-cols-2">
          {kinds.map((kind) => (
            <Chart
              key={kind.title}
              {...{ kind, columns, timeRange, runs, selectedMs }}
              value={selectedMs === null ? lastValueText(kind, columns) : valueText(kind, columns, index)}
              onSelect={setSelectedMs}
              onZoom={zoom}
            />
          ))}
        </div>
      </div>
    </>
  )
}

function momentWords(ms: number, verdict: string | null, slot: number | null): string {
  const time = new Date(ms).toISOString().slice(11, 19)
  return `${time} UTC, ${verdict ?? 'no data'}${slot === null ? '' : `, slot ${groupDigits(slot)}`}`
}

function barWords({ periods, incidents }: StatusHistory): string {
  const gaps = periods.filter(({ verdict }) => verdict === null).length
  return `${formatCount(incidents.length, 'incident')}, ${formatCount(gaps, 'gap')}`
}
