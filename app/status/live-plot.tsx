'use client'

import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { TimeRange } from '@/lib/status/range'
import './live-plot.css'
import type { ChartKind, Columns } from './series'
import { timeTick } from './time-tick'

/** Pixels; those of the static plot: `start-13`, `end-2`, `top-2`, `bottom-6`. */
const AXIS = { start: 52, end: 8, top: 8, bottom: 24 }

const LEAST_DRAG = 6

export interface LivePlotProps {
  kind: ChartKind
  columns: Columns
  timeRange: TimeRange
  range: readonly [low: number, high: number]
  label: string
  /** Unix milliseconds, shared by all charts of the page; null: none. */
  selectedMs: number | null
  onSelect(ms: number | null): void
  onZoom(timeRange: TimeRange): void
}

export function LivePlot(props: LivePlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const latestProps = useRef(props)
  latestProps.current = props
  const pointedMs = useRef<number | null>(null)
  const { kind, columns, selectedMs, label } = props

  useEffect(() => {
    const element = host.current
    if (!element) return
    const chart = new uPlot(
      optionsOf(kind, element, latestProps, pointedMs),
      dataOf(kind, latestProps.current.columns),
      element,
    )
    plot.current = chart
    const fit = new ResizeObserver(() => chart.setSize(sizeOf(element)))
    fit.observe(element)
    const theme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => chart.redraw(false, true)
    theme.addEventListener('change', redraw)
    chart.over.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch') chart.setCursor({ left: event.offsetX, top: 0 }, true)
    })
    return () => {
      theme.removeEventListener('change', redraw)
      fit.disconnect()
      chart.destroy()
      plot.current = undefined
    }
  }, [kind])

  useEffect(() => {
    plot.current?.setData(dataOf(kind, columns))
  }, [kind, columns])

  useEffect(() => {
    const chart = plot.current
    if (!chart || selectedMs === pointedMs.current) return
    pointedMs.current = selectedMs
    chart.setCursor(
      selectedMs === null ? { left: -10, top: -10 } : { left: chart.valToPos(selectedMs / 1000, 'x'), top: 0 },
      false,
    )
  }, [selectedMs])

  return <div ref={host} className="absolute inset-0" role="img" aria-label={label} />
}

function dataOf(kind: ChartKind, columns: Columns): uPlot.AlignedData {
  return [columns.at, ...kind.draws.map((name) => columns[name])]
}

function sizeOf(element: Element): { width: number; height: number } {
  const { width, height } = element.getBoundingClientRect()
  return { width: Math.floor(width), height: Math.floor(height) }
}

function optionsOf(
  kind: ChartKind,
  element: Element,
  latestProps: React.RefObject<LivePlotProps>,
  pointedMs: React.RefObject<number | null>,
): uPlot.Options {
  const colour = (name: string) => () => colourOf(element, name)
  const grid = { stroke: colour('--color-line'), width: 1 }
  const text = {
    stroke: colour('--color-muted'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid,
    ticks: { show: false },
  }
  return {
    ...sizeOf(element),
    padding: [AXIS.top, AXIS.end, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: {
        time: true,
        range: () => [latestProps.current.timeRange.fromMs / 1000, latestProps.current.timeRange.toMs / 1000],
      },
      y: { range: () => [...latestProps.current.range] },
    },
    axes: [
      {
        ...text,
        size: AXIS.bottom,
        gap: 6,
        space: 72,
        grid: { show: false },
        values: (_, splits) => splits.map((seconds) => timeTick(seconds * 1000, latestProps.current.timeRange)),
      },
      { ...text, size: AXIS.start, gap: 4, space: 36, values: (_, splits) => splits.map((value) => kind.tick(value)) },
    ],
    series: [
      {},
      ...kind.draws.map((_, i) => ({
        stroke: colour(i === 0 ? '--color-ink' : '--color-muted'),
        width: i === 0 ? 1.5 : 1,
        spanGaps: false,
        points: { size: 4 },
      })),
    ],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG },
      points: { size: 7, fill: colour('--color-leaf'), stroke: colour('--color-leaf') },
      // A double click would reset the scales, which the time range sets.
      bind: { dblclick: () => null },
    },
    hooks: {
      setCursor: [
        (plot) => {
          const { left = -1 } = plot.cursor
          pointedMs.current = left < 0 ? null : Math.round(plot.posToVal(left, 'x') * 1000)
          latestProps.current.onSelect(pointedMs.current)
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < LEAST_DRAG) return
          const at = (x: number) => plot.posToVal(x, 'x') * 1000
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          latestProps.current.onZoom({ fromMs: at(left), toMs: at(left + width) })
        },
      ],
    },
  }
}

/** A canvas resolves neither variables nor light-dark(). */
function colourOf(element: Element, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
