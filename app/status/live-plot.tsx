'use client'

import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { TimeRange } from '@/lib/urls/status-range'
import './live-plot.css'
import type { ChartKind, Columns } from './series'
import { timeTick } from './time-tick'

/** Room of the axes in pixels: that of the static plot, `start-13`, `end-2`, `top-2`, `bottom-6`. */
const AXIS = { start: 52, end: 8, top: 8, bottom: 24 }

/** A drag of fewer pixels is a click. */
const LEAST_DRAG = 6

/** A chart with what it draws, and the moment and range that the page shares among its charts. */
export interface LivePlotProps {
  kind: ChartKind
  columns: Columns
  stretch: TimeRange
  range: readonly [low: number, high: number]
  label: string
  /** The moment looked at (Unix milliseconds), the same in all charts of the page; null: none. */
  lookMs: number | null
  onLook(ms: number | null): void
  onZoom(stretch: TimeRange): void
}

/** A chart that answers to pointer and finger. What is drawn and looked at comes from outside. */
export function LivePlot(props: LivePlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const shown = useRef(props)
  shown.current = props
  /** The moment that this chart's own pointer told: the cursor stands there already. */
  const told = useRef<number | null>(null)
  const { kind, columns, lookMs, label } = props

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = new uPlot(optionsOf(kind, element, shown, told), dataOf(kind, shown.current.columns), element)
    plot.current = made
    const fit = new ResizeObserver(() => made.setSize(sizeOf(element)))
    fit.observe(element)
    const theme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => made.redraw(false, true)
    theme.addEventListener('change', redraw)
    made.over.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch') made.setCursor({ left: event.offsetX, top: 0 }, true)
    })
    return () => {
      theme.removeEventListener('change', redraw)
      fit.disconnect()
      made.destroy()
      plot.current = undefined
    }
  }, [kind])

  useEffect(() => {
    plot.current?.setData(dataOf(kind, columns))
  }, [kind, columns])

  useEffect(() => {
    const made = plot.current
    if (!made || lookMs === told.current) return
    told.current = lookMs
    made.setCursor(
      lookMs === null ? { left: -10, top: -10 } : { left: made.valToPos(lookMs / 1000, 'x'), top: 0 },
      false,
    )
  }, [lookMs])

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
  shown: React.RefObject<LivePlotProps>,
  told: React.RefObject<number | null>,
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
        range: () => [shown.current.stretch.fromMs / 1000, shown.current.stretch.toMs / 1000],
      },
      y: { range: () => [...shown.current.range] },
    },
    axes: [
      {
        ...text,
        size: AXIS.bottom,
        gap: 6,
        space: 72,
        grid: { show: false },
        values: (_, splits) => splits.map((seconds) => timeTick(seconds * 1000, shown.current.stretch)),
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
      // A double click would reset scales, which are the stretch's.
      bind: { dblclick: () => null },
    },
    hooks: {
      setCursor: [
        (plot) => {
          const { left = -1 } = plot.cursor
          told.current = left < 0 ? null : Math.round(plot.posToVal(left, 'x') * 1000)
          shown.current.onLook(told.current)
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < LEAST_DRAG) return
          const at = (place: number) => plot.posToVal(place, 'x') * 1000
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          shown.current.onZoom({ fromMs: at(left), toMs: at(left + width) })
        },
      ],
    },
  }
}

/** A colour of the theme at this moment: a canvas knows neither variables nor light-dark(). */
function colourOf(element: Element, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
