import 'server-only'
import { type InvalidParam, invalidParams, ProblemError } from '../api/problem'
import { parseSlice, readFilters, searchOf } from '../page/url-reader'
import { type MethodName, methods } from '../protocol/rpc/methods'

/** How pages spell `filters` and `dataSlice`. */
export const PAGE_SPELLINGS = { filter: 'filters', slice: 'dataSlice' } as const

/** Replaces `filter` and `slice`, as pages have them, by `filters` and `dataSlice`. @throws ProblemError invalid_params */
export function takePageSpellings(method: MethodName, search: URLSearchParams): void {
  if (!Object.hasOwn(methods[method].params.shape, 'filters')) return
  const invalid: InvalidParam[] = []
  const refuse = (name: string, message: string) => invalid.push({ name, message })
  for (const [name, own] of Object.entries(PAGE_SPELLINGS)) {
    if (search.has(name) && search.has(own)) refuse(name, `must be left out beside ${own}, which is the same`)
    else if (search.getAll(name).includes('')) refuse(name, 'must not be empty')
  }
  const { filters, tooMany, refused } = readFilters(searchOf(search))
  const wrong = tooMany ?? refused[0]?.message
  if (wrong !== undefined) refuse('filter', wrong)
  const [text, second] = search.getAll('slice')
  const slice = text ? parseSlice(text) : null
  if (second !== undefined) refuse('slice', 'must be given once')
  else if (slice && !slice.ok) refuse('slice', slice.message)
  if (invalid.length > 0) throw new ProblemError(invalidParams(invalid))
  for (const name of Object.keys(PAGE_SPELLINGS)) search.delete(name)
  if (filters.length > 0) search.set('filters', JSON.stringify(filters.map((memcmp) => ({ memcmp }))))
  if (slice?.ok) search.set('dataSlice', JSON.stringify({ offset: slice.offset, length: slice.value }))
}
