import 'server-only'
import { parseLag } from '../../api/rpc-problem'
import type { ProbeSample } from '../../api/status'
import { clock, nowIso } from '../../platform/clock'
import { RPC_CODES } from '../../protocol/rpc/envelope'
import { isRpcError, type RpcFailure } from '../../protocol/rpc/failure'
import type { Params } from '../../protocol/rpc/methods'
import { limits } from '../../rpc-client/limits'
import { callForProbe, type ProbeMethod } from '../../upstream/indexer/call'
import { isNotReady } from '../../upstream/indexer/known-messages'
import type { Indexer } from '../../upstream/networks/networks'
import { describeFailure } from '../operations/operations'
import { MAX_SLOT } from '../slot-doubt'
import { endSentence } from './joined'

/**
 * Requests health and slot in parallel, uncached, within one attempt's time. `at`: when the slot arrived, since health may
 * hang. Never throws RpcError.
 */
export async function checkIndexer(indexer: Indexer): Promise<ProbeSample> {
  const started = clock().monotonic()
  const [health, slot] = await Promise.all([
    request(indexer, 'getIndexerHealth', {}, started),
    request(indexer, 'getIndexerSlot', {}, started),
  ])
  return {
    at: slot.ok ? slot.fetchedAt : nowIso(),
    slot: slot.ok && slot.result <= MAX_SLOT ? slot.result : null,
    latencyMs: Math.round(clock().monotonic() - started),
    ...checkFinding(health, slot),
  }
}

async function request<M extends ProbeMethod>(indexer: Indexer, method: M, params: Params<M>, started: number) {
  try {
    const { result, fetchedAt } = await callForProbe(indexer, method, params, started + limits().attemptMs)
    return { ok: true as const, result, fetchedAt }
  } catch (error) {
    if (isRpcError(error)) return { ok: false as const, failure: error.failure }
    throw error
  }
}

type CheckAnswer<T> = { ok: true; result: T } | { ok: false; failure: RpcFailure }

/**
 * Without a slot the indexer is `unreachable`; with a slot, an error of getIndexerHealth usually means `behind` (Interface 4.1).
 * joined.ts adds other evidence.
 */
export function checkFinding(
  health: CheckAnswer<'ok'>,
  slot: CheckAnswer<number>,
): Pick<ProbeSample, 'says' | 'lag' | 'text'> {
  const failures = [health, slot].flatMap((answer) => (answer.ok ? [] : [answer.failure]))
  const texts = [...new Set(failures.map(describeFailure))]
  const text = texts.length > 1 ? texts.map(endSentence).join(' ') : (texts[0] ?? 'ok')
  if (failures.some(isLimit)) return { says: 'limited', lag: null, text }
  if (!slot.ok) return { says: 'unreachable', lag: null, text }
  if (slot.result > MAX_SLOT) return { says: 'unreachable', lag: null, text: NO_SLOT }
  if (slot.result === 0) return { says: 'behind', lag: null, text: NO_DATA }
  if (health.ok) return { says: 'ok', lag: null, text }
  const { failure } = health
  if (failure.kind !== 'rpc') return { says: 'unknown', lag: null, text }
  if (failure.code === RPC_CODES.methodNotFound) return { says: 'unknown', lag: null, text: NO_HEALTH }
  if (/^internal (server )?error$/i.test(failure.message))
    return { says: 'degraded', lag: null, text: `${endSentence(text)} ${FAILED}` }
  if (isNotReady(failure.message)) return { says: 'degraded', lag: null, text }
  return { says: 'behind', lag: parseLag(failure.message)?.lag ?? null, text }
}

const NO_HEALTH = 'The indexer does not serve getIndexerHealth.'

/** Text for an internal error of getIndexerHealth. facts/photon-wire.md 4. */
const FAILED = 'Its node or its database failed, or it has indexed nothing.'

const NO_SLOT = 'The indexer names a slot that no chain can have reached.'

/** Slot 0 means an empty store, whatever getIndexerHealth returns. */
const NO_DATA = 'The indexer has no data: it is at slot 0.'

function isLimit(failure: RpcFailure): boolean {
  return failure.kind === 'http' && failure.status === 429
}
