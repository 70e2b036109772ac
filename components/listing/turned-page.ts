'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import type { ListMethod } from '@/lib/protocol/rpc/methods'
import { whenIdle } from '../ui/when-idle'
import type { ShownList } from './list-view'

let loaded: typeof import('./turn-pages') | null = null

/** The page that the address names: the server's, or one turned in the browser, which lets links of the pager turn pages. */
export function useTurnedPage<M extends ListMethod>(server: ShownList<M>): ShownList<M> {
  const client = useQueryClient()
  const router = useRouter()
  const cursor = useSearchParams().get('cursor')
  const [turning, setTurning] = useState(loaded)
  const shown = useMemo(() => turning?.turnedPage(server, cursor) ?? server, [turning, server, cursor])
  useEffect(() => {
    whenIdle(
      () =>
        void import('./turn-pages').then((module) => {
          loaded = module
          setTurning(module)
        }),
    )
  }, [])
  useEffect(() => turning?.turnPages(client, router, server, shown), [turning, client, router, server, shown])
  return shown
}
