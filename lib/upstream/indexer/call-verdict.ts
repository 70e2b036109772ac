import type { ProblemCode } from '../../api/problem'
import { toProblem } from '../../api/rpc-problem'
import type { RpcFailure } from '../../protocol/rpc/failure'
import type { CallVerdict } from '../../rpc-client/breaker'
import { limits } from '../../rpc-client/limits'

const ANSWERS = new Set<ProblemCode>(['not_found', 'invalid_params', 'indexer_behind'])

export function verdictOn(failure: RpcFailure, allowedMs: number, tookMs: number): CallVerdict {
  const { code } = toProblem(failure)
  if (ANSWERS.has(code)) return { kind: 'answered' }
  const { connectMs } = limits()
  const hadNoTime = code === 'upstream_timeout' && allowedMs < connectMs
  if (code === 'upstream_rate_limited' || code === 'too_large' || hadNoTime) return { kind: 'nothing' }
  return {
    kind: 'failed',
    failure,
    weight: code === 'schema_mismatch' ? 0.5 : 1,
    slow: tookMs >= 0.9 * connectMs,
    atOnce: code === 'upstream_auth',
  }
}
