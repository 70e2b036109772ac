import { cardLine } from '../account/mints/card-line'
import { formatSol } from '../format/amounts'
import { formatCount } from '../format/numbers'
import { capitalize } from '../format/text'
import { amountText } from '../listing/pages/list-summary'
import { type Card, STATIC_CARD } from '../page/card'
import { asOfSlot, type Summary, shortIdentifier } from '../page/summary'
import type { Mints } from '../protocol/solana/mint-info'
import { totalAccounts } from './exposure'
import { type HoldingsPart, isCompletePart, type SolHoldings, type TokenHoldings, type WalletHoldings } from './wallet'

const MAX_LINES = 3

export function summaryMints({ tokens }: WalletHoldings): string[] {
  return tokens.known ? tokens.exposure.mints.slice(0, MAX_LINES).map(({ mint }) => mint) : []
}

export function walletSummary(
  wallet: string,
  holdings: WalletHoldings,
  { network, isPlain, mints }: { network: string; isPlain: boolean; mints: Mints },
): Summary {
  const title = `Wallet ${shortIdentifier(wallet)}`
  const about = `Compressed tokens and SOL of the wallet ${wallet}.`
  const { tokens, sol, given, received } = holdings
  const parts = [tokens, sol, received]
  const known = parts.flatMap((part) => (part.known ? [part] : []))
  const card: Card = {
    ...STATIC_CARD,
    network,
    kind: 'Wallet',
    subject: wallet,
    headline: 'Compressed tokens and SOL',
    foot: 'What it holds, by mint',
  }
  if (known.length === 0) {
    const problem = parts.find((part) => !part.known && part.problem !== null)
    const why =
      problem && !problem.known && problem.problem ? ` No answer at this moment: ${problem.problem.title}.` : ''
    return { title, description: `${about}${why}`, card, index: isPlain && why === '' }
  }
  const holds = [tokensText(tokens), solText(sol)].filter((text) => text !== null)
  const delegated = [delegatedText(given, 'out'), delegatedText(received, 'in')].filter((text) => text !== null)
  const isEmpty = known.length === parts.length && known.every(({ accounts }) => accounts === 0)
  const headline = isEmpty ? 'Holds nothing compressed' : capitalize(holds.join(', '))
  const slots = known.flatMap(({ coverage }) => coverage.slots ?? [])
  const asOf = asOfSlot(slots.length === 0 ? null : Math.min(...slots))
  const isStale = known.some(({ coverage }) => coverage.old)
  const state = isStale
    ? ({ word: 'stale', tone: 'doubt' } as const)
    : known.length === parts.length && known.every(isCompletePart)
      ? ({ word: 'complete', tone: 'live' } as const)
      : ({ word: 'partial', tone: 'doubt' } as const)
  const first = tokens.known ? tokens.exposure.mints.slice(0, MAX_LINES) : []
  const atLeast = !tokens.known || !isCompletePart(tokens)
  const lines = first.map(({ mint, total }) => cardLine(mint, total, mints, atLeast))
  const sums = first.map((each) => {
    const amount = `${atLeast ? 'at least ' : ''}${amountText(each.total, mints[each.mint])} of mint ${each.mint}`
    return totalAccounts(each) > 1 ? `${amount} in ${formatCount(totalAccounts(each), 'account')}` : amount
  })
  const words = [headline, ...delegated].join('; ')
  return {
    title,
    description: `${words} ${asOf} on ${network}: ${state.word}.${sums.length > 0 ? ` ${sums.join('; ')}.` : ''} ${about}`,
    card: { ...card, headline, state, lines, foot: [capitalize(asOf), ...delegated].join(', ') },
    index: isPlain && !isEmpty && !isStale,
  }
}

function tokensText(part: HoldingsPart<TokenHoldings>): string | null {
  if (!part.known) return null
  const mints = part.exposure.mints.length
  if (mints === 0) return 'no tokens'
  return `${part.coverage.reachedEnd ? '' : 'at least '}${formatCount(mints, 'mint')} in ${rowsText(part, 'account')}`
}

function solText(part: HoldingsPart<SolHoldings>): string | null {
  return part.known ? `${isCompletePart(part) ? '' : 'at least '}${formatSol(part.lamports)} SOL` : null
}

function delegatedText(part: HoldingsPart<TokenHoldings>, way: 'in' | 'out'): string | null {
  return part.known && part.accounts > 0 ? `${rowsText(part, 'account')} delegated ${way}` : null
}

function rowsText(part: { accounts: number; coverage: { reachedEnd: boolean } }, noun: string): string {
  return `${part.coverage.reachedEnd ? '' : 'at least '}${formatCount(part.accounts, noun)}`
}
