import { formatCount } from '../format/numbers'
import { RPC_CODES } from '../protocol/rpc/envelope'
import { type RpcFailure, UNLISTED_MESSAGE, type UpstreamError } from '../protocol/rpc/failure'
import { type Problem, problem } from './problem'

const UNREACHABLE_RETRY_MS = 5_000

/** Maps an indexer's failure to the API's problem. facts/reliability.md (b), the table of faults. */
export function toProblem(failure: RpcFailure): Problem {
  switch (failure.kind) {
    case 'network':
      return networkProblem(failure)
    case 'http':
      return statusProblem(failure)
    case 'rpc':
      return errorProblem(failure)
    case 'malformed':
      return problem('bad_upstream_response', `${failure.message} None of it is shown.`)
    case 'decode':
      return problem(
        'schema_mismatch',
        `The indexer sent data that failed validation, so none of it is shown. (${failure.message})`,
      )
    case 'open':
      return { ...toProblem(failure.last), status: 503, retryAfterMs: failure.retryAfterMs }
    case 'busy':
      return problem('explorer_busy', failure.message, { retryAfterMs: failure.retryAfterMs })
    default:
      return failure satisfies never
  }
}

function networkProblem({ reason, message }: Extract<RpcFailure, { kind: 'network' }>): Problem {
  switch (reason) {
    case 'timeout':
      return problem('upstream_timeout', 'The indexer did not respond in time.')
    case 'redirect':
      return problem('upstream_redirect', 'The indexer redirects elsewhere. The explorer does not follow redirects.')
    case 'too-large':
      return problem('too_large', 'The indexer’s response is larger than the explorer accepts.')
    case 'tls':
      return problem('upstream_unreachable', message, RETRY_LATER)
    case 'unreachable':
      return problem('upstream_unreachable', 'The indexer is unreachable.', RETRY_LATER)
    default:
      return reason satisfies never
  }
}

const RETRY_LATER = { retryAfterMs: UNREACHABLE_RETRY_MS }

function statusProblem({ status, retryAfterMs, error }: Extract<RpcFailure, { kind: 'http' }>): Problem {
  if (status === 429) {
    const wait = retryAfterMs === null ? {} : { retryAfterMs }
    return problem('upstream_rate_limited', 'The indexer is rate limiting this explorer.', wait)
  }
  if (status === 401 || status === 403) return problem('upstream_auth', AUTH)
  // Gateways answer bad parameters with 400 and the error of the indexer behind them.
  if (error && status < 500) return errorProblem(error)
  return problem('upstream_error', `The indexer returned HTTP ${status}.`, error ? { upstream: error } : {})
}

const AUTH = 'The indexer rejected the explorer’s credentials.'

/** Auth failures of gateways that answer HTTP 200. facts/photon-wire.md 11. */
const AUTH_CODES = new Set([-32401, -32403, 401, 403])

/** An answer above the indexer's own size limit: jsonrpsee's code, and that of newer releases. */
const TOO_BIG_CODES = new Set<number>([RPC_CODES.tooBigAnswer, -32008])

/** Photon's codes mean little; the beginnings of its messages decide (photon-wire.md 4). */
function errorProblem({ code, message }: UpstreamError): Problem {
  const upstream = { code, message }
  if (AUTH_CODES.has(code)) return problem('upstream_auth', AUTH)
  if (message.startsWith('Record Not Found')) {
    return problem('not_found', 'The indexer has no account with this hash.', { upstream })
  }
  const behind = parseLag(message)
  if (behind !== null) {
    const detail =
      behind.lag === null
        ? 'The indexer is behind the chain.'
        : `The indexer is ${formatCount(behind.lag, 'slot')} behind the chain.`
    return problem('indexer_behind', detail, { upstream, ...(behind.lag !== null && { lag: behind.lag }) })
  }
  if (code === RPC_CODES.invalidParams || /^(Validation Error|Invalid Public Key)/.test(message)) {
    return problem('invalid_params', 'The indexer rejected these parameters.', { upstream })
  }
  if (isTooBigError({ code, message })) {
    return problem('too_large', 'The response would exceed the indexer’s size limit.', { upstream })
  }
  return problem('upstream_error', 'The indexer returned an error.', { upstream })
}

export function failureText(failure: RpcFailure): string {
  if (failure.kind !== 'rpc') return failure.message
  if (failure.message === UNLISTED_MESSAGE) return `The indexer returned error ${failure.code}.`
  return `The indexer says: ${failure.message}`
}

export function isTooBigError({ code, message }: UpstreamError): boolean {
  return TOO_BIG_CODES.has(code) || message.startsWith('Response is too big')
}

export function isAnswerTooLarge(failure: RpcFailure): boolean {
  if (failure.kind === 'network') return failure.reason === 'too-large'
  return failure.kind === 'rpc' && isTooBigError(failure)
}

/** null: the message is not about lag; `lag: null`: it has no number. */
export function parseLag(message: string): { lag: number | null } | null {
  const [match, digits] = /^Node is (?:behind|unhealthy)(?: by)?(?: (\d{1,15}) slots?)?/.exec(message) ?? []
  if (match === undefined) return null
  // Behind by 0 slots is no lag.
  return { lag: Number.parseInt(digits ?? '', 10) || null }
}
