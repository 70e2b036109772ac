'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import type { LayoutInAddress } from './layout-in-address'
import { NO_LAYOUT, type UsedLayout } from './used-layout'

let layout: LayoutInAddress | null = null
let coming: Promise<LayoutInAddress> | null = null

const MOVES = ['hashchange', 'popstate']

const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

function load(): Promise<LayoutInAddress> {
  coming ??= import('./page-layout').then(
    ({ pageLayout }) => {
      layout = pageLayout
      pageLayout.subscribe(changed)
      return pageLayout
    },
    (error) => {
      // Offline, for instance: the next check retries.
      coming = null
      throw error
    },
  )
  return coming
}

function check(): void {
  if (!layout && location.hash.includes('layout=')) load().catch(() => {})
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const event of MOVES) window.addEventListener(event, check)
  listeners.add(listener)
  check()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const event of MOVES) window.removeEventListener(event, check)
  }
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
  const loaded = await load().catch(() => null)
  loaded?.set(text)
  return loaded !== null
}
