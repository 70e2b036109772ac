import { percentDecoded } from '@/lib/percent-decoded'
import { ownerHref } from './links'
import { readOwnerQuery } from './owner-query'
import {
  type ReadUrl,
  readAccountUrl,
  readDelegateUrl,
  readLatestUrl,
  readOwnerUrl,
  readStatusUrl,
  readTxUrl,
} from './read'
import { delegateParams, latestParams, ownerParams } from './rpc-params'
import type { Search } from './search'

/** A list that a page's URL points into, for checking its cursor. */
export type AskedList =
  | { method: 'getCompressedAccountsByOwner'; params: ReturnType<typeof ownerParams> }
  | { method: 'getCompressedTokenAccountsByDelegate'; params: ReturnType<typeof delegateParams> }
  | { method: 'getLatestCompressionSignatures'; params: ReturnType<typeof latestParams> }

/** What a page's URL amounts to: malformed, or right; `list` is the list it points into. */
export type PageUrl = { ok: false } | { ok: true; list: AskedList | null }

/** Checks the URL of any page by its path; null for a path whose URL has nothing to check. */
export function checkPageUrl(pathname: string, searchParams: URLSearchParams): PageUrl | null {
  const search = searchOf(searchParams)
  const [, kind, text = '', ...rest] = pathname.split('/')
  if (pathname === '/latest') {
    return outcome(readLatestUrl(search), (url) => ({
      method: 'getLatestCompressionSignatures',
      params: latestParams(url),
    }))
  }
  if (pathname === '/status') return outcome(readStatusUrl(search), () => null)
  // Without a subject, or with more behind it, the path is no page: not found rather than malformed.
  if (text === '' || rest.length > 0) return null
  const subject = percentDecoded(text)
  switch (kind) {
    case 'owner':
      return outcome(readOwnerUrl(subject, search), (url) => ({
        method: 'getCompressedAccountsByOwner',
        params: ownerParams(url),
      }))
    case 'delegate':
      return outcome(readDelegateUrl(subject, search), (url) => ({
        method: 'getCompressedTokenAccountsByDelegate',
        params: delegateParams(url),
      }))
    case 'account':
      return outcome(readAccountUrl(subject, search), () => null)
    case 'tx':
      return outcome(readTxUrl(subject), () => null)
    default:
      return null
  }
}

/**
 * Where the forms of an owner page lead: their fields in the address become the canonical filters and slice. Null where
 * there is no such field, or a wrong one, which the page explains.
 */
export function typedOwnerPath(pathname: string, searchParams: URLSearchParams): string | null {
  const [, kind, text = '', ...rest] = pathname.split('/')
  if (kind !== 'owner' || rest.length > 0) return null
  const owner = percentDecoded(text)
  const search = searchOf(searchParams)
  if (!readOwnerQuery(owner, search).typed) return null
  const read = readOwnerUrl(owner, search)
  return read.ok ? ownerHref(owner, read.value, searchParams.get('cluster') || undefined) : null
}

function outcome<T>(read: ReadUrl<T>, listOf: (url: T) => AskedList | null): PageUrl {
  return read.ok ? { ok: true, list: listOf(read.value) } : { ok: false }
}

/** The parameters in the form in which pages get them. */
export function searchOf(searchParams: URLSearchParams): Search {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}
