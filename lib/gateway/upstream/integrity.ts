import type { MethodName, Params, Result } from '../../rpc/methods'

/** A check that one operation's answer belongs to its question: what is wrong, or null. */
type Check<M extends MethodName> = (params: Params<M>, result: Result<M>) => string | null

/*
 * The id of every request is the same text (Interface 2.1), so it cannot tell crossed answers apart; the subject that
 * rows name can. Only operations whose rows name their subject stand here. facts/reliability.md (b).
 */
const checks: { [M in MethodName]?: Check<M> } = {
  getCompressedAccountsByOwner: ({ owner }, { value }) =>
    value.items.every((account) => account.owner === owner) ? null : 'an account has another owner',
  getCompressedTokenAccountsByDelegate: ({ delegate, mint }, { value }) => {
    if (!value.items.every(({ tokenData }) => tokenData.delegate === delegate)) return 'a row has another delegate'
    if (mint && !value.items.every(({ tokenData }) => tokenData.mint === mint)) return 'a row has another mint'
    return null
  },
}

/** Longest cursor that is passed on; those of known indexers have at most 99 characters (photon-wire.md 1). */
export const MAX_CURSOR_CHARS = 512

/** What shows that an answer is not the one to this question: words, or null when nothing does. */
export function integrityError<M extends MethodName>(method: M, params: Params<M>, result: Result<M>): string | null {
  const { items, cursor } = listIn(result)
  const limit = 'limit' in params ? params.limit : null
  if (typeof limit === 'number' && items.length > limit) return 'it has more rows than were asked for'
  if (cursor !== null && cursor.length > MAX_CURSOR_CHARS) return 'its cursor is longer than any that is known'
  return checks[method]?.(params, result) ?? null
}

function listIn(result: unknown): { items: unknown[]; cursor: string | null } {
  const value = member(result, 'value')
  const items = member(value, 'items')
  const cursor = member(value, 'cursor')
  return { items: Array.isArray(items) ? items : [], cursor: typeof cursor === 'string' ? cursor : null }
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && name in of ? (of as Record<string, unknown>)[name] : undefined
}
