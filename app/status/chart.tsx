import { type PointerEvent, useState } from 'react'
import type { TimeRange } from '@/lib/status/range'
import { HEIGHT, linePath, WIDTH } from './line-path'
import { type ChartKind, highestOf, type SeriesColumns, summaryText } from './series'
import { StateBackdrop } from './state-bar'
import type { VerdictRun } from './state-runs'

/** Share of the width: a shorter drag is a click. */
const MIN_DRAG = 0.01

interface Plot {
  kind: ChartKind
  columns: SeriesColumns
  timeRange: TimeRange
  /** Unix milliseconds, shared by all charts of the page; null: none. */
  selectedMs: number | null
  onSelect(ms: number | null): void
  onZoom(timeRange: TimeRange): void
}

export function Chart({ runs, value, ...plot }: Plot & { runs: readonly VerdictRun[]; value: string }) {
  const { kind, columns, timeRange } = plot
  const highest = highestOf(kind, columns)
  return (
    <figure className="panel min-w-0 p-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-sm">{kind.title}</h3>
        {highest !== null && <span className="number text-sm text-muted">{value}</span>}
      </figcaption>
      {highest !== null ? (
        <div className="relative mt-2 h-40">
          <Lines {...plot} runs={runs} highest={highest} />
          <p
            className="number absolute inset-y-2 start-0 flex w-12 flex-col justify-between pb-4 text-end text-xs text-muted"
            aria-hidden="true"
          >
            <span>{kind.tick(highest)}</span>
            <span>{kind.tick(0)}</span>
          </p>
          <p
            className="number absolute start-13 end-2 bottom-0 flex justify-between text-xs text-muted"
            aria-hidden="true"
          >
            <span>{endTick(timeRange.fromMs, timeRange)}</span>
            <span>{endTick(timeRange.toMs, timeRange)}</span>
          </p>
        </div>
      ) : (
        <p className="py-3 text-sm text-muted">{kind.none}</p>
      )}
    </figure>
  )
}

function Lines({
  kind,
  columns,
  timeRange,
  runs,
  highest,
  selectedMs,
  onSelect,
  onZoom,
}: Plot & { runs: readonly VerdictRun[]; highest: number }) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const { fromMs, toMs } = timeRange
  const msAt = (share: number) => fromMs + share * (toMs - fromMs)
  const move = (event: PointerEvent) => {
    const share = shareAt(event)
    onSelect(Math.round(msAt(share)))
    if (drag) setDrag({ ...drag, to: share })
  }
  const begin = (event: PointerEvent) => {
    // A finger reads values or scrolls.
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ from: shareAt(event), to: shareAt(event) })
  }
  const end = () => {
    setDrag(null)
    if (!drag || Math.abs(drag.to - drag.from) < MIN_DRAG) return
    onZoom({ fromMs: msAt(Math.min(drag.from, drag.to)), toMs: msAt(Math.max(drag.from, drag.to)) })
  }
  return (
    <div
      className="plot absolute start-13 end-2 top-2 bottom-6 touch-pan-y select-none border-b border-line"
      onPointerMove={move}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={() => onSelect(null)}
    >
      <StateBackdrop runs={runs} />
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="relative block size-full overflow-visible"
        role="img"
        aria-label={`${kind.title}: ${summaryText(kind, columns)}`}
      >
        {kind.draws.map((name, i) => (
          <path
            key={name}
            d={linePath(columns.at, columns[name], timeRange, highest)}
            fill="none"
            className={i === 0 ? 'stroke-ink' : 'stroke-muted'}
            strokeWidth={i === 0 ? 1.5 : 1}
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {drag && (
          <rect
            x={Math.min(drag.from, drag.to) * WIDTH}
            width={Math.abs(drag.to - drag.from) * WIDTH}
            height={HEIGHT}
            className="fill-leaf/20"
          />
        )}
        {selectedMs !== null && (
          <path
            d={`M${(((selectedMs - fromMs) / (toMs - fromMs)) * WIDTH).toFixed(1)} 0V${HEIGHT}`}
            className="stroke-muted"
            strokeDasharray="3"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  )
}

function shareAt({ currentTarget, clientX }: PointerEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientX - left) / width))
}

function endTick(ms: number, { fromMs, toMs }: TimeRange): string {
  const [from, to, iso] = [fromMs, toMs, ms].map((each) => new Date(each).toISOString()) as [string, string, string]
  const clock = toMs - fromMs < 600_000 ? iso.slice(11, 19) : iso.slice(11, 16)
  return from.slice(0, 10) === to.slice(0, 10) ? clock : `${iso.slice(5, 10)} ${clock}`
}
