'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { type Address, LayoutInAddress, NO_LAYOUT, type UsedLayout } from './layout-in-address'

const address: Address = {
  pathname: () => window.location.pathname,
  fragment: () => window.location.hash,
  setFragment(fragment) {
    const { pathname, search } = window.location
    window.history.replaceState(null, '', `${pathname}${search}${fragment}`)
  },
  watch(changed) {
    window.addEventListener('hashchange', changed)
    window.addEventListener('popstate', changed)
    return () => {
      window.removeEventListener('hashchange', changed)
      window.removeEventListener('popstate', changed)
    }
  },
}

const layout = new LayoutInAddress(address, async () => (await import('./read-rows')).layoutOf)

const onServer = () => NO_LAYOUT

/** The layout of this page's address. None on the server, which never sees it. */
export function useLayout(): UsedLayout {
  return useSyncExternalStore(layout.subscribe, layout.read, onServer)
}

/** Keeps the layout in the address while the reader goes from page to page of one list. For the tables. */
export function useListLayout(): UsedLayout {
  const pathname = usePathname()
  const search = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query is a new page of the list, without a fragment
  useEffect(() => layout.keepOn(pathname), [pathname, search])
  return useLayout()
}

/** Puts a layout into the address, or takes it out. */
export function setLayout(text: string | null): void {
  layout.set(text)
}
