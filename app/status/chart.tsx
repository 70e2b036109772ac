import type { ComponentType } from 'react'
import type { TimeRange } from '@/lib/urls/status-range'
import type { LivePlotProps } from './live-plot'
import { CHARTS, type ChartKind, type Columns, rangeOf, sayWhole } from './series'
import { StateBackdrop } from './state-bar'
import type { Run } from './state-runs'
import { StaticPlot } from './static-plot'

/** One chart with its name, and the value at the moment that is looked at. */
export function Chart({
  kind,
  columns,
  stretch,
  runs,
  lookMs,
  value,
  Live,
  onLook,
  onZoom,
}: {
  kind: ChartKind
  columns: Columns
  stretch: TimeRange
  runs: readonly Run[]
  lookMs: number | null
  /** What stands beside the name: the value at that moment, in words. */
  value: string
  /** Draws it once loaded; until then, null: the static one. */
  Live: ComponentType<LivePlotProps> | null
} & Pick<LivePlotProps, 'onLook' | 'onZoom'>) {
  const range = rangeOf(kind, columns)
  const isMain = kind === CHARTS[0]
  const label = `${kind.title}: ${sayWhole(kind, columns)}`
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
            <Live {...{ kind, columns, stretch, range, label, lookMs, onLook, onZoom }} />
          ) : (
            <StaticPlot {...{ kind, columns, stretch, range, label }} />
          )}
        </div>
      ) : (
        <p className="py-3 text-sm text-muted">{kind.none}</p>
      )}
    </figure>
  )
}
