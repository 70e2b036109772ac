import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type RowPosition, readRowPosition, rowPositionText } from '@/lib/listing/address/list-address'
import { identityOf } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'
import { findPlace, type JoinedList } from './loaded-list'
import type { WindowVirtualizer } from './use-row-window'

/** Without scrolling, since browsers reject frequent URL updates. */
const PLACE_AFTER_MS = 400

const STILL_FRAMES = 6
const MAX_FRAMES = 90

export function useRestoredPlace<M extends ListMethod>(
  list: JoinedList<M>,
  drawn: readonly ItemOf<M>[],
  rowsBefore: number,
  virtualizer: WindowVirtualizer,
) {
  const [goal, setGoal] = useState(placeInUrl)
  const [missing, setMissing] = useState<typeof goal>(null)
  const stays = useRef(false)
  const stay = useCallback(() => {
    stays.current = true
    setGoal(null)
  }, [])
  const target = useMemo(() => (goal === null ? null : findPlace(list, goal, rowsBefore)), [goal, list, rowsBefore])
  useEffect(() => {
    const row = target && list.rows[target.index]
    if (goal === null || !row) return
    const index = Math.max(0, drawn.indexOf(row))
    if (!target.exact) setMissing(goal)
    // Browser and router restore scroll positions too: wait until the place holds for some frames.
    let still = 0
    let frames = 0
    let frame = 0
    const hold = () => {
      if (stays.current) return
      const offset = virtualizer.getOffsetForIndex(index, 'start')?.[0] ?? 0
      still = Math.abs(scrollY - offset) < 2 ? still + 1 : 0
      if (still === 0) virtualizer.scrollToIndex(index, { align: 'start' })
      if (still >= STILL_FRAMES || ++frames > MAX_FRAMES) setGoal(null)
      else frame = requestAnimationFrame(hold)
    }
    hold()
    return () => cancelAnimationFrame(frame)
  }, [goal, target, list, drawn, virtualizer])
  useEffect(() => {
    if (goal === null) return
    const events = ['wheel', 'touchmove', 'keydown'] as const
    for (const event of events) addEventListener(event, stay, { passive: true })
    return () => {
      for (const event of events) removeEventListener(event, stay)
    }
  }, [goal, stay])
  return { goal, target, missing, stay }
}

/**
 * Writes the first visible row into the URL, 400 ms after scrolling stops.
 * @param firstVisible index among the rendered rows, from 0
 * @param rowsBefore rows of the list before the first loaded one
 */
export function usePlaceInUrl<Item extends ItemOf<ListMethod>>(
  active: boolean,
  rows: readonly Item[],
  drawn: readonly Item[],
  firstVisible: number,
  rowsBefore: number,
): void {
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

function placeInUrl(): RowPosition | null {
  return readRowPosition(new URLSearchParams(location.search).get('at') ?? '')
}

function writePlaceToUrl(place: RowPosition | null): void {
  const search = new URLSearchParams(location.search)
  if (place === null) search.delete('at')
  else search.set('at', rowPositionText(place))
  const text = search.toString().replaceAll('%3A', ':')
  const path = text === '' ? location.pathname : `${location.pathname}?${text}`
  if (path === location.pathname + location.search) return
  // Native replaceState: the router's wrapper cancels pending navigation and renders everything again. The fragment holds the
  // user's layout.
  History.prototype.replaceState.call(history, history.state, '', path + location.hash)
}
