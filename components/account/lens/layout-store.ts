'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { layoutInFragment } from '@/lib/account/lens/layout-fragment'
import { KEPT, LayoutInAddress } from './layout-in-address'
import { NO_LAYOUT, type UsedLayout } from './used-layout'

const layout = new LayoutInAddress(
  {
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
  },
  async () => (await import('./read-rows')).layoutOf,
)

const onServer = () => NO_LAYOUT

/** Always none on the server, which never receives the fragment. */
export function useLayout(): UsedLayout {
  return useSyncExternalStore(layout.subscribe, layout.read, onServer)
}

/** Restores the layout in the URL on every page of a list. */
export function useListLayout(): UsedLayout {
  const pathname = usePathname()
  const search = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query is another page of the list, whose link has no fragment
  useEffect(() => layout.keepOn(pathname), [pathname, search])
  return useLayout()
}

export function setLayout(text: string | null): void {
  layout.set(text)
}

/** True if the layout is in this tab alone. */
export function isKept(): boolean {
  return layoutInFragment(window.location.hash) === KEPT
}
