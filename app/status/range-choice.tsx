import { Link } from '@/components/ui/link'
import type { Cluster } from '@/lib/page/address'
import { statusHref } from '@/lib/status/address'
import {
  isoSeconds,
  isRelative,
  RANGE_NAMES,
  type RequestedRange,
  rangeParams,
  type TimeRange,
} from '@/lib/status/range'

export function RangeChoice({
  cluster,
  range,
  timeRange,
}: {
  cluster: Cluster
  range: Exclude<RequestedRange, null>
  timeRange: TimeRange
}) {
  const last = isRelative(range) ? range.last : null
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
