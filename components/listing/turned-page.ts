'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import { rpcPath } from '@/lib/api/query'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import { useOffline } from '../ui/use-offline'
import type { ShownList } from './list-view'

/** What only the server can read from a cursor, or knows of the rows. */
type PageFacts = Pick<ShownList<ListMethod>, 'position' | 'units'>

/** Pages of this tab, by request. */
const pages = new Map<string, PageFacts>()

let listOnScreen: ShownList<ListMethod> | null = null

export const shownList = () => listOnScreen

/** Called when another page of a list is on screen. */
export const onPageShown = new Set<() => void>()

export function pageAt(list: ShownList<ListMethod>, cursor: string | null): PageFacts | undefined {
  return pages.get(keyOf(list, cursor))
}

export function rememberPage(list: ShownList<ListMethod>, cursor: string | null, facts: PageFacts): void {
  pages.set(keyOf(list, cursor), facts)
}

export function paramsAt<M extends ListMethod>({ params }: ShownList<M>, cursor: string | null): Params<M> {
  const { cursor: _, ...others } = params as Params<ListMethod>
  return (cursor === null ? others : { ...others, cursor }) as Params<M>
}

function keyOf(list: ShownList<ListMethod>, cursor: string | null): string {
  return rpcPath(list.method, paramsAt(list, cursor), list.network)
}

/** Milliseconds: several pages turned in a row cost the server one. */
const FOLLOW_AFTER_MS = 150

/**
 * The page that the address names: turned in the browser (turn-pages.ts), its rows come at once, and the
 * server's parts of the page (title, exports, share, notes) follow.
 */
export function useTurnedPage<M extends ListMethod>(shown: ShownList<M>): ShownList<M> {
  const router = useRouter()
  const isOffline = useOffline()
  const cursor = useSearchParams().get('cursor')
  const own = (shown.params as Params<ListMethod>).cursor ?? null
  const facts = cursor === own ? undefined : pageAt(shown as never, cursor)
  const turned = useMemo(
    () => (facts ? { ...shown, ...facts, params: paramsAt(shown, cursor), initialProblem: null, failed: null } : shown),
    [shown, facts, cursor],
  )
  useEffect(() => {
    rememberPage(shown as never, own, shown)
  }, [shown, own])
  useEffect(() => {
    listOnScreen = turned as never
    for (const listener of onPageShown) listener()
    return () => {
      listOnScreen = null
    }
  }, [turned])
  useEffect(() => {
    if (!facts || isOffline) return
    const { pathname, search, hash } = location
    const timer = setTimeout(() => router.replace(pathname + search + hash, { scroll: false }), FOLLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [facts, isOffline, router])
  return turned
}
