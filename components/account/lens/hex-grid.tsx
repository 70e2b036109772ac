import { memo, type PointerEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { moveSelection, type Selection } from '@/lib/account/lens/selection'
import { characterAt, drawnLines, type LineState, scrollTo, stateOfLine } from './hex-lines'
import type { ByteMark } from './marks'

const WIDE_PX = 540
const GUESSED_LINE_PX = 20

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * A virtualized hex and text grid: a megabyte has 65,536 lines. Arrows, Home, End and the page keys move the cursor, Shift
 * extends the selection; a mouse drags; a tap sets the cursor, and `extending` makes the next tap extend to it.
 */
export function HexGrid({
  bytes,
  base,
  selection,
  marks,
  extending,
  onSelect,
}: {
  bytes: Uint8Array
  base: number
  selection: Selection
  marks: readonly ByteMark[]
  extending: boolean
  onSelect(selection: Selection): void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [size, setSize] = useState({ width: 16, line: GUESSED_LINE_PX, height: 18 * GUESSED_LINE_PX })
  const id = useId()
  const { width, line, height } = size
  const total = bytes.length
  const lines = Math.ceil(total / width)
  const onScreen = Math.max(1, Math.floor(height / line))
  const { first, end, most } = drawnLines({ top, height, line }, lines)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const drawn = element.querySelector<HTMLElement>('.lens-line')?.offsetHeight
      const next = {
        width: element.clientWidth >= WIDE_PX ? 16 : 8,
        line: drawn || GUESSED_LINE_PX,
        height: element.clientHeight,
      }
      setSize((now) => (now.width === next.width && now.line === next.line && now.height === next.height ? now : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    const next = scrollTo(Math.floor(selection.focus / width), { top: scrollTop, height: clientHeight, line })
    if (next !== scrollTop) element.scrollTop = next
  }, [selection, width, line])

  const dragging = useRef(false)
  const select = useCallback(
    (at: number, extend: boolean) => onSelect({ anchor: extend ? selection.anchor : at, focus: at }),
    [onSelect, selection.anchor],
  )

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    // Touch scrolls; a tap arrives as a click.
    if (event.pointerType === 'touch' || event.button !== 0) return
    const at = byteUnder(event)
    if (at === null) return
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    event.currentTarget.setPointerCapture(event.pointerId)
    dragging.current = true
    select(at, event.shiftKey || extending)
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!dragging.current) return
    const element = event.currentTarget
    const box = element.getBoundingClientRect()
    if (event.clientY < box.top) element.scrollTop -= line
    if (event.clientY > box.bottom) element.scrollTop += line
    const at = byteUnder(event)
    if (at !== null && at !== selection.focus) select(at, true)
  }

  const focusLine = Math.floor(selection.focus / width)
  const isDrawn = focusLine >= first && focusLine < end
  const drawn = []
  for (let index = first; index < end; index++) {
    drawn.push(
      <Line
        // Reusing line elements halves the work of a fast scroll.
        key={index % most}
        id={id}
        index={index}
        base={base}
        bytes={bytes}
        width={width}
        {...stateOfLine(index, { width, total }, selection, marks)}
      />,
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of 65,536 rows of which 30 are drawn
    <div
      ref={scroller}
      className="lens-scroll"
      role="grid"
      // Focus stays on the grid (aria-activedescendant): lines unmount while scrolling.
      tabIndex={0}
      aria-label="Bytes"
      aria-rowcount={lines}
      aria-colcount={width + 1}
      aria-multiselectable="true"
      aria-activedescendant={isDrawn ? `${id}-${selection.focus}` : undefined}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={(event) => {
        const withControl = event.ctrlKey || event.metaKey
        if (event.altKey) return
        const next = moveSelection(
          selection,
          { key: event.key, shiftKey: event.shiftKey, withControl },
          { total, width, lines: onScreen },
        )
        if (!next) return
        event.preventDefault()
        onSelect(next)
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragging.current = false
      }}
      onPointerCancel={() => {
        dragging.current = false
      }}
      onClick={(event) => {
        const touch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
        const at = touch ? byteUnder(event) : null
        if (at !== null) select(at, extending)
      }}
    >
      <div role="presentation" className="relative" style={{ height: lines * line }}>
        <div
          role="presentation"
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${first * line}px)` }}
        >
          {drawn}
        </div>
      </div>
    </div>
  )
}

interface LineProps extends LineState {
  id: string
  index: number
  base: number
  bytes: Uint8Array
  width: number
}

const Line = memo(function Line({ id, index, at, base, bytes, width, from, to, focus, tones }: LineProps) {
  const part = bytes.subarray(at, at + width)
  const classesOf = (place: number) => {
    const tone = tones[place - at]
    const selected = place >= from && place <= to && from >= 0
    return `${tone === '.' ? '' : `lens-tone lens-tone-${tone}`} ${selected ? 'lens-selected' : ''} ${place === focus ? 'lens-cursor' : ''}`
  }
  const cells = []
  const runs: { classes: string; text: string }[] = []
  for (const [column, byte] of part.entries()) {
    const place = at + column
    const classes = classesOf(place)
    cells.push(
      // biome-ignore lint/a11y/useSemanticElements: cells of the grid above
      // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
      <span
        key={column}
        id={`${id}-${place}`}
        role="gridcell"
        aria-colindex={column + 2}
        aria-selected={place >= from && place <= to && from >= 0}
        data-at={place}
        className={`lens-byte ${classes}`}
      >
        {HEX[byte]}
      </span>,
    )
    const character = byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'
    const run = runs.at(-1)
    if (run?.classes === classes) run.text += character
    else runs.push({ classes, text: character })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid above
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
    <div role="row" aria-rowindex={index + 1} className="lens-line" dir="ltr">
      {/* biome-ignore lint/a11y/useSemanticElements: a heading of the grid above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
      <span role="rowheader" aria-colindex={1} className="min-w-[5ch] text-muted">
        {(base + at).toString(16).padStart(4, '0')}
      </span>
      {/* Keeps its width if the last line is not full. */}
      <span role="presentation" className={width === 16 ? 'min-w-[49ch] [&>:nth-child(9)]:ms-[1ch]' : 'min-w-[24ch]'}>
        {cells}
      </span>
      <span aria-hidden="true" className="text-muted" data-text-at={at} data-length={part.length}>
        {runs.map(({ classes, text }, run) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs of one line, by their order
          <span key={run} className={`lens-char ${classes}`}>
            {text}
          </span>
        ))}
      </span>
    </div>
  )
})

/** A captured pointer reports the capturing element as its target, hence by coordinates. Null between bytes. */
function byteUnder({ clientX, clientY }: { clientX: number; clientY: number }): number | null {
  const element = document.elementFromPoint(clientX, clientY)
  const cell = element?.closest<HTMLElement>('[data-at]')
  if (cell) return Number(cell.dataset.at)
  const text = element?.closest<HTMLElement>('[data-text-at]')
  if (!text) return null
  const { left, width } = text.getBoundingClientRect()
  return Number(text.dataset.textAt) + characterAt(clientX - left, width, Number(text.dataset.length))
}
