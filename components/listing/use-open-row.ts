'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import type { OpenRow } from '@/components/table/table-rows'

/** Serializes the rest of the query once for all rows: a thousand rows with a long query would take seconds. */
export function openRowAddresses(pathname: string, search: URLSearchParams): (hash: string | null) => string {
  const others = new URLSearchParams(search)
  others.delete('open')
  const rest = textOf(others)
  return (hash) => {
    const text = [rest, hash === null ? '' : textOf(new URLSearchParams({ open: hash }))].filter(Boolean).join('&')
    return text === '' ? pathname : `${pathname}?${text}`
  }
}

function textOf(search: URLSearchParams): string {
  return search.toString().replaceAll('%3A', ':')
}

/** The open row, kept in the URL (`open=<hash>`) for links and reloads. */
export function useOpenRow(): OpenRow {
  const pathname = usePathname()
  const search = useSearchParams()
  // The router applies new addresses late, and may drop them during hydration.
  const [toggled, setToggled] = useState<{ on: URLSearchParams; hash: string | null } | null>(null)

  // Stable while the address is unchanged, so that rows do not render again.
  return useMemo(() => {
    return {
      hash: toggled?.on === search ? toggled.hash : search.get('open'),
      hrefFor: openRowAddresses(pathname, search),
      onToggle(event, hash) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        setToggled({ on: search, hash })
        // Not from the router: continuous lists write their position, and the lens its layout, to the address bar only.
        const { location, history } = window
        const hrefFor = openRowAddresses(pathname, new URLSearchParams(location.search))
        history.replaceState(null, '', `${hrefFor(hash)}${location.hash}`)
      },
    }
  }, [pathname, search, toggled])
}
