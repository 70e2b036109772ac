import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { RowWindow } from '@/components/table/table-rows'
import { identityOf } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'
import { steadyColumns } from './steady-columns'

/** Rows drawn above and below the screen. */
const OVERSCAN = 12

/**
 * Heights in pixels that rows count with until they are drawn: a row of a table, a card on a phone. They do not follow what
 * was measured: the virtualizer gives rows above the screen that were never drawn a new height whenever the list grows, and
 * the rows on the screen would move by hundreds of places.
 */
const ROW_HEIGHT = 32
const CARD_HEIGHT = 61

const PHONE = '(width < 40rem)'

/** What decides which rows are drawn, and scrolls to them. */
export type WindowVirtualizer = ReturnType<typeof useWindowVirtualizer<HTMLElement>>

/**
 * Indices of rows that are drawn wherever the screen is: the one that has the focus, and the one that gets it next. The
 * first stays until the second has it: a browser that loses the focused element in the middle of a drawing lays out what
 * there is by then, and scrolls to where that ends. The second is forgotten when the focus goes elsewhere before.
 */
export interface HeldRows {
  focused: number | null
  wanted: number | null
}

/** Which rows are drawn: those on the screen and around it, and the held ones. Rows are measured as they are drawn. */
export function useRowWindow<Item extends ItemOf<ListMethod>>(
  frame: RefObject<HTMLDivElement | null>,
  held: RefObject<HeldRows>,
  drawn: readonly Item[],
  rowsBefore: number,
  ended: boolean,
): { virtualizer: WindowVirtualizer; window: RowWindow } {
  const [phone] = useState(() => matchMedia(PHONE))
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: drawn.length,
    estimateSize: () => (phone.matches ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
    scrollMargin: top,
    // A header that stays at the top covers the first row otherwise.
    scrollPaddingStart: headerHeight(frame.current),
    // So does the bar at the bottom the last one.
    scrollPaddingEnd: barHeight(frame.current),
    useFlushSync: false,
    getItemKey: useCallback((index: number) => identityOf(drawn[index] as Item), [drawn]),
    measureElement: (element) => element.getBoundingClientRect().height,
    rangeExtractor: ({ startIndex, endIndex, count }) => {
      const first = Math.max(0, startIndex - OVERSCAN)
      const last = Math.min(count - 1, endIndex + OVERSCAN)
      const range = Array.from({ length: last - first + 1 }, (_, i) => first + i)
      const { focused, wanted } = held.current
      const far = [focused, wanted]
        .filter((index) => index !== null)
        .filter((index) => index < count && (index < first || index > last))
      return [...new Set([...range, ...far])].sort((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    let known: number | null = null
    const measure = () => {
      const body = frame.current?.querySelector('tbody')
      if (!body) return
      const top = Math.round(body.getBoundingClientRect().top + scrollY)
      if (known !== null && top !== known) {
        // The browser moves no row for what grows above them (overflow-anchor): those on the screen stay there.
        if (scrollY > known) scrollBy(0, top - known)
        else keepFocusInSight(frame.current, top - known)
      }
      known = top
      setTop(top)
    }
    measure()
    // What stands above may grow: tools open, notices come and go.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame])
  useEffect(() => {
    const turned = () => {
      // The same row stays first, though every height is another one.
      const first = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0
      virtualizer.measure()
      if (first > 0) requestAnimationFrame(() => virtualizer.scrollToIndex(first, { align: 'start' }))
    }
    phone.addEventListener('change', turned)
    return () => phone.removeEventListener('change', turned)
  }, [phone, virtualizer])
  useLayoutEffect(() => (frame.current ? steadyColumns(frame.current) : undefined))
  return {
    virtualizer,
    window: {
      drawn: virtualizer
        .getVirtualItems()
        .map(({ index, start, end }) => ({ index, start: start - top, end: end - top })),
      height: virtualizer.getTotalSize(),
      rowsBefore,
      rowCount: ended ? rowsBefore + drawn.length : null,
      measure: virtualizer.measureElement,
    },
  }
}

/** Scrolls as far as rows that moved down by `moved` pixels pushed what has the focus under the bar at the bottom. */
function keepFocusInSight(frame: HTMLElement | null, moved: number): void {
  const focused = document.activeElement
  const row = focused?.closest('tr')
  if (!frame || !focused || !row || !frame.contains(row)) return
  const edge = innerHeight - barHeight(frame)
  // What was out of sight before is there because the reader scrolled.
  const wasSeen = focused.getBoundingClientRect().bottom - moved <= edge
  const under = row.getBoundingClientRect().bottom - edge
  if (wasSeen && under > 0) scrollBy(0, Math.ceil(under))
}

function headerHeight(frame: HTMLElement | null): number {
  return frame?.dataset.fits === undefined ? 0 : (frame.querySelector('thead')?.offsetHeight ?? 0)
}

function barHeight(frame: HTMLElement | null): number {
  return frame?.parentElement?.querySelector<HTMLElement>(':scope > nav')?.offsetHeight ?? 0
}

/** Index of the first row that is on the screen and not covered by the header. */
export function useFirstVisible(
  frame: RefObject<HTMLDivElement | null>,
  virtualizer: WindowVirtualizer,
  rows: number,
): number {
  const offset = (virtualizer.scrollOffset ?? 0) + headerHeight(frame.current)
  const item = virtualizer.getVirtualItemForOffset(offset)
  if (!item) return 0
  // Rows of which less than half is seen do not count.
  return Math.min(offset > item.start + item.size / 2 ? item.index + 1 : item.index, Math.max(0, rows - 1))
}
