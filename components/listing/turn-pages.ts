import type { QueryClient } from '@tanstack/react-query'
import type { useRouter } from 'next/navigation'
import { tokenAmounts } from '@/lib/account/lens/token-data'
import { tokenUnits } from '@/lib/account/mints/contract'
import type { Answer } from '@/lib/api/answer'
import { rpcPath, rpcQuery } from '@/lib/api/query'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import type { ShownList } from './list-view'

type List = ShownList<ListMethod>

/** What only the server can read from a cursor, or knows of the rows. */
type PageFacts = Pick<List, 'position' | 'units'>

/** Pages of this tab, by request. */
const pages = new Map<string, PageFacts>()

const LINKS = 'nav[aria-label="Pages"] a[rel]'

/** The page that the address names, where it was turned in this tab. */
export function turnedPage<M extends ListMethod>(server: ShownList<M>, cursor: string | null): ShownList<M> {
  const facts = cursor === ownCursor(server) ? undefined : factsAt(server, cursor)
  if (!facts) return server
  return { ...server, ...facts, params: paramsAt(server, cursor), initialProblem: null, failed: null }
}

/**
 * Requests the page behind a link of the pager on hover and focus. A click shows its rows at once, and the server's parts of the
 * page (title, exports, share, notes) follow; without the rows the link is an ordinary one. Returns a cleanup function.
 */
export function turnPages<M extends ListMethod>(
  client: QueryClient,
  router: ReturnType<typeof useRouter>,
  server: ShownList<M>,
  shown: ShownList<M>,
): () => void {
  const rowsAt = (cursor: string | null) => rpcQuery<ListMethod>(shown.method, paramsAt(shown, cursor), shown.network)
  const answerAt = (cursor: string | null): Answer<ListMethod> | undefined =>
    client.getQueryData(rowsAt(cursor).queryKey)

  function prepare({ target }: { target: EventTarget | null }) {
    const link = pagerLink(target)
    if (!link) return
    const cursor = cursorOf(link)
    const isNext = cursor !== null && cursor === answerAt(ownCursor(shown))?.result.value.cursor
    if (isNext || factsAt(shown, cursor)) void client.prefetchQuery(rowsAt(cursor))
  }

  function turn(event: MouseEvent) {
    const link = pagerLink(event.target)
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlain || event.defaultPrevented) return
    const cursor = cursorOf(link)
    const here = answerAt(ownCursor(shown))
    const there = answerAt(cursor)
    const facts = factsAt(shown, cursor) ?? (here && there && factsOfNext(shown, cursor, here, there))
    if (!facts || !there) return
    event.preventDefault()
    pages.set(keyOf(shown, cursor), facts)
    history.pushState(null, '', link.href)
    scrollTo(0, 0)
  }

  /** Together with the rows behind Next, so that both come from one answer of the indexer. */
  function follow() {
    if (shown === server || !navigator.onLine) return
    router.replace(location.pathname + location.search + location.hash, { scroll: false })
  }

  const { position, units } = server
  pages.set(keyOf(server, ownCursor(server)), { position, units })
  follow()
  // The pointer or the focus may already rest on a link to another page.
  prepare({ target: document.querySelector(`${LINKS}:is(:hover, :focus-visible)`) })
  document.addEventListener('pointerover', prepare)
  document.addEventListener('focusin', prepare)
  // Before the listener of all links.
  document.addEventListener('click', turn, true)
  window.addEventListener('online', follow)
  return () => {
    document.removeEventListener('pointerover', prepare)
    document.removeEventListener('focusin', prepare)
    document.removeEventListener('click', turn, true)
    window.removeEventListener('online', follow)
  }
}

function factsAt<M extends ListMethod>(list: ShownList<M>, cursor: string | null): PageFacts | undefined {
  return pages.get(keyOf(list, cursor))
}

function keyOf<M extends ListMethod>(list: ShownList<M>, cursor: string | null): string {
  return rpcPath(list.method, paramsAt(list, cursor), list.network)
}

function paramsAt<M extends ListMethod>({ params }: ShownList<M>, cursor: string | null): Params<M> {
  const { cursor: _, ...others } = params as Params<ListMethod>
  return (cursor === null ? others : { ...others, cursor }) as Params<M>
}

function ownCursor<M extends ListMethod>({ params }: ShownList<M>): string | null {
  return params.cursor ?? null
}

function pagerLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null
}

function cursorOf({ href }: HTMLAnchorElement): string | null {
  return new URL(href).searchParams.get('cursor')
}

/** Null where only the server can tell: the page is not the next one, or a mint's decimals are not known here. */
export function factsOfNext<M extends ListMethod>(
  list: ShownList<M>,
  cursor: string | null,
  here: Answer<ListMethod>,
  there: Answer<ListMethod>,
): PageFacts | null {
  if (cursor !== here.result.value.cursor) return null
  const { params, position, units } = list
  const slice = 'dataSlice' in params ? (params.dataSlice ?? null) : null
  const amounts = tokenAmounts(there.result.value.items, slice)
  const mintsHere = new Set(tokenAmounts(here.result.value.items, slice).map(({ mint }) => mint))
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
