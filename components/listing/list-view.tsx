'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { EmptyList, isAbsenceCertain } from '@/components/listing/empty-list'
import { Completeness, Freshness, NoAnswer, NoNewerAnswer } from '@/components/listing/freshness'
import { SortNote } from '@/components/listing/notes'
import { Pager } from '@/components/listing/pager'
import { type RowWindow, type Sorting, SortingContext } from '@/components/table/table-rows'
import { lazyModule } from '@/components/ui/lazy-module'
import type { TokenUnits } from '@/lib/account/mints/contract'
import type { AnswerIdl } from '@/lib/api/idl'
import type { Problem } from '@/lib/api/problem'
import type { SlotReset } from '@/lib/api/status'
import { readSort, sortText } from '@/lib/listing/address/columns'
import {
  type ListAddress,
  type ListMode,
  type ListParams,
  listHref,
  pageSizes,
} from '@/lib/listing/address/list-address'
import type { ListPlace } from '@/lib/listing/cursor/cursor'
import { sumText } from '@/lib/listing/pages/list-summary'
import { identityOf, type RowsName } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod, Params } from '@/lib/protocol/rpc/methods'
import type { UsedAnswer } from './use-answer'
import * as words from './words'

/** Serializable: passed from the page to its client component. */
export interface ShownList<M extends ListMethod> {
  method: M
  params: Params<M>
  network: string
  address: ListAddress
  position: ListPlace
  limit: number
  rows: RowsName
  sort: string | null
  mode: ListMode
  columns: readonly string[] | null
  /** The response must not be older than this slot; null: any. */
  minSlot: number | null
  end: string
  /** False for lists that are not expected to be complete. */
  judged: boolean
  initialProblem: Problem | null
  failed: ReactNode
  empty: ReactNode
  /** Server-rendered notice for users without scripts, above a continuous list; null: the list is paged. */
  notContinuous: ReactNode
  reset: SlotReset | null
  /** Null: base units. Holds the mints of the first page only. */
  units: TokenUnits | null
  /** With the structs of the first page only. */
  idl: AnswerIdl | null
}

const useSorter = lazyModule(() => import('@/lib/listing/address/sort-rows'))

export function ListView<M extends ListMethod>({
  used,
  shown,
  tools,
  keep,
  children,
}: {
  used: UsedAnswer<M>
  shown: ShownList<M>
  tools?: ((loaded: number, found: number) => ReactNode) | undefined
  /** Filters loaded rows, without a request; absent: all. */
  keep?: ((item: ItemOf<M>) => boolean) | undefined
  children(items: readonly ItemOf<M>[], window?: RowWindow): ReactNode
}) {
  const { params, position, limit, rows, sort: by, mode, columns, minSlot, address, reset, units } = shown
  const at = (place: ListParams) => listHref(address, { columns, sort: by, minSlot, ...place })
  const sort = by === null ? null : readSort(rows, by)
  const sorting: Sorting = {
    sort,
    hrefOf: (next) => at({ limit, mode, sort: next && sortText(next) }),
  }
  const { end, judged } = shown
  const continuous = useContinuousRows(mode)
  const { answer, answeredAt, asking, refresh } = used
  const isSortedHere = sort !== null && answer?.meta.sorted?.whole === false
  const sorter = useSorter(isSortedHere)
  if (!answer) return <NoAnswer used={used} failed={shown.failed} />
  if (continuous.Rows && answer.result.value.items.length > 0) {
    const { Rows } = continuous
    return (
      <SortingContext value={sorting}>
        <Rows {...{ used, answer, position, limit, at, end, judged, tools, keep }}>{children}</Rows>
      </SortingContext>
    )
  }
  const { cursor } = answer.result.value
  const { meta } = answer
  const inOwnOrder: readonly ItemOf<M>[] = answer.result.value.items
  const slice = 'dataSlice' in params ? (params.dataSlice ?? null) : null
  // The server sorts whole lists only; the rows of any other list are sorted here.
  const items =
    sort && sorter.module && isSortedHere
      ? (sorter.module.sortRows(rows, inOwnOrder, sort, slice) as ItemOf<M>[])
      : inOwnOrder
  const drawn = keep ? items.filter(keep) : items
  const rowsBefore = meta.rowsBefore ?? position.rowsBefore
  const sum = sumText(meta, units?.mints)
  const ended = cursor === null
  const isUncertain = items.length === 0 && !isAbsenceCertain(meta.slot, reset)
  return (
    <>
      <NoNewerAnswer used={used} />
      <div className="list-line">
        <Freshness
          meta={answer.meta}
          answeredAt={answeredAt}
          refreshing={asking}
          onRefresh={refresh}
          firstSlot={position.firstSlot}
        >
          <strong className="font-semibold text-ink">{words.rowsText(rowsBefore, items.length, meta)}</strong>
          {sum && <span className="number text-ink">{sum}</span>}
          {judged && !isUncertain && <Completeness meta={answer.meta} ended={ended} firstSlot={position.firstSlot} />}
        </Freshness>
        {tools?.(items.length, drawn.length)}
      </div>
      {shown.notContinuous}
      {continuous.failed && (
        <p className="panel mb-3 px-4 py-2 text-sm" role="status">
          {words.noContinuous}
        </p>
      )}
      {items.length > 0 && <SortNote sorted={meta.sorted} rows={items.length} loaded={!sorter.failed} />}
      {drawn.length > 0 && (
        <SortingContext value={sorting}>
          <div className="panel sheet">{children(drawn)}</div>
        </SortingContext>
      )}
      {drawn.length === 0 && items.length > 0 && <p className="panel p-4 text-sm">{words.noMatch(items.length)}</p>}
      {items.length === 0 && position.isFirst && (
        <EmptyList slot={meta.slot} reset={reset}>
          {shown.empty}
        </EmptyList>
      )}
      {items.length === 0 && !position.isFirst && (
        <p className="panel p-4 text-sm">{words.emptyPlace(position.rowsBefore !== null)}</p>
      )}
      {(items.length > 0 || !position.isFirst) && (
        <Pager
          end={ended && items.length > 0 ? end : null}
          links={{
            first: position.isFirst ? null : at({ limit }),
            previous: position.isFirst ? null : at({ limit, cursor: position.previous }),
            next: cursor ? at({ limit, cursor }) : null,
            sizes: pageSizes(limit, (size) => at({ limit: size })),
            continuous: at({ limit, mode: 'continuous', at: position.isFirst ? null : firstRow(rowsBefore, items) }),
          }}
        />
      )}
    </>
  )
}

type ContinuousRows = typeof import('./continuous/continuous-rows').ContinuousRows

/** Loaded on first use; until then, and without scripts, the list is paged. */
function useContinuousRows(mode: ListMode): { Rows: ContinuousRows | null; failed: boolean } {
  const [loaded, setLoaded] = useState<{ Rows: ContinuousRows | null }>()
  useEffect(() => {
    if (mode !== 'continuous') return
    import('./continuous/continuous-rows').then(
      ({ ContinuousRows }) => setLoaded({ Rows: ContinuousRows }),
      () => setLoaded({ Rows: null }),
    )
  }, [mode])
  return { Rows: (mode === 'continuous' && loaded?.Rows) || null, failed: loaded?.Rows === null }
}

function firstRow<M extends ListMethod>(rowsBefore: number | null, items: readonly ItemOf<M>[]) {
  const [first] = items
  return { number: (rowsBefore ?? 0) + 1, identity: first === undefined ? null : identityOf(first) }
}
