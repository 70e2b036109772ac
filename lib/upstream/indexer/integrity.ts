import type { AnyItem } from '../../protocol/rpc/items'
import { isListMethod, listOf, type MethodName, type Params, type Result } from '../../protocol/rpc/methods'
import { memberOf } from '../cache/cache'

/** Cursors of known indexers have at most 99 characters (photon-wire.md 1). */
export const MAX_CURSOR_CHARS = 512

/** Detects answers to another request. JSON-RPC ids cannot, since all requests have the same (Interface 2.1). */
export function integrityError<M extends MethodName>(method: M, params: Params<M>, result: Result<M>): string | null {
  const { items, cursor } = listIn(result)
  const limit = 'limit' in params ? params.limit : null
  if (typeof limit === 'number' && items.length > limit) return 'it has more rows than requested'
  if (cursor !== null && cursor.length > MAX_CURSOR_CHARS) return 'its cursor is longer than any known one'
  if (!isListMethod(method)) return null
  const { mismatch } = listOf(method)
  for (const row of items) {
    const wrong = mismatch(params, row as AnyItem)
    if (wrong !== null) return wrong
  }
  return null
}

function listIn(result: unknown): { items: unknown[]; cursor: string | null } {
  const value = memberOf(result, 'value')
  const items = memberOf(value, 'items')
  const cursor = memberOf(value, 'cursor')
  return { items: Array.isArray(items) ? items : [], cursor: typeof cursor === 'string' ? cursor : null }
}
