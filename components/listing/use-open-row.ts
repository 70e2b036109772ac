'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import type { OpenRow } from '@/components/table/table-rows'

/**
 * Addresses of this page with a row open, or with none. The rest of the query is written once for all rows: a thousand
 * rows with a long query would take seconds.
 */
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

/** Which row stands open: kept in the URL (`open=<hash>`), so that it can be linked and survives a reload. */
export function useOpenRow(): OpenRow {
  const pathname = usePathname()
  const search = useSearchParams()
  // The router takes up a new address in its own time, and while it is busy with the page's first moments not always.
  const [toggled, setToggled] = useState<{ on: URLSearchParams; hash: string | null } | null>(null)

  // One object for as long as the address stands, so that rows are not drawn again for nothing.
  return useMemo(() => {
    return {
      hash: toggled?.on === search ? toggled.hash : search.get('open'),
      hrefFor: openRowAddresses(pathname, search),
      onToggle(event, hash) {
        // A click that asks for a new tab or window stays a link.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        setToggled({ on: search, hash })
        // From the address bar, which may name a newer place of a continuous list; with the fragment, where the reader's
        // layout lives.
        const { location, history } = window
        const hrefFor = openRowAddresses(pathname, new URLSearchParams(location.search))
        history.replaceState(null, '', `${hrefFor(hash)}${location.hash}`)
      },
    }
  }, [pathname, search, toggled])
}
