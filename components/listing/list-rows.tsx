'use client'

import type { ReactNode } from 'react'
import type { RowWindow } from '@/components/table/table-rows'
import type { Problem } from '@/lib/api/problem'
import type { RowsName } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod, ListMethodOf } from '@/lib/protocol/rpc/methods'
import { ListView, type ShownList } from './list-view'
import { useTurnedPage } from './turned-page'
import { type UsedAnswer, useAnswer } from './use-answer'

export interface RowsProps<R extends RowsName> {
  shown: ShownList<ListMethodOf<R>>
}

export function ListRows<M extends ListMethod>({
  shown: server,
  everyMs = false,
  instead,
  note,
  ...view
}: {
  shown: ShownList<M>
  everyMs?: number | false
  instead?: ((used: UsedAnswer<M>) => ReactNode) | undefined
  note?: ((problem: Problem) => ReactNode) | undefined
  tools?: ((loaded: readonly ItemOf<M>[]) => ReactNode) | undefined
  keep?: ((item: ItemOf<M>) => boolean) | undefined
  children(items: readonly ItemOf<M>[], window?: RowWindow): ReactNode
}) {
  const shown = useTurnedPage(server)
  const { method, params, network, initialProblem } = shown
  const used = useAnswer(method, params, network, initialProblem, everyMs)
  return (
    instead?.(used) ?? (
      <>
        {used.problem && note?.(used.problem)}
        <ListView used={used} shown={shown} {...view} />
      </>
    )
  )
}
