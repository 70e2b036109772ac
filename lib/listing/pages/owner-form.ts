import { searchOf } from '../../page/query-params'
import { percentDecoded } from '../../platform/percent-decoded'
import { ownerHref, readOwnerUrl } from '../address/owner-address'
import { readOwnerQuery } from '../address/owner-query'

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
