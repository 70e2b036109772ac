import type { ChainHead, ProbeSample } from '../../api/status'
import { counted } from '../../format/counted'
import { isBehindChain } from '../chain/lag'
import { sentence } from './joined'
import { isWorse } from './verdict'

/** True where the chain's own nodes say that the indexer is not far from its head. */
export function isNear(chain: ChainHead | null): boolean {
  return chain !== null && chain.lag !== null && !isBehindChain(chain)
}

/**
 * A check with what the chain’s head says of it: an indexer that is far behind the chain is behind, whatever its own health
 * answer is. What is worse than that stays as it is. Pure.
 */
export function withChain(sample: ProbeSample, chain: ChainHead | null): ProbeSample {
  if (!chain || chain.lag === null || !isBehindChain(chain)) return sample
  const { lag } = chain
  if (sample.says === 'behind') return { ...sample, lag }
  // Of an indexer whose health cannot be read this is known all the same.
  if (sample.says !== 'unknown' && isWorse(sample.says, 'behind')) return sample
  const text = `${sample.text === 'ok' ? 'ok, but' : `${sentence(sample.text)} And`} the chain is ${counted(lag, 'slot')} ahead.`
  return { ...sample, says: 'behind', lag, text }
}
