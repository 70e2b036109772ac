import 'server-only'
import { asResult } from '../api/result'
import { CREATED_PARAMS } from '../listing/address/created'
import { readMomentParams, slotsOf } from '../listing/created-param'
import { awaitUpstream } from '../platform/request-context'
import { readSlot } from '../protocol/rpc/slot-text'
import { networkNamed } from '../upstream/networks/networks'
import { displayUrl, pageAt } from './pages'

/** With slots for the times in `since=` and `until=`, so that it keeps its meaning. Null: none, or the page refuses them. */
export async function urlWithSlots(pathname: string, searchParams: URLSearchParams): Promise<string | null> {
  const texts = CREATED_PARAMS.flatMap((name) => searchParams.getAll(name))
  const network = networkNamed(searchParams.get('cluster') || undefined)
  if (texts.every((text) => readSlot(text) !== null) || !network || searchParams.has('whole')) return null
  if (!pageAt(pathname)?.page.views.includes('since')) return null
  const search = new URLSearchParams(searchParams)
  for (const name of CREATED_PARAMS) if (search.get(name) === '') search.delete(name)
  const read = await asResult(
    (async () => {
      const moments = readMomentParams('getCompressedAccountsByOwner', search)
      return moments && awaitUpstream(() => slotsOf(network, moments))
    })(),
  )
  if (!read.ok) return null
  // It is another list now.
  for (const name of ['cursor', 'at', 'open']) search.delete(name)
  for (const [name, slot] of Object.entries(read.value ?? {})) if (slot !== null) search.set(name, String(slot))
  return displayUrl(pathname, search)
}
