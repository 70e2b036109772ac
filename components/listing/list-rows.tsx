'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { RowWindow } from '@/components/table/table-rows'
import type { Problem } from '@/lib/api/problem'
import type { RowsName } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod, ListMethodOf } from '@/lib/protocol/rpc/methods'
import { lazyModule } from '../ui/lazy-module'
import { whenIdle } from '../ui/when-idle'
import { ListView, type ShownList } from './list-view'
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
  tools?: ((loaded: number, found: number) => ReactNode) | undefined
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

const useTurning = lazyModule(() => import('./turn-pages'))

/** The page that the address names: the server's, or one turned in the browser, which lets links of the pager turn pages. */
export function useTurnedPage<M extends ListMethod>(server: ShownList<M>): ShownList<M> {
  const client = useQueryClient()
  const router = useRouter()
  const cursor = useSearchParams().get('cursor')
  const [isIdle, setIdle] = useState(false)
  const { module: turning } = useTurning(isIdle)
  const shown = useMemo(() => turning?.turnedPage(server, cursor) ?? server, [turning, server, cursor])
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useEffect(() => turning?.turnPages(client, router, server, shown), [turning, client, router, server, shown])
  return shown
}
