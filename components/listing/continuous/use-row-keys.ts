import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import type { HeldRows, WindowVirtualizer } from './use-row-window'

export function indexOf(element: Element): number | null {
  const body = element.closest<HTMLElement>('tbody[data-index]')
  return body ? Number(body.dataset.index) : null
}

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
  // After every render: the row to focus may exist now.
  useLayoutEffect(focusWanted)
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = event.target as Element
    // Inside an open row, keys belong to its scroll areas.
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
 * Index of the row one screen further. Uses row heights on the way rather than visible rows, which content above the list or a
 * row that was just closed would reduce.
 * @param step 1 for down, -1 for up
 * @returns may be out of range
 */
function screenFrom(frame: HTMLDivElement | null, virtualizer: WindowVirtualizer, from: number, step: 1 | -1): number {
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
    if (room < 2 * height(next)) return to
    to += step
  }
}
