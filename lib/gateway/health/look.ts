import 'server-only'
import { RPC_CODES } from '../../rpc/envelope'
import { RpcError, type RpcFailure } from '../../rpc/failure'
import type { MethodName, Params, Result } from '../../rpc/methods'
import type { ProbeSample } from '../../rpc/status'
import type { Network } from '../networks'
import { lagOf } from '../problem'
import { limits } from '../upstream/limits'
import { loadForProbe } from '../upstream/load'

type Asked<M extends MethodName> = { ok: true; result: Result<M> } | { ok: false; failure: RpcFailure }

/** One look at an indexer: health and slot at once, past any cache, within one attempt's time. Never throws RpcError. */
export async function look(network: Network): Promise<ProbeSample> {
  const started = performance.now()
  const [health, slot] = await Promise.all([
    askNow(network, 'getIndexerHealth', {}, started),
    askNow(network, 'getIndexerSlot', {}, started),
  ])
  return {
    at: new Date().toISOString(),
    slot: slot.ok ? slot.result : null,
    latencyMs: Math.round(performance.now() - started),
    ...evidence(health, slot),
  }
}

async function askNow<M extends 'getIndexerHealth' | 'getIndexerSlot'>(
  network: Network,
  method: M,
  params: Params<M>,
  started: number,
): Promise<Asked<M>> {
  try {
    const { result } = await loadForProbe(network, method, params, started + limits().attemptMs)
    return { ok: true, result }
  } catch (error) {
    if (error instanceof RpcError) return { ok: false, failure: error.failure }
    throw error
  }
}

/**
 * What one look says. Any error that getIndexerHealth answers means `behind`: that is what it answers errors for
 * (Interface 4.1); one without a slot cannot be told from an indexer that is gone.
 */
export function evidence(
  health: Asked<'getIndexerHealth'>,
  slot: Asked<'getIndexerSlot'>,
): Pick<ProbeSample, 'says' | 'lag' | 'text'> {
  const failures = [health, slot].flatMap((asked) => (asked.ok ? [] : [asked.failure]))
  const text = [...new Set(failures.map(wordsOf))].join(' ') || 'ok'
  if (failures.some(isLimit)) return { says: 'limited', lag: null, text }
  if (!slot.ok) return { says: 'unreachable', lag: null, text }
  if (slot.result === 0) return { says: 'behind', lag: null, text: NO_DATA }
  if (health.ok) return { says: 'ok', lag: null, text }
  const { failure } = health
  if (failure.kind !== 'rpc' || failure.code === RPC_CODES.methodNotFound) return { says: 'unknown', lag: null, text }
  return { says: 'behind', lag: lagOf(failure.message)?.lag ?? null, text }
}

/** Slot 0 is what an empty store answers: however healthy it says that it is, nothing is known of the chain. */
const NO_DATA = 'The indexer has no data: it is at slot 0.'

function isLimit(failure: RpcFailure): boolean {
  return failure.kind === 'http' && failure.status === 429
}

function wordsOf(failure: RpcFailure): string {
  return failure.kind === 'rpc' ? `The indexer says: ${failure.message}` : failure.message
}
