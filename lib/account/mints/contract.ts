import type { Problem } from '../../api/problem'
import { decimalsOf, formatUnits } from '../../format/amounts'
import type { Mints } from '../../protocol/solana/mint-info'

/** Digits behind the decimal point up to which amounts are in tokens: more than a u64 has are zeros before it. */
export const MOST_DECIMALS = 20

/** The mints whose amounts are shown in tokens. */
export function shownMints(mints: Mints): Mints {
  return Object.fromEntries(Object.entries(mints).filter(([, { decimals }]) => decimals <= MOST_DECIMALS))
}

/** How the amounts of a column are written: in tokens where their mint is known, else in base units. */
export interface TokenUnits {
  mints: Mints
  /** Digits behind the decimal point of the amount that has most of them. */
  decimals: number
  /** Room for what stands behind each amount: nothing, symbols, or long ones and the words “base units”. */
  room: '' | 'narrow' | 'wide'
}

/** What came of a request for mints. */
export interface MintsAnswer {
  mints: Mints
  /** Why the chain node was of no help for some of them; null: those that are absent are no mints of a token program. */
  problem: Problem | null
}

/** For a network without a chain node, and for rows without tokens. */
export const NO_MINTS: Mints = {}

/** An amount in base units of a mint. */
export interface TokenAmount {
  mint: string
  amount: bigint
}

/** Characters of a symbol that are not long. */
const NARROW = 5

/** How a column with these amounts is written; null where none of their mints is known: in base units, as it stands. */
export function tokenUnits(mints: Mints, amounts: Iterable<TokenAmount>): TokenUnits | null {
  const used: Record<string, Mints[string]> = {}
  let decimals = 0
  let room: TokenUnits['room'] = ''
  for (const { mint, amount } of amounts) {
    const info = mints[mint]
    if (!info || info.decimals > MOST_DECIMALS) {
      room = 'wide'
      continue
    }
    if (info.symbol !== null && room !== 'wide') room = info.symbol.length > NARROW ? 'wide' : 'narrow'
    used[mint] = info
    decimals = Math.max(decimals, decimalsOf(formatUnits(amount, info.decimals)))
  }
  return Object.keys(used).length === 0 ? null : { mints: used, decimals, room }
}
