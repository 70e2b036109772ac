import 'server-only'
import { toProblem } from '../../api/rpc-problem'
import { clock } from '../../platform/clock'
import type { CanarySetting } from '../../platform/environment'
import { isRpcError } from '../../protocol/rpc/failure'
import { type MethodName, methods, type Params } from '../../protocol/rpc/methods'
import { limits } from '../../rpc-client/limits'
import { callForCanary } from '../../upstream/indexer/call'
import { upstreamOf } from '../../upstream/indexer/indexers'
import { canariesOf, type Indexer, isAbsent } from '../../upstream/networks/networks'
import { CANARY_METHODS, type Canary, operationsOf } from './operations'

/* Requests that checks send if clients send none. An empty list and "Record Not Found" are good answers. */

/** 32 zero bytes in base58: the system program as an owner or delegate, and no account's hash. */
const NOTHING = '1'.repeat(32)

const NEWEST = 'getLatestCompressionSignatures'

const ROWS = 10
const MAX_ROWS = 1_000

/** Milliseconds without canaries after a 429 without Retry-After, and at most. */
const PAUSE_MS = 60_000
const MAX_PAUSE_MS = 600_000

const SUBJECTS = ['owner', 'delegate', 'hash'] as const

/** Sends this check's canaries in parallel, within one attempt's time and the plan; none during a pause after a 429. */
export async function sendCanaries(indexer: Indexer): Promise<void> {
  const { breaker, gate, plan } = upstreamOf(indexer)
  const operations = operationsOf(indexer)
  if (operations.isPaused || gate.remainingMs() > 0) return
  const always = CANARY_METHODS.filter((method) => settingsOf(indexer, method).length > 0)
  const wanted = operations.wanted(new Set(always), (method) => isAbsent(indexer.network, method))
  const requests = wanted.map((canary) => {
    operations.sent(canary.method)
    return plan && plan.waitMs('refresh') > 0 ? false : ask(indexer, canary)
  })
  const answered = await Promise.all(requests)
  if (answered.length > 0 && answered.every(Boolean)) breaker.noteRecovery()
}

/** Reads the newest signature, for its block time (memory/block-times.ts). Skipped while the indexer fails. */
export async function learnBlockTime(indexer: Indexer): Promise<void> {
  const { breaker, gate } = upstreamOf(indexer)
  if (isAbsent(indexer.network, NEWEST)) return
  if (breaker.state !== 'closed' || operationsOf(indexer).isPaused || gate.remainingMs() > 0) return
  await ask(indexer, { method: NEWEST, again: null }, 1)
}

async function ask(indexer: Indexer, { method, again }: Canary, rows = ROWS): Promise<boolean> {
  const deadline = clock().monotonic() + limits().attemptMs
  const settings = settingsOf(indexer, method)
  const setting = settings[Math.floor(Math.random() * settings.length)]
  const least = again ? 0 : Math.min(MAX_ROWS, setting?.least ?? 0)
  const params = again?.params ?? canaryParams(method, setting?.value, Math.max(rows, least))
  const call = { again: again?.subject ?? null, least }
  try {
    await callForCanary(indexer, method, params as Params<MethodName>, deadline, call)
    return true
  } catch (error) {
    if (!isRpcError(error)) throw error
    const { failure } = error
    if (toProblem(failure).code === 'not_found') return least === 0
    if (failure.kind === 'http' && failure.status === 429) {
      operationsOf(indexer).refuse(method, Math.min(MAX_PAUSE_MS, failure.retryAfterMs ?? PAUSE_MS))
    }
    return false
  }
}

function settingsOf(indexer: Indexer, method: MethodName): CanarySetting[] {
  return canariesOf(indexer.network).filter(({ subject }) => subject === subjectOf(method))
}

function subjectOf(method: MethodName) {
  return SUBJECTS.find((subject) => subject in methods[method].params.shape) ?? null
}

export function canaryParams(method: MethodName, value = NOTHING, limit = ROWS): object {
  const subject = subjectOf(method)
  return {
    ...(subject !== null && { [subject]: value }),
    ...('limit' in methods[method].params.shape && { limit }),
  }
}
