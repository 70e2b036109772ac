import type { Query, QueryClient } from '@tanstack/react-query'
import {
  isProvable,
  isSameButProof,
  type ProvableRow,
  proofOf,
  provenRow,
  type RowProof,
} from '@/lib/account/proof/contract'
import type { Answer } from '@/lib/api/answer'
import { fetchAnswer } from '@/lib/api/query'
import type { AnyItem } from '@/lib/protocol/rpc/items'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'

const REMEMBERED = 5_000

/** Attempts per response; each pause is twice as long as the one before. */
const MOST_REQUESTS = 6
const FIRST_PAUSE_MS = 1_000

/** Fetches the proofs of rows that arrived without them. Unchanged rows keep theirs. Returns a cleanup function. */
export function bringProofs(client: QueryClient): () => void {
  const proofs = new Map<string, { row: ProvableRow; proof: RowProof }>()
  const remembered = new WeakSet<object>()
  const requests = new WeakMap<object, { count: number; isUnderWay: boolean }>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function remember(rows: readonly ProvableRow[]) {
    for (const row of rows) {
      const proof = proofOf(accountOf(row))
      if (!proof) continue
      if (proofs.size >= REMEMBERED) proofs.clear()
      proofs.set(accountOf(row).hash, { row, proof })
    }
  }

  function withKnown(rows: readonly ProvableRow[]): readonly ProvableRow[] {
    let isChanged = false
    const proven = rows.map((row) => {
      const known = proofOf(accountOf(row)) ? undefined : proofs.get(accountOf(row).hash)
      if (!known || !isSameButProof(known.row, row)) return row
      isChanged = true
      return provenRow(row, known.proof)
    })
    return isChanged ? proven : rows
  }

  async function prove(query: Query) {
    const answer = query.state.data as Answer<ListMethod> | undefined
    const [, network, method, params] = query.queryKey as [string, string, ListMethod, Params<ListMethod>]
    const items: readonly AnyItem[] = answer?.result.value.items ?? []
    const rows = items.filter(isProvable)
    if (!answer || rows.length === 0 || rows.length < items.length) return
    // Also called at the start and end of each request.
    if (!remembered.has(answer)) remember(rows)
    remembered.add(answer)
    const proven = withKnown(rows)
    const updatedAt = query.state.dataUpdatedAt
    if (proven !== rows) {
      const result = { ...answer.result, value: { ...answer.result.value, items: proven } }
      client.setQueryData(query.queryKey, { ...answer, result }, { updatedAt })
      return
    }
    const request = requests.get(answer) ?? { count: 0, isUnderWay: false }
    if (rows.every((row) => proofOf(accountOf(row))) || request.isUnderWay || request.count >= MOST_REQUESTS) return
    requests.set(answer, request)
    request.isUnderWay = true
    // A busy explorer may not have computed any proofs at the first attempt.
    if (request.count > 0) await pause(FIRST_PAUSE_MS * 2 ** (request.count - 1))
    request.count++
    const current = await fetchAnswer(method, Object.assign({ proof: true }, params), network).catch(() => null)
    request.isUnderWay = false
    remember((current?.result.value.items as AnyItem[] | undefined)?.filter(isProvable) ?? [])
    await prove(query)
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, ms)
      timers.add(timer)
    })
  }

  const isList = (query: Query) => query.queryKey[0] === 'rpc' && String(query.queryKey[2]).includes('Accounts')
  const cache = client.getQueryCache()
  for (const query of cache.getAll()) if (isList(query)) void prove(query)
  const unsubscribe = cache.subscribe(({ query, type }) => {
    if ((type === 'updated' || type === 'added') && isList(query)) void prove(query)
  })
  return () => {
    unsubscribe()
    for (const timer of timers) clearTimeout(timer)
  }
}

function accountOf(row: ProvableRow) {
  return 'account' in row ? row.account : row
}
