import { accountHref } from '@/lib/account/address'
import type { StaleMeta } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { groupDigits, nounFor } from '@/lib/format/numbers'
import { mintHref } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import type { PageMethod } from '@/lib/page/page'
import type { Outcome } from '@/lib/page/summary'
import { type WalletTab, walletHref } from '@/lib/wallet/address'
import { mintAccounts } from '@/lib/wallet/mint'
import {
  type HoldingsPart,
  isCompletePart,
  type ListOutcome,
  type WalletOutcomes,
  walletHoldings,
} from '@/lib/wallet/wallet'
import * as texts from './words'

export interface Meaning {
  as: 'Wallet' | 'Owner' | 'Delegate' | 'Mint' | 'Account hash'
  /** `slow`: timed out. `unasked`: the plan had no calls left. `unknown`: the indexer has no data, or ignores filters. */
  state: 'found' | 'none' | 'slow' | 'failed' | 'unasked' | 'unknown'
  /** A count, or why it is unknown: a sentence without its full stop. */
  words: string
  href: string
  old: StaleMeta | null
  problem: Problem | null
}

const OF_WALLET: readonly Meaning['as'][] = ['Wallet', 'Owner', 'Delegate']

/**
 * @param outcomes in the order of meaningRequests(); null: unknown
 * @param isMint true: the chain has a mint at this address
 */
export function meaningsOf(
  text: string,
  outcomes: readonly Outcome<PageMethod>[],
  cluster: Cluster,
  isMint = false,
): Meaning[] {
  const [own = null, tokens = null, received = null, signatures = null, mint = null] = outcomes
  const holdings = walletHoldings(text, { own, tokens, received } as WalletOutcomes)
  const tab = (name: WalletTab) => walletHref(text, { tab: name }, cluster)
  return [
    listMeaning('Wallet', holdings.tokens, 'token account', tab('tokens')),
    listMeaning('Owner', holdings.sol, 'account', tab('sol')),
    listMeaning('Delegate', holdings.received, 'delegated token account', tab('received')),
    mintMeaning(text, mint as ListOutcome<'getCompressedAccountsByOwner'>, isMint, cluster),
    hashMeaning(signatures as Outcome<'getCompressionSignaturesForAccount'>, accountHref(text, cluster)),
  ]
}

/**
 * null: the user chooses. An unknown meaning (slow, failed) prevents a redirect only if it leads to another page. A found
 * account hash is enough, since a hash is no key; a wallet's holdings are not, since the text may also be a mint.
 */
export function redirectTarget(text: string, meanings: readonly Meaning[], cluster: Cluster): string | null {
  const found = meanings.filter(({ state }) => state === 'found')
  const [first] = found
  if (!first) return null
  if (first.as === 'Account hash') return first.href
  if (found.some(({ as }) => as === 'Account hash')) return null
  const isOfWallet = ({ as }: Meaning) => OF_WALLET.includes(as)
  const others = meanings.filter((each) => each.as !== 'Account hash' && isOfWallet(each) !== isOfWallet(first))
  if (others.some(({ state }) => state !== 'none')) return null
  // The wallet page opens on the tab of tokens: if these are unknown, the first found tab is better.
  const tokensKnown = meanings.some(({ as, state }) => as === 'Wallet' && (state === 'found' || state === 'none'))
  return isOfWallet(first) && tokensKnown ? walletHref(text, {}, cluster) : first.href
}

function listMeaning(
  as: Meaning['as'],
  part: HoldingsPart<{ accounts: number; uncounted?: number }>,
  noun: string,
  href: string,
): Meaning {
  if (!part.known) return unknownMeaning(as, part.problem, href)
  const { accounts, coverage } = part
  const meaning = { as, href, old: coverage.old, problem: null }
  if (accounts > 0) return { ...meaning, state: 'found', words: countText(accounts, !coverage.reachedEnd, noun) }
  return isCompletePart(part)
    ? { ...meaning, state: 'none', words: `No ${nounFor(0, noun)}` }
    : { ...meaning, state: 'unknown', words: texts.mismatch }
}

function mintMeaning(
  text: string,
  outcome: ListOutcome<'getCompressedAccountsByOwner'>,
  isMint: boolean,
  cluster: Cluster,
): Meaning {
  const meaning = listMeaning('Mint', mintAccounts(text, outcome), 'token account', mintHref(text, cluster))
  if (!isMint || meaning.state === 'found') return meaning
  const words = meaning.state === 'none' ? texts.emptyMint : 'A mint'
  return { ...meaning, state: 'found', words, problem: null }
}

function hashMeaning(outcome: Outcome<'getCompressionSignaturesForAccount'>, href: string): Meaning {
  const as = 'Account hash'
  const answer = outcome && 'answer' in outcome ? outcome.answer : null
  const problem = outcome && 'problem' in outcome ? outcome.problem : null
  const old = answer?.meta.state === 'stale' ? answer.meta : null
  const count = answer?.result.value.items.length ?? 0
  if (count > 0) return { as, href, old, problem: null, state: 'found', words: countText(count, false, 'transaction') }
  const isMissing = answer ? answer.meta.slot !== 0 : problem?.code === 'not_found'
  return isMissing
    ? { as, href, old, problem: null, state: 'none', words: 'Not found' }
    : unknownMeaning(as, problem, href)
}

/** @param problem null: the indexer has no data, or was late */
function unknownMeaning(as: Meaning['as'], problem: Problem | null, href: string): Meaning {
  const meaning = { as, href, old: null, problem: null }
  if (!problem) return { ...meaning, state: 'unknown', words: texts.noData }
  // With a retry time, the request was not sent, because earlier ones were too slow.
  if (problem.code === 'upstream_timeout' && problem.retryAfterMs === undefined) {
    return { ...meaning, state: 'slow', words: texts.tooSlow }
  }
  if (problem.code === 'explorer_busy') {
    return { ...meaning, state: 'unasked', words: texts.notAsked }
  }
  return { ...meaning, state: 'failed', words: `Failed: ${problem.title}`, problem }
}

/** `21 token accounts`, or `1,000+ token accounts` if more follow. */
function countText(count: number, more: boolean, noun: string): string {
  return `${groupDigits(count)}${more ? '+' : ''} ${nounFor(count, noun)}`
}
