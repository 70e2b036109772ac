'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import type { ByteField } from '@/lib/lens/field'
import type { LayoutField, LayoutProblem } from '@/lib/lens/layout'
import { fragmentOf, layoutInFragment } from '@/lib/lens/layout-fragment'

/** The layout that the page's address names, as far as it was read yet. */
export interface UsedLayout {
  /** As it stands in the address; null for none. */
  text: string | null
  /** Empty while there is none, while it is being read, and where it does not parse. */
  fields: readonly LayoutField[]
  problems: readonly LayoutProblem[]
  /** An account's base64 data, field by field. `base`: where a slice of it begins. */
  read(base64: string | undefined, base: number): readonly ByteField[]
}

const NONE: UsedLayout = { text: null, fields: [], problems: [], read: () => [] }

/*
 * The address is the state; this is what was read from it last. The parser is loaded when an address names a layout, so
 * that pages without one do not carry it.
 */
let used: UsedLayout = NONE
/** Pages of one list keep their layout, though links between them do not name it. */
let kept: { pathname: string; text: string } | null = null
const listeners = new Set<() => void>()

/** The layout of this page's address. None on the server, which never sees it. */
export function useLayout(): UsedLayout {
  return useSyncExternalStore(subscribe, current, onServer)
}

/** Keeps the layout in the address while the reader goes from page to page of one list. For the tables. */
export function useKeptLayout(): UsedLayout {
  const pathname = usePathname()
  const search = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query is a new page of the list, without a fragment
  useEffect(() => {
    if (kept?.pathname === pathname && layoutInFragment(window.location.hash) === null) write(kept.text)
  }, [pathname, search])
  return useLayout()
}

/** Puts a layout into the address, or takes it out. */
export function setLayout(text: string | null): void {
  write(text)
  readAddress()
}

function write(text: string | null): void {
  const { pathname, search } = window.location
  window.history.replaceState(null, '', `${pathname}${search}${fragmentOf(text)}`)
}

const current = () => used
const onServer = () => NONE

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('hashchange', readAddress)
    window.addEventListener('popstate', readAddress)
  }
  listeners.add(listener)
  readAddress()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('hashchange', readAddress)
    window.removeEventListener('popstate', readAddress)
  }
}

function readAddress(): void {
  const text = layoutInFragment(window.location.hash)
  kept = text === null ? null : { pathname: window.location.pathname, text }
  if (text === used.text) return
  become(text === null ? NONE : { ...NONE, text })
  if (text === null) return
  import('./read-rows').then(({ layoutOf }) => {
    if (used.text === text) become({ text, ...layoutOf(text) })
  }, ignoreAFailedLoad)
}

/** Offline, say: the table stands without its extra columns until the next look at the address. */
function ignoreAFailedLoad(): void {
  become(NONE)
}

function become(next: UsedLayout): void {
  used = next
  for (const listener of listeners) listener()
}
