import type { QueryClient } from '@tanstack/react-query'
import { amountsIn } from '@/lib/account/mints/amounts-in'
import { tokenUnits } from '@/lib/account/mints/contract'
import type { Answer } from '@/lib/api/answer'
import { rpcQuery } from '@/lib/api/query'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import type { ShownList } from './list-view'
import { onPageShown, pageAt, paramsAt, rememberPage, shownList } from './turned-page'

const LINKS = 'nav[aria-label="Pages"] a[rel]'

/**
 * Requests the page behind a link of the pager on hover and focus. A click shows its rows at once; without them the link is an
 * ordinary one. Returns a cleanup function.
 */
export function turnPages(client: QueryClient): () => void {
  const rowsAt = (list: ShownList<ListMethod>, cursor: string | null) =>
    rpcQuery(list.method, paramsAt(list, cursor), list.network)
  const answerAt = (list: ShownList<ListMethod>, cursor: string | null): Answer<ListMethod> | undefined =>
    client.getQueryData(rowsAt(list, cursor).queryKey)

  function prepare({ target }: { target: EventTarget | null }) {
    const link = pagerLink(target)
    const list = shownList()
    if (!link || !list) return
    const cursor = cursorOf(link)
    const isNext = cursor !== null && cursor === answerAt(list, ownCursor(list))?.result.value.cursor
    if (isNext || pageAt(list, cursor)) void client.prefetchQuery(rowsAt(list, cursor))
  }

  function turn(event: MouseEvent) {
    const link = pagerLink(event.target)
    const list = shownList()
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !list || !isPlain) return
    const cursor = cursorOf(link)
    const here = answerAt(list, ownCursor(list))
    const there = answerAt(list, cursor)
    const facts = pageAt(list, cursor) ?? (here && there && factsOfNext(list, cursor, here, there))
    if (!facts || !there) return
    event.preventDefault()
    rememberPage(list, cursor, facts)
    history.pushState(null, '', link.href)
    scrollTo(0, 0)
  }

  /** The pointer or a keyboard's focus may rest on a link that now leads on. */
  function prepareWhereLeft() {
    prepare({ target: document.querySelector(`${LINKS}:is(:hover, :focus-visible)`) })
  }

  onPageShown.add(prepareWhereLeft)
  prepareWhereLeft()
  document.addEventListener('pointerover', prepare)
  document.addEventListener('focusin', prepare)
  // Before the listener of all links.
  document.addEventListener('click', turn, true)
  return () => {
    onPageShown.delete(prepareWhereLeft)
    document.removeEventListener('pointerover', prepare)
    document.removeEventListener('focusin', prepare)
    document.removeEventListener('click', turn, true)
  }
}

function pagerLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null
}

function cursorOf({ href }: HTMLAnchorElement): string | null {
  return new URL(href).searchParams.get('cursor')
}

function ownCursor({ params }: ShownList<ListMethod>): string | null {
  return (params as Params<ListMethod>).cursor ?? null
}

/** Null where only the server can tell: the page is not the next one, or a mint's decimals are not known here. */
function factsOfNext(
  list: ShownList<ListMethod>,
  cursor: string | null,
  here: Answer<ListMethod>,
  there: Answer<ListMethod>,
) {
  if (cursor !== here.result.value.cursor) return null
  const { params, position, units } = list
  const slice = 'dataSlice' in params ? (params.dataSlice ?? null) : null
  const amounts = amountsIn(there.result.value.items, slice)
  const mintsHere = new Set(amountsIn(here.result.value.items, slice).map(({ mint }) => mint))
  if (!amounts.every(({ mint }) => mintsHere.has(mint) || units?.mints[mint])) return null
  const rowsBefore = here.meta.rowsBefore ?? position.rowsBefore
  return {
    units: units && tokenUnits(units.mints, amounts),
    position: {
      rowsBefore: rowsBefore === null ? null : rowsBefore + here.result.value.items.length,
      previous: ownCursor(list),
      isFirst: false,
      firstSlot: position.isFirst ? here.meta.slot : position.firstSlot,
    },
  }
}
