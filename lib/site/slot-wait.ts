import { searchOf } from '../page/query-params'
import { type Network, networkNamed } from '../upstream/networks/networks'
import { pageAt } from './pages'

/** Slot that the data of a page must not be older than. */
interface NamedSlot {
  network: Network
  minSlot: number
}

/** The slot that a page's address names; null where it names none, and where the address is malformed. Makes no call. */
export function slotNamedAt(target: string): NamedSlot | null {
  const [path = '', query] = target.split('#')[0]?.split(/\?(.*)/s) ?? []
  const search = new URLSearchParams(query)
  if (!search.has('minSlot')) return null
  const network = networkNamed(search.get('cluster') || undefined)
  const at = pageAt(path)
  const read = at?.page.open(at.subject, searchOf(search))
  if (!network || !read?.ok) return null
  const { minSlot } = (read.value.request?.params ?? {}) as { minSlot?: number }
  return minSlot === undefined ? null : { network, minSlot }
}
