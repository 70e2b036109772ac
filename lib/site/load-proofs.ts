import 'server-only'
import { type DehydratedState, dehydrate } from '@tanstack/react-query'
import { loadRowProofs } from '@/lib/account/page-requests'
import { isProvable, provenRow } from '@/lib/account/proof/contract'
import { rpcQuery } from '@/lib/api/query'
import type { AnyItem } from '@/lib/protocol/rpc/items'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import type { Network } from '@/lib/upstream/networks/networks'
import { newQueryClient } from '../api/query-client'
import type { LoadedAnswer } from './load'

/** Milliseconds that a page waits for the proofs of its rows. */
export const PROOFS_WITHIN_MS = 100

/**
 * The answer of a list for the browser, its rows with their proofs: those that were made in time. `unproven` counts the others.
 */
export async function loadProofs<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  { outcome, state }: LoadedAnswer<M>,
): Promise<{ state: DehydratedState; unproven: number }> {
  if (!('answer' in outcome)) return { state, unproven: 0 }
  const { answer } = outcome
  const rows = (answer.result.value.items as AnyItem[]).filter(isProvable)
  if (rows.length === 0) return { state, unproven: 0 }
  const isSliced = 'dataSlice' in params && Boolean(params.dataSlice)
  const proofs = await loadRowProofs(network, rows, {
    sliced: isSliced,
    indexer: answer.meta.indexer,
    withinMs: PROOFS_WITHIN_MS,
  })
  const items = rows.map((row, i) => provenRow(row, proofs[i] ?? null))
  const proven = { ...answer, result: { ...answer.result, value: { ...answer.result.value, items } } }
  const client = newQueryClient()
  client.setQueryData(rpcQuery(method, params, network.name).queryKey, proven as typeof answer)
  return { state: dehydrate(client), unproven: proofs.filter((proof) => proof === null).length }
}
