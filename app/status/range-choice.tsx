import { Link } from '@/components/ui/link'
import type { Cluster } from '@/lib/page/address'
import { statusHref } from '@/lib/status/address'
import {
  isoSeconds,
  isRelative,
  RANGE_NAMES,
  type RequestedRange,
  rangeParams,
  rangesAround,
  type TimeRange,
} from '@/lib/status/range'

const MOVES = [
  ['earlier', 'Earlier'],
  ['later', 'Later'],
  ['closer', 'Zoom in'],
  ['wider', 'Zoom out'],
] as const

export function RangeChoice({
  cluster,
  range,
  timeRange,
  nowMs,
}: {
  cluster: Cluster
  range: Exclude<RequestedRange, null>
  timeRange: TimeRange
  nowMs: number
}) {
  const last = isRelative(range) ? range.last : null
  const beside = rangesAround(timeRange, nowMs)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <nav aria-label="Range" className="flex flex-wrap gap-1">
        {RANGE_NAMES.map((name) => (
          <Link
            key={name}
            href={statusHref(cluster, rangeParams({ last: name }))}
            scroll={false}
            className="button px-2.5!"
            aria-current={name === last ? 'true' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <nav aria-label="Move the range" className="flex flex-wrap gap-1">
        {MOVES.map(([move, words]) => {
          const to = beside[move]
          return to ? (
            <Link key={move} href={statusHref(cluster, rangeParams(to))} scroll={false} className="button px-2.5!">
              {words}
            </Link>
          ) : (
            <span key={move} className="button px-2.5!" aria-disabled="true">
              {words}
            </span>
          )
        })}
      </nav>
      <details className="group" key={`${timeRange.fromMs}`}>
        <summary className="button">Custom range</summary>
        <form action="/status" className="panel mt-2 flex flex-wrap items-end gap-3 p-3">
          {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
          <TimeField name="from" label="From (UTC)" ms={timeRange.fromMs} />
          <TimeField name="to" label="To (UTC)" ms={timeRange.toMs} />
          <button type="submit" className="button min-h-9!">
            Apply
          </button>
        </form>
      </details>
    </div>
  )
}

function TimeField({ name, label, ms }: { name: string; label: string; ms: number }) {
  return (
    <label className="grid gap-1 text-xs text-muted">
      <span>{label}</span>
      <input
        type="datetime-local"
        name={name}
        step={1}
        required
        defaultValue={isoSeconds(ms).replace('Z', '')}
        className="field number w-auto! text-sm!"
      />
    </label>
  )
}
