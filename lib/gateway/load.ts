import 'server-only'
import { RpcError, type RpcFailure } from '../rpc/failure'
import type { MethodName, Params, Result } from '../rpc/methods'
import { Gate } from './gate'
import { integrityError } from './integrity'
import { limits } from './limits'
import { logFailure } from './log'
import type { Trouble } from './memory'
import { endpointOf, type Network } from './networks'
import { isTooBig } from './problem'
import { processWide } from './process-wide'
import { exchange } from './transport'

/** A checked answer, fresh from the indexer. */
export interface Loaded<M extends MethodName> {
  result: Result<M>
  bytes: number
  /** ISO 8601 UTC. */
  fetchedAt: string
}

/** The 429 gate of a network. */
export function gateOf(network: Network): Gate {
  const gates = processWide('gates', () => new WeakMap<Network, Gate>())
  const gate = gates.get(network) ?? new Gate()
  gates.set(network, gate)
  return gate
}

/** What is known to be wrong with an indexer at this moment, without asking it; null: nothing. */
export function troubleWith(network: Network): Trouble | null {
  const pause = gateOf(network).remainingMs()
  return pause > 0 ? { reason: 'upstream_rate_limited', retryAfterMs: pause } : null
}

/**
 * Asks the indexer, past any cache: at most two attempts before `deadline` (monotonic milliseconds), none while the
 * 429 gate is closed.
 * @throws RpcError
 */
export async function load<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
  deadline: number,
): Promise<Loaded<M>> {
  try {
    return await attempt(network, method, params, deadline, false)
  } catch (error) {
    if (!(error instanceof RpcError) || !mayPass(error.failure)) throw error
    const pause = error.failure.kind === 'network' ? 0 : Math.random() * limits().retryPauseMs
    if (deadline - performance.now() - pause < limits().worthTryingMs) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return attempt(network, method, params, deadline, true)
  }
}

/**
 * One attempt: gate, exchange, integrity. Used alone by the probe.
 * @throws RpcError
 */
export async function attempt<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
  deadline: number,
  freshSocket: boolean,
): Promise<Loaded<M>> {
  const gate = gateOf(network)
  gate.pass()
  try {
    const deadlineMs = Math.max(1, Math.min(limits().attemptMs, deadline - performance.now()))
    const { result, bytes } = await exchange(endpointOf(network), method, params, { deadlineMs, freshSocket })
    const message = integrityError(method, params, result)
    if (message)
      throw new RpcError({ kind: 'decode', method, path: 'result', message: `The answer is crossed: ${message}` })
    gate.succeeded()
    return { result, bytes, fetchedAt: new Date().toISOString() }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const { failure } = error
    if (isTrouble(failure)) logFailure(network.name, method, failure)
    if (failure.kind !== 'http' || failure.status !== 429) throw error
    throw new RpcError({ ...failure, retryAfterMs: gate.close(failure.retryAfterMs) })
  }
}

/** True for failures that the next attempt may not meet. */
function mayPass(failure: RpcFailure): boolean {
  switch (failure.kind) {
    case 'network':
      return failure.reason === 'unreachable' || failure.reason === 'timeout'
    case 'http':
      return failure.status >= 500
    case 'malformed':
      return true
    default:
      return false
  }
}

/** False for errors that are answers: an unknown hash, a lag, a chunk to be asked smaller. */
function isTrouble(failure: RpcFailure): boolean {
  return (
    failure.kind !== 'rpc' ||
    !(isTooBig(failure) || /^(Record Not Found|Node is (behind|unhealthy))/.test(failure.message))
  )
}
