'use client'

import type { ReactNode } from 'react'
import { Completeness, Freshness } from '@/components/freshness'
import { Pager } from '@/components/pager'
import { StateNotice } from '@/components/state-notice'
import { LIMITS, type Place } from '@/lib/urls/links'
import type { ListPosition } from './load'
import type { ItemOf, PagedMethod, UsedAnswer } from './use-answer'

/**
 * The frame of every list page: what went wrong, which rows at which slot and how complete, the rows or why there are
 * none, and the way to other pages.
 */
export function ListView<M extends PagedMethod>({
  used: { answer, problem, asking, refresh },
  position,
  limit,
  at,
  end,
  empty,
  judged = true,
  tools,
  keep,
  children,
}: {
  used: UsedAnswer<M>
  position: ListPosition
  limit: number
  /** The link to a place in this list. */
  at(place: Place): string
  /** Words for the end of the list. */
  end: string
  /** What stands in place of the table when the list itself is empty. */
  empty: ReactNode
  /** False for a feed, which nobody expects to see whole. */
  judged?: boolean
  /** What works on the rows at hand: stands between the freshness line and the table. Given every row that is loaded. */
  tools?: ReactNode | ((loaded: readonly ItemOf<M>[]) => ReactNode)
  /** Which of the loaded rows are drawn; all of them when it is left out. It asks the indexer nothing. */
  keep?: ((item: ItemOf<M>) => boolean) | undefined
  /** The table of the rows that are drawn. */
  children(items: readonly ItemOf<M>[]): ReactNode
}) {
  if (!answer) return problem && <StateNotice problem={problem} />
  const { cursor } = answer.result.value
  const items: readonly ItemOf<M>[] = answer.result.value.items
  const drawn = keep ? items.filter(keep) : items
  const ended = (cursor ?? null) === null
  return (
    <>
      {problem && (
        <div className="pb-4">
          <StateNotice problem={problem} kept />
        </div>
      )}
      <Freshness meta={answer.meta} refreshing={asking} onRefresh={refresh} firstSlot={position.firstSlot}>
        <strong className="font-semibold text-ink">{sayRows(position.rowsBefore, items.length)}</strong>
        {judged && <Completeness meta={answer.meta} ended={ended} firstSlot={position.firstSlot} />}
      </Freshness>
      {typeof tools === 'function' ? tools(items) : tools}
      {drawn.length > 0 && <div className="panel sheet">{children(drawn)}</div>}
      {drawn.length === 0 && items.length > 0 && (
        <p className="panel p-4 text-sm">None of the {items.length.toLocaleString('en-US')} loaded rows is kept.</p>
      )}
      {items.length === 0 && position.isFirst && empty}
      {items.length === 0 && !position.isFirst && (
        <p className="panel p-4 text-sm">The list ends here: no row follows those of the page before.</p>
      )}
      {(items.length > 0 || !position.isFirst) && (
        <Pager
          end={ended && items.length > 0 ? end : null}
          links={{
            first: position.isFirst ? null : at({ limit }),
            previous: position.isFirst ? null : at({ limit, cursor: position.previous }),
            next: cursor ? at({ limit, cursor }) : null,
            sizes: LIMITS.map((size) => ({ limit: size, href: at({ limit: size }), current: size === limit })),
            continuous: null,
          }}
        />
      )}
    </>
  )
}

/** `Rows 51–100`: which rows of a list a page shows, counted from its first page. */
function sayRows(rowsBefore: number, count: number): string {
  if (count === 0) return 'No rows'
  const first = (rowsBefore + 1).toLocaleString('en-US')
  const last = (rowsBefore + count).toLocaleString('en-US')
  return count === 1 ? `Row ${first}` : `Rows ${first}–${last}`
}
