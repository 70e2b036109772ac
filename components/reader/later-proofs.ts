import type { Query, QueryClient } from '@tanstack/react-query'
import { equalsIgnoringProof, proofOf, withProof } from '@/lib/account/proof/contract'
import type { Answer } from '@/lib/api/answer'
import { fetchAnswer } from '@/lib/api/query'
import { type AnyItem, accountIn, holdsAccount, type ProvableRow } from '@/lib/protocol/rpc/items'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'

const REMEMBERED = 5_000

/** Before each request for missing proofs: a busy explorer may not have computed any at first. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000, 16_000]

/** Fetches the proofs of rows that arrived without them. Unchanged rows keep theirs. Returns a cleanup function. */
export function fetchMissingProofs(client: QueryClient): () => void {
  const proven = new Map<string, ProvableRow>()
  const seen = new WeakSet<object>()
  let hasEnded = false

  function remember(rows: readonly AnyItem[]) {
    for (const row of rows) {
      if (!holdsAccount(row) || !proofOf(accountIn(row))) continue
      if (proven.size >= REMEMBERED) proven.clear()
      proven.set(accountIn(row).hash, row)
    }
  }

  function withKnown(row: AnyItem): AnyItem {
    const known = holdsAccount(row) && !proofOf(accountIn(row)) ? proven.get(accountIn(row).hash) : undefined
    return known && equalsIgnoringProof(known, row)
      ? withProof(row as ProvableRow, proofOf(accountIn(known)) ?? null)
      : row
  }

  async function prove(query: Query) {
    const [kind, network, method, params] = query.queryKey as [string, string, ListMethod, Params<ListMethod>]
    const answer = query.state.data as Answer<ListMethod> | undefined
    if (kind !== 'rpc' || !method.includes('Accounts') || !answer || seen.has(answer)) return
    seen.add(answer)
    const items: readonly AnyItem[] = answer.result.value.items
    remember(items)
    for (const pauseMs of [null, ...PAUSES_MS]) {
      if (pauseMs !== null) {
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
        if (hasEnded || query.state.data !== answer) return
        const current = await fetchAnswer(method, Object.assign({ proof: true }, params), network).catch(() => null)
        remember(current?.result.value.items ?? [])
      }
      const rows = items.map(withKnown)
      if (rows.some((row, i) => row !== items[i])) {
        if (hasEnded || query.state.data !== answer) return
        const result = { ...answer.result, value: { ...answer.result.value, items: rows } }
        client.setQueryData(query.queryKey, { ...answer, result }, { updatedAt: query.state.dataUpdatedAt })
        return
      }
      if (items.every((row) => !holdsAccount(row) || proofOf(accountIn(row)))) return
    }
  }

  const cache = client.getQueryCache()
  for (const query of cache.getAll()) void prove(query)
  const unsubscribe = cache.subscribe(({ query, type }) => {
    if (type === 'updated' || type === 'added') void prove(query)
  })
  return () => {
    hasEnded = true
    unsubscribe()
  }
}
