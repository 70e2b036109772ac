import { decimalsOf, formatUnits } from '../../format/tokens'
import type { Mints } from '../../protocol/solana/mint-info'
import { MOST_DECIMALS, type TokenUnits } from './contract'

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
