import type { TimeRange } from '@/lib/status/range'
import { HEIGHT, linePath, WIDTH } from './line-path'
import type { ChartKind, Columns } from './series'
import { endTick } from './time-tick'

/** Drawn by the server, and by the browser until the live chart loads, in the same space, so that nothing moves. */
export function StaticPlot({
  kind,
  columns,
  timeRange,
  range: [low, high],
  label,
}: {
  kind: ChartKind
  columns: Columns
  timeRange: TimeRange
  range: readonly [low: number, high: number]
  label: string
}) {
  return (
    <>
      <div className="absolute start-13 end-2 top-2 bottom-6 border-b border-line">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block size-full overflow-visible"
          role="img"
          aria-label={label}
        >
          {low < 0 && high > 0 && (
            <path
              d={`M0 ${((high / (high - low)) * HEIGHT).toFixed(1)}H${WIDTH}`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          )}
          {kind.draws.map((name, i) => (
            <path
              key={name}
              d={linePath(columns.at, columns[name], timeRange, low, high)}
              fill="none"
              className={i === 0 ? 'stroke-ink' : 'stroke-muted'}
              strokeWidth={i === 0 ? 1.5 : 1}
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      </div>
      <p
        className="number absolute inset-y-2 start-0 flex w-12 flex-col justify-between pb-4 text-end text-xs text-muted"
        aria-hidden="true"
      >
        <span>{kind.tick(high)}</span>
        <span>{kind.tick(low)}</span>
      </p>
      <p className="number absolute start-13 end-2 bottom-0 flex justify-between text-xs text-muted" aria-hidden="true">
        <span>{endTick(timeRange.fromMs, timeRange)}</span>
        <span>{endTick(timeRange.toMs, timeRange)}</span>
      </p>
    </>
  )
}
