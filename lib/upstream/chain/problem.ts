import { type Problem, problem } from '../../api/problem'
import { formatCount } from '../../format/numbers'
import type { RpcFailure } from '../../protocol/rpc/failure'

const BUSY = 'Too many requests at once: the explorer limits what it sends to the chain node.'
const LATER = { retryAfterMs: 5_000 }

export function noChainNodeProblem(network: string, shows = 'what transactions did'): Problem {
  return problem('no_chain_node', `No Solana node is configured for ${network}. With one, Leafscan shows ${shows}.`)
}

export function chainProblem(failure: RpcFailure): Problem {
  switch (failure.kind) {
    case 'network':
      return failure.reason === 'timeout'
        ? unavailable('The chain node did not respond in time.')
        : failure.reason === 'too-large'
          ? problem('chain_mismatch', 'The chain node’s response is larger than the explorer accepts.')
          : failure.reason === 'tls'
            ? unavailable(failure.message.replace(/(the) indexer/i, '$1 chain node'), LATER)
            : unavailable('The chain node is unreachable.', LATER)
    case 'http':
      if (failure.status === 429) {
        const wait = failure.retryAfterMs === null ? {} : { retryAfterMs: failure.retryAfterMs }
        return unavailable('The chain node is rate limiting this explorer.', wait)
      }
      if (failure.status === 401 || failure.status === 403) {
        return unavailable('The chain node rejected the explorer’s credentials.')
      }
      return unavailable(`The chain node returned HTTP ${failure.status}.`)
    case 'rpc':
      return unavailable(`The chain node returned error ${failure.code}.`)
    case 'malformed':
    case 'decode':
      return problem('chain_mismatch', 'The chain node’s response cannot be read, so none of it is shown.')
    case 'open':
      return { ...chainProblem(failure.last), retryAfterMs: failure.retryAfterMs }
    case 'busy':
      return problem('explorer_busy', BUSY, { retryAfterMs: failure.retryAfterMs })
    default:
      return failure satisfies never
  }
}

export function transactionUnknownProblem(nodes: number): Problem {
  const who = nodes === 1 ? 'The chain node does' : `${formatCount(nodes, 'chain node')} do`
  return problem(
    'transaction_unknown',
    `${who} not have this transaction: it is not on this chain, not confirmed yet, or older than what is kept.`,
  )
}

export const WRONG_CHAIN: Problem = problem(
  'wrong_chain',
  'The configured chain node is on another chain than this network’s indexer, so it is not asked.',
)

export function chainMismatchProblem(why: string): Problem {
  return problem('chain_mismatch', `${why} None of it is shown.`)
}

function unavailable(detail: string, more: Partial<Problem> = {}): Problem {
  return problem('chain_unavailable', detail, more)
}
