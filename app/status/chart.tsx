import type { ComponentType } from 'react'
import type { TimeRange } from '@/lib/status/range'
import type { LivePlotProps } from './live-plot'
import { CHARTS, type ChartKind, type Columns, rangeOf, summaryText } from './series'
import { StateBackdrop } from './state-bar'
import type { Run } from './state-runs'
import { StaticPlot } from './static-plot'

export function Chart({
  kind,
  columns,
  timeRange,
  runs,
  selectedMs,
  value,
  Live,
  onSelect,
  onZoom,
}: {
  kind: ChartKind
  columns: Columns
  timeRange: TimeRange
  runs: readonly Run[]
  selectedMs: number | null
  value: string
  Live: ComponentType<LivePlotProps> | null
} & Pick<LivePlotProps, 'onSelect' | 'onZoom'>) {
  const range = rangeOf(kind, columns)
  const isMain = kind === CHARTS[0]
  const label = `${kind.title}: ${summaryText(kind, columns)}`
  return (
    <figure className={`panel min-w-0 p-3 ${isMain ? 'lg:col-span-2' : ''}`}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-sm">{kind.title}</h3>
        {range && <span className="number text-sm text-muted">{value}</span>}
      </figcaption>
      {range ? (
        <div className="relative mt-2 h-40">
          <StateBackdrop runs={runs} />
          {Live ? (
            <Live {...{ kind, columns, timeRange, range, label, selectedMs, onSelect, onZoom }} />
          ) : (
            <StaticPlot {...{ kind, columns, timeRange, range, label }} />
          )}
        </div>
      ) : (
        <p className="py-3 text-sm text-muted">{kind.none}</p>
      )}
    </figure>
  )
}
