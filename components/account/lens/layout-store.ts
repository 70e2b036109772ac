'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import type { LayoutInAddress } from './layout-in-address'
import { NO_LAYOUT, type UsedLayout } from './used-layout'

let layout: LayoutInAddress | null = null
const MOVES = ['hashchange', 'popstate']

const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Null where it could not be loaded: the next check retries. */
function load(): Promise<LayoutInAddress | null> {
  return import('./page-layout').then(
    ({ pageLayout }) => {
      if (!layout) pageLayout.subscribe(changed)
      layout = pageLayout
      return layout
    },
    () => null,
  )
}

function check(): void {
  if (!layout && location.hash.includes('layout=')) void load()
}

function subscribe(listener: () => void): () => void {
  for (const event of MOVES) window.addEventListener(event, check)
  listeners.add(listener)
  check()
  return () => void listeners.delete(listener)
}

const inBrowser = () => layout?.read() ?? NO_LAYOUT
const onServer = () => NO_LAYOUT

/** Always none on the server, which never receives the fragment. */
export function useLayout(): UsedLayout {
  return useSyncExternalStore(subscribe, inBrowser, onServer)
}

/** Restores the layout in the URL on every page of a list. */
export function useListLayout(): UsedLayout {
  const pathname = usePathname()
  const search = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query is a new page of the list, without a fragment
  useEffect(() => layout?.keepOn(pathname), [pathname, search])
  return useLayout()
}

export async function setLayout(text: string | null): Promise<boolean> {
  const loaded = await load()
  loaded?.set(text)
  return loaded !== null
}
