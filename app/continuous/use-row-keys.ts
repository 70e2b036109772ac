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
    const screen = Math.max(1, (virtualizer.range?.endIndex ?? 0) - (virtualizer.range?.startIndex ?? 0) - 1)
    const steps: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + screen,
      PageUp: from - screen,
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
