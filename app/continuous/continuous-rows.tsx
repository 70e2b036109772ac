'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import Link from 'next/link'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Age } from '@/components/block-time'
import { Completeness, SlotNumber } from '@/components/freshness'
import { EndMark } from '@/components/pager'
import { StateNotice } from '@/components/state-notice'
import type { RowWindow } from '@/components/table-rows'
import type { Answer } from '@/lib/rpc/answer'
import type { Params } from '@/lib/rpc/methods'
import { fetchJson, rpcPath } from '@/lib/rpc/query'
import type { Place } from '@/lib/urls/links'
import type { ListPosition } from '../load'
import { type ItemOf, identityOf, type PagedMethod, type UsedAnswer } from '../use-answer'
import { CHUNK, findPlace, type Loaded, LoadedList, MOST_ROWS } from './loaded-list'
import { placeInUrl, writePlaceToUrl } from './place-in-url'
import { steadyColumns } from './steady-columns'

/** The next piece is asked for when this many rows are left below the screen. */
const ROWS_AHEAD = 250

/** Rows drawn above and below the screen. */
const OVERSCAN = 12

/** Milliseconds without scrolling after which the place is written into the URL; browsers refuse a quick series. */
const PLACE_AFTER_MS = 400

/** Milliseconds before loading goes on by itself after a failure that names no time. */
const RETRY_AFTER_MS = 5_000

/** Frames for which a restored place must hold, and after how many it is given up. */
const STILL_FRAMES = 6
const MOST_FRAMES = 90

/** Heights in pixels to begin with: a row of a table, a card on a phone. */
const ROW_HEIGHT = 37
const CARD_HEIGHT = 225

const PHONE = '(width < 40rem)'

/**
 * A list in one go: loaded piece by piece while one scrolls, only the rows near the screen drawn. Its place is in the
 * URL. Loaded when this mode is used, and never on the server, so the heights of gaps may stand in style attributes.
 */
export function ContinuousRows<M extends PagedMethod>({
  used,
  answer,
  position,
  limit,
  at,
  end,
  judged,
  tools,
  keep,
  children,
}: {
  used: UsedAnswer<M>
  /** The answer that the page came with. */
  answer: Answer<M>
  position: ListPosition
  limit: number
  at(place: Place): string
  end: string
  judged: boolean
  tools: ReactNode | ((loaded: readonly ItemOf<M>[]) => ReactNode)
  keep: ((item: ItemOf<M>) => boolean) | undefined
  children(items: readonly ItemOf<M>[], window: RowWindow): ReactNode
}) {
  const { list, startOver } = useLoadedList(used, answer)
  const loaded = useSyncExternalStore(list.subscribe, list.read)
  const { rows } = loaded
  const drawn = useMemo(() => (keep ? rows.filter(keep) : rows), [rows, keep])
  const frame = useRef<HTMLDivElement>(null)
  const focused = useRef<number | null>(null)
  const { virtualizer, window } = useRowWindow(frame, focused, drawn, position.rowsBefore, loaded.cursor === null)

  const { goal, found, gone, stay } = useRestoredPlace(list, loaded, drawn, position.rowsBefore, virtualizer)
  const firstVisible = useFirstVisible(frame, virtualizer, drawn.length)
  usePlaceInUrl(goal === null, rows, drawn, firstVisible, position.rowsBefore)

  // Loads on while the reader comes near the end. With a filter over loaded rows it would load the whole list for
  // nothing: then only on demand.
  const lastDrawn = virtualizer.range?.endIndex ?? 0
  const isNear = keep === undefined && lastDrawn >= drawn.length - ROWS_AHEAD
  useEffect(() => {
    if (isNear && loaded.problem === null && list.canLoad) void list.load()
  }, [isNear, loaded, list])
  useRetry(list, loaded, isNear || goal !== null)
  const onKeyDown = useRowKeys(frame, focused, virtualizer, drawn.length)

  const ended = loaded.cursor === null
  const more = !ended && loaded.stopped === null
  return (
    <>
      {used.problem && (
        <div className="pb-4">
          <StateNotice problem={used.problem} kept />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3 text-sm text-muted">
        <strong className="font-semibold text-ink">{count(rows.length)} rows loaded</strong>
        {judged && <Completeness meta={{ ...loaded.meta, repeatsRemoved: loaded.repeats }} ended={ended} />}
        <span>
          <SlotRange slots={loaded.slots} />, first asked <Age iso={loaded.since} />
        </span>
        <button type="button" className="button" onClick={startOver} disabled={used.asking}>
          {used.asking ? 'Asking …' : 'Start over'}
        </button>
        <Link href={at({ limit })} prefetch={false} className="button">
          In pages
        </Link>
      </div>
      {typeof tools === 'function' ? tools(rows) : tools}
      {goal !== null && found === null && (
        <p className="panel mb-3 flex flex-wrap items-center gap-3 px-4 py-2 text-sm" role="status">
          Going back to row {count(goal.number)}: {count(position.rowsBefore + rows.length)} loaded so far.
          <button type="button" className="button" onClick={stay}>
            Stay here
          </button>
        </p>
      )}
      {gone !== null && (
        <p className="panel mb-3 px-4 py-2 text-sm" role="status">
          The row that the link names is not in the list any more; this is the place where it stood, row{' '}
          {count(gone.number)}.
        </p>
      )}
      {drawn.length > 0 ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between links that are in it
        <div
          ref={frame}
          className="panel sheet sheet-long"
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            focused.current = indexOf(target)
          }}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget !== null) focused.current = indexOf(relatedTarget)
          }}
        >
          {children(drawn, window)}
        </div>
      ) : (
        <p className="panel p-4 text-sm">None of the {count(rows.length)} loaded rows is kept.</p>
      )}
      {loaded.problem && (
        <div className="pt-3">
          <StateNotice problem={loaded.problem} kept note="The rows above stay; loading goes on where it stopped." />
        </div>
      )}
      {loaded.stopped !== null && (
        <p className="panel mt-3 px-4 py-3 text-sm">
          {loaded.stopped === 'stuck' ? (
            'The indexer’s next answer held only rows that are already here, so nothing more is loaded. There may be more.'
          ) : (
            <>
              No more rows are loaded into one page (at most {count(MOST_ROWS)}, fewer when they hold much data).{' '}
              <Link href={at({ limit, mode: 'continuous', cursor: loaded.cursor })} prefetch={false}>
                Go on from row {count(position.rowsBefore + rows.length + 1)}
              </Link>
            </>
          )}
        </p>
      )}
      <nav
        aria-label="Pages"
        className="panel sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 text-sm"
      >
        <span className="number">
          Row <span className="text-ink">{count(position.rowsBefore + firstVisible + 1)}</span>
          <span className="text-muted">
            {' '}
            of {count(position.rowsBefore + drawn.length)}
            {keep ? ' kept' : ended ? '' : ' so far'}
          </span>
        </span>
        {loaded.loading && <span className="text-muted">Loading more …</span>}
        {loaded.problem && <span className="chip chip-fail">Loading stopped</span>}
        {ended && <span className="chip">The end was seen</span>}
        <span className="ms-auto flex flex-wrap gap-2">
          {more && (loaded.problem !== null || keep !== undefined) && (
            <button type="button" className="button" disabled={loaded.loading} onClick={() => void list.load()}>
              {loaded.problem ? 'Try again' : `Load ${count(CHUNK)} more`}
            </button>
          )}
          <Link
            href={at({ limit, cursor: list.startBefore(rows.indexOf(drawn[firstVisible] as ItemOf<M>)) })}
            prefetch={false}
            className="button"
          >
            Pages from here
          </Link>
          <button type="button" className="button" onClick={() => globalThis.scrollTo({ top: 0 })}>
            To the top
          </button>
        </span>
      </nav>
      {ended && <EndMark>{`${end}: ${count(position.rowsBefore + rows.length)} rows`}</EndMark>}
      <p role="status" className="sr-only">
        {count(rows.length)} rows loaded.{ended && ` ${end}.`}
        {loaded.problem && ' Loading stopped.'}
      </p>
    </>
  )
}

/** The slots at which the loaded pieces were answered. */
function SlotRange({ slots }: { slots: Loaded<never>['slots'] }) {
  if (slots === null || slots.from === slots.to) {
    return (
      <>
        As of slot <SlotNumber slot={slots?.from ?? null} />
      </>
    )
  }
  return (
    <>
      Slots <SlotNumber slot={slots.from} /> to <SlotNumber slot={slots.to} />
    </>
  )
}

/** The list read last, so that going back shows what was seen before. One is kept: lists are large. */
let kept: { key: string; list: unknown } | null = null

/** The list that grows out of the page's own answer; `startOver` asks anew and drops what was loaded. */
function useLoadedList<M extends PagedMethod>({ question, refresh }: UsedAnswer<M>, answer: Answer<M>) {
  const { method, params, network } = question
  function open(first: Answer<M>): LoadedList<ItemOf<M>> {
    const key = JSON.stringify([method, params, network, first.meta.fetchedAt])
    if (kept?.key === key) return kept.list as LoadedList<ItemOf<M>>
    const ask = (cursor: string) =>
      fetchJson<Answer<M>>(rpcPath(method, { ...params, limit: CHUNK, cursor } as Params<M>, network))
    const list = new LoadedList<ItemOf<M>>(first, params.cursor ?? null, ask)
    kept = { key, list }
    return list
  }
  const [list, setList] = useState(() => open(answer))
  const replacing = useRef<Answer<M> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer answer that was asked for starts over
  useEffect(() => {
    if (replacing.current === null || replacing.current === answer) return
    replacing.current = null
    setList(open(answer))
  }, [answer])
  return {
    list,
    startOver() {
      replacing.current = answer
      globalThis.scrollTo({ top: 0 })
      refresh()
    },
  }
}

type WindowVirtualizer = ReturnType<typeof useWindowVirtualizer<HTMLElement>>

/** Which rows are drawn. Rows are measured as they are drawn; the one that holds the focus stays drawn. */
function useRowWindow<Item extends ItemOf<PagedMethod>>(
  frame: RefObject<HTMLDivElement | null>,
  focused: RefObject<number | null>,
  drawn: readonly Item[],
  rowsBefore: number,
  ended: boolean,
): { virtualizer: WindowVirtualizer; window: RowWindow } {
  const rowHeight = useRef(0)
  if (rowHeight.current === 0) rowHeight.current = matchMedia(PHONE).matches ? CARD_HEIGHT : ROW_HEIGHT
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: drawn.length,
    estimateSize: () => rowHeight.current,
    overscan: OVERSCAN,
    scrollMargin: top,
    // A header that stays at the top covers the first row otherwise.
    scrollPaddingStart: headerHeight(frame.current),
    useFlushSync: false,
    getItemKey: useCallback((index: number) => identityOf(drawn[index] as Item), [drawn]),
    measureElement: (element) => {
      const { height } = element.getBoundingClientRect()
      // An open row has two.
      if (element.childElementCount === 1 && height > 0) rowHeight.current = height
      return height
    },
    rangeExtractor: ({ startIndex, endIndex, count }) => {
      const first = Math.max(0, startIndex - OVERSCAN)
      const last = Math.min(count - 1, endIndex + OVERSCAN)
      const range = Array.from({ length: last - first + 1 }, (_, i) => first + i)
      const index = focused.current
      if (index === null || index >= count || (index >= first && index <= last)) return range
      return index < first ? [index, ...range] : [...range, index]
    },
  })
  useLayoutEffect(() => {
    const measure = () => {
      const body = frame.current?.querySelector('tbody')
      if (body) setTop(Math.round(body.getBoundingClientRect().top + scrollY))
    }
    measure()
    // What stands above may grow: tools open, notices come and go.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame])
  useEffect(() => {
    const phone = matchMedia(PHONE)
    const turned = () => {
      // The same row stays first, though every height is another one.
      const first = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0
      rowHeight.current = phone.matches ? CARD_HEIGHT : ROW_HEIGHT
      virtualizer.measure()
      if (first > 0) requestAnimationFrame(() => virtualizer.scrollToIndex(first, { align: 'start' }))
    }
    phone.addEventListener('change', turned)
    return () => phone.removeEventListener('change', turned)
  }, [virtualizer])
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

function headerHeight(frame: HTMLElement | null): number {
  return frame?.dataset.fits === undefined ? 0 : (frame.querySelector('thead')?.offsetHeight ?? 0)
}

/** Index of the first row that is on the screen and not covered by the header. */
function useFirstVisible(
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

/** Leads to the place that the URL names, loading up to it; a reader who scrolls meanwhile stays where he is. */
function useRestoredPlace<Item extends ItemOf<PagedMethod>>(
  list: LoadedList<Item>,
  loaded: Loaded<Item>,
  drawn: readonly Item[],
  rowsBefore: number,
  virtualizer: WindowVirtualizer,
) {
  const [goal, setGoal] = useState(placeInUrl)
  const [gone, setGone] = useState<typeof goal>(null)
  const stay = useCallback(() => setGoal(null), [])
  // What is loaded decides, and every step of loading is a new object.
  const found = useMemo(
    () => (goal === null || loaded.rows.length === 0 ? null : findPlace(list, goal, rowsBefore)),
    [goal, list, loaded, rowsBefore],
  )
  useEffect(() => {
    if (goal === null) return
    const row = found && loaded.rows[found.index]
    if (!row) {
      if (loaded.problem === null && list.canLoad) void list.load()
      return
    }
    const index = Math.max(0, drawn.indexOf(row))
    if (!found.exact) setGone(goal)
    // Browser and router scroll by themselves when a page comes back: the place holds when it stood for some frames.
    let still = 0
    let frames = 0
    let frame = 0
    const hold = () => {
      const offset = virtualizer.getOffsetForIndex(index, 'start')?.[0] ?? 0
      still = Math.abs(scrollY - offset) < 2 ? still + 1 : 0
      if (still === 0) virtualizer.scrollToIndex(index, { align: 'start' })
      if (still >= STILL_FRAMES || ++frames > MOST_FRAMES) setGoal(null)
      else frame = requestAnimationFrame(hold)
    }
    hold()
    return () => cancelAnimationFrame(frame)
  }, [goal, found, list, loaded, drawn, virtualizer])
  useEffect(() => {
    if (goal === null) return
    const events = ['wheel', 'touchmove', 'keydown'] as const
    for (const event of events) addEventListener(event, stay, { passive: true })
    return () => {
      for (const event of events) removeEventListener(event, stay)
    }
  }, [goal, stay])
  return { goal, found, gone, stay }
}

/** Keeps the first row on the screen in the URL, at a calm pace. */
function usePlaceInUrl<Item extends ItemOf<PagedMethod>>(
  active: boolean,
  rows: readonly Item[],
  drawn: readonly Item[],
  firstVisible: number,
  rowsBefore: number,
): void {
  // A place that the URL names and that the reader did not go to is written over.
  const atRest = useRef(active ? firstVisible : -1)
  useEffect(() => {
    if (!active || firstVisible === atRest.current) return
    const timer = setTimeout(() => {
      atRest.current = firstVisible
      const row = drawn[firstVisible]
      const number = row === undefined ? 0 : rows.indexOf(row) + 1
      writePlaceToUrl(
        firstVisible === 0 || row === undefined ? null : { number: rowsBefore + number, identity: identityOf(row) },
      )
    }, PLACE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [active, rows, drawn, firstVisible, rowsBefore])
}

/** Goes on by itself after a failure that may pass, while rows are wanted. */
function useRetry(list: { load(): Promise<void> }, { problem }: Pick<Loaded<never>, 'problem'>, wanted: boolean): void {
  useEffect(() => {
    if (!problem?.retryable || !wanted) return
    const timer = setTimeout(() => void list.load(), Math.max(problem.retryAfterMs ?? RETRY_AFTER_MS, 1_000))
    return () => clearTimeout(timer)
  }, [list, problem, wanted])
}

/** Index of the row that an element stands in; null outside of rows. */
function indexOf(element: Element): number | null {
  const body = element.closest<HTMLElement>('tbody[data-index]')
  return body ? Number(body.dataset.index) : null
}

/** Arrows, PageUp, PageDown, Home and End move the focus from row to row, whether the row is drawn yet or not. */
function useRowKeys(
  frame: RefObject<HTMLDivElement | null>,
  focused: RefObject<number | null>,
  virtualizer: WindowVirtualizer,
  rows: number,
) {
  const wanted = useRef<number | null>(null)
  function focusWanted() {
    if (wanted.current === null) return
    const link = frame.current?.querySelector<HTMLElement>(`tbody[data-index="${wanted.current}"] .row :is(a, button)`)
    if (!link) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }
  // After every drawing: the row that was asked for may be there now.
  useLayoutEffect(focusWanted)
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = event.target as Element
    // Inside an open row the keys belong to what scrolls there.
    const at = target.closest('.row') ? indexOf(target) : null
    if (at === null) return
    const from = wanted.current ?? at
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
    wanted.current = to
    // Drawn from now on, wherever the screen is.
    focused.current = to
    virtualizer.scrollToIndex(to)
    focusWanted()
  }
}

function count(rows: number): string {
  return rows.toLocaleString('en-US')
}
