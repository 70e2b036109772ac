import { toProblem, wordsOf } from '../../api/rpc-problem'
import { RPC_CODES } from '../../protocol/rpc/envelope'
import type { RpcFailure } from '../../protocol/rpc/failure'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'
import type { Fault } from './operation'

/** An answer that takes longer (ms) is slow. */
const SLOW_MS = 2_000

/** What is said where a host does not know one of the operations. */
export const NO_INDEXER = 'The host does not know this operation: it is not an indexer of this interface.'

/**
 * What is wrong with an answer.
 * @param slots the answer's own, and what getIndexerSlot last answered before it was asked for; null: not known.
 */
export function faultIn(tookMs: number, slots: { own: number | null; indexer: number | null }): Fault | null {
  const { own, indexer } = slots
  const old = own === null || indexer === null ? 0 : indexer - own
  if (old > SMALL_STEP_BACK) return { kind: 'old slot', slots: old }
  return tookMs > SLOW_MS ? { kind: 'slow' } : null
}

/**
 * What a failed call says about the operation: undefined where it says nothing, since it is about the question or about a
 * limit; null where the failure is an answer.
 */
export function faultOf(failure: RpcFailure, tookMs: number): Fault | null | undefined {
  switch (toProblem(failure).code) {
    case 'not_found':
      return tookMs > SLOW_MS ? { kind: 'slow' } : null
    case 'invalid_params':
    case 'indexer_behind':
    case 'too_large':
    case 'upstream_rate_limited':
      return undefined
    default:
      if (failure.kind === 'open' || failure.kind === 'busy') return undefined
      return { kind: 'fails', text: failureWords(failure) }
  }
}

/** A failure in words, where the host is none that can be asked too. */
export function failureWords(failure: RpcFailure): string {
  return failure.kind === 'rpc' && failure.code === RPC_CODES.methodNotFound ? NO_INDEXER : wordsOf(failure)
}
