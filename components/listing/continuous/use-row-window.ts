import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RowWindow } from '@/components/table/table-rows'
import { identityOf } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'

const OVERSCAN = 12

/**
 * Estimated heights in pixels: a table row, a card on a phone. Not updated from measurements: the virtualizer would resize
 * unmeasured rows above the screen whenever the list grows, and shift visible rows by hundreds of places.
 */
const ROW_HEIGHT = 32
const CARD_HEIGHT = 61

const PHONE = '(width < 40rem)'

export type WindowVirtualizer = ReturnType<typeof useWindowVirtualizer<HTMLElement>>

/**
 * Row indices that stay rendered off screen: the focused row, and the row that gets focus next. The first stays until the
 * second has focus: a browser that loses the focused element mid-render scrolls to where the partial layout ends.
 */
export interface HeldRows {
  focused: number | null
  wanted: number | null
}

export function useRowWindow<Item extends ItemOf<ListMethod>>(
  frame: RefObject<HTMLDivElement | null>,
  held: RefObject<HeldRows>,
  drawn: readonly Item[],
  rowsBefore: number,
  ended: boolean,
): { virtualizer: WindowVirtualizer; window: RowWindow } {
  const [phone] = useState(() => matchMedia(PHONE))
  // Reading `matches` for each of 100,000 rows takes longer than all else about them.
  const rowHeight = useRef(0)
  rowHeight.current ||= heightOn(phone)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: drawn.length,
    estimateSize: () => rowHeight.current,
    overscan: OVERSCAN,
    scrollMargin: top,
    // The sticky header would cover the first row.
    scrollPaddingStart: headerHeight(frame.current),
    scrollPaddingEnd: barHeight(frame.current),
    useFlushSync: false,
    getItemKey: useCallback((index: number) => identityOf(drawn[index] as Item), [drawn]),
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
        // Scroll anchoring is off (`overflow-anchor: none`, rows.css): visible rows are kept in place here.
        if (scrollY > known) scrollBy(0, top - known)
        else keepFocusInSight(frame.current, top - known)
      }
      known = top
      setTop(top)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame])
  useEffect(() => {
    const turned = () => {
      // Keeps the same row first although every height changed.
      const first = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0
      rowHeight.current = heightOn(phone)
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
      measure: useMeasuredRows(virtualizer),
    },
  }
}

/**
 * Measures rows from the last to the first. Where the virtualizer moves the screen for a row above it, the rows still to come lie
 * above that row; its own observer goes the other way, and computes the places of 100,000 rows again after each.
 */
function useMeasuredRows(virtualizer: WindowVirtualizer): RowWindow['measure'] {
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        const bodies = entries.map(({ target }) => ({ target, index: Number(target.getAttribute('data-index')) }))
        for (const { target, index } of bodies.sort((a, b) => b.index - a.index))
          virtualizer.resizeItem(index, target.getBoundingClientRect().height)
      }),
  )
  return useCallback(
    (body) => {
      if (body) observer.observe(body)
      return () => body && observer.unobserve(body)
    },
    [observer],
  )
}

function heightOn(phone: MediaQueryList): number {
  return phone.matches ? CARD_HEIGHT : ROW_HEIGHT
}

function keepFocusInSight(frame: HTMLElement | null, moved: number): void {
  const focused = document.activeElement
  const row = focused?.closest('tr')
  if (!frame || !focused || !row || !frame.contains(row)) return
  const edge = innerHeight - barHeight(frame)
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

export function useFirstVisible(
  frame: RefObject<HTMLDivElement | null>,
  virtualizer: WindowVirtualizer,
  rows: number,
): number {
  const offset = (virtualizer.scrollOffset ?? 0) + headerHeight(frame.current)
  const item = virtualizer.getVirtualItemForOffset(offset)
  if (!item) return 0
  return Math.min(offset > item.start + item.size / 2 ? item.index + 1 : item.index, Math.max(0, rows - 1))
}

const fixedFor = new WeakMap<HTMLTableElement, string>()

/**
 * Fixes the column widths to those of the first rows, so that columns do not move while rows scroll. Sets `data-fits` where the
 * table fits its frame, which allows a sticky header. Styles are set through the CSSOM, because the CSP refuses style
 * attributes.
 */
function steadyColumns(frame: HTMLElement): void {
  const table = frame.querySelector('table')
  if (!table?.tBodies.length) return
  const headers = [...table.querySelectorAll<HTMLElement>('thead th')]
  const key = `${innerWidth} ${headers.length}`
  if (fixedFor.get(table) === key) return
  fixedFor.set(table, key)
  for (const header of headers) header.style.width = ''
  const widths = headers.map((header) => header.getBoundingClientRect().width)
  for (const [i, header] of headers.entries()) header.style.width = `${widths[i]}px`
  if (table.offsetWidth <= frame.clientWidth) frame.dataset.fits = ''
  else delete frame.dataset.fits
}
