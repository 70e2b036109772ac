import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import type { HeldRows, WindowVirtualizer } from './use-row-window'

/** Index of the row that an element stands in; null outside of rows. */
export function indexOf(element: Element): number | null {
  const body = element.closest<HTMLElement>('tbody[data-index]')
  return body ? Number(body.dataset.index) : null
}

/** Arrows, PageUp, PageDown, Home and End move the focus from row to row, whether the row is rendered yet or not. */
export function useRowKeys(
  frame: RefObject<HTMLDivElement | null>,
  held: RefObject<HeldRows>,
  virtualizer: WindowVirtualizer,
  rows: number,
) {
  function focusWanted() {
    const { wanted } = held.current
    if (wanted === null) return
    const link = frame.current?.querySelector<HTMLElement>(`tbody[data-index="${wanted}"] .row :is(a, button)`)
    if (!link) return
    held.current.wanted = null
    link.focus({ preventScroll: true })
  }
  // After every render: the wanted row may be there now.
  useLayoutEffect(focusWanted)
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = event.target as Element
    // Inside an open row the keys belong to what scrolls there.
    const at = target.closest('.row') ? indexOf(target) : null
    if (at === null) return
    const from = held.current.wanted ?? at
    const steps: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: screenFrom(frame.current, virtualizer, from, 1),
      PageUp: screenFrom(frame.current, virtualizer, from, -1),
      Home: 0,
      End: rows - 1,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.min(Math.max(step, 0), rows - 1)
    held.current.wanted = to
    virtualizer.scrollToIndex(to)
    focusWanted()
  }
}

/**
 * Index of the row that lies one screen further, at least the next. It counts by the heights of the rows on the way, not by
 * those on the screen: what stands above the list, or an open row that was just closed, would make the step too short.
 * @param from index of a row. @param step 1 for down, -1 for up. @returns it may lie before the first row or behind the last
 */
function screenFrom(frame: HTMLDivElement | null, virtualizer: WindowVirtualizer, from: number, step: 1 | -1): number {
  // The virtualizer may still hold the height of an open row that was just closed.
  const height = (row: { index: number; size: number }) =>
    frame?.querySelector<HTMLElement>(`tbody[data-index="${row.index}"]`)?.offsetHeight ?? row.size
  const { scrollPaddingStart, scrollPaddingEnd } = virtualizer.options
  let room = innerHeight - scrollPaddingStart - scrollPaddingEnd
  let to = from + step
  for (;;) {
    const row = virtualizer.measurementsCache[to]
    const next = virtualizer.measurementsCache[to + step]
    if (!row || !next) return to
    room -= height(row)
    // Room for the next row and for the one that the focus came from, which stays on the screen.
    if (room < 2 * height(next)) return to
    to += step
  }
}
