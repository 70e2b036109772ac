import type { Problem } from '../../api/problem'
import { countDecimals, formatUnits } from '../../format/amounts'
import type { Mints } from '../../protocol/solana/mint-info'

/** A u64 has at most 20 digits: more decimals only add zeros. */
export const MAX_DECIMALS = 20

export function displayableMints(mints: Mints): Mints {
  return Object.fromEntries(Object.entries(mints).filter(([, { decimals }]) => decimals <= MAX_DECIMALS))
}

export interface TokenUnits {
  mints: Mints
  decimals: number
  room: '' | 'narrow' | 'wide'
}

export interface MintsAnswer {
  mints: Mints
  /** Why some mints could not be read; null: the absent ones are not mints of a token program. */
  problem: Problem | null
}

export const NO_MINTS: Mints = {}

export interface TokenAmount {
  mint: string
  amount: bigint
}

const NARROW = 5

/** null: no mint is known, so amounts are in base units. */
export function tokenUnits(mints: Mints, amounts: Iterable<TokenAmount>): TokenUnits | null {
  const used: Record<string, Mints[string]> = {}
  let decimals = 0
  let room: TokenUnits['room'] = ''
  for (const { mint, amount } of amounts) {
    const info = mints[mint]
    if (!info || info.decimals > MAX_DECIMALS) {
      room = 'wide'
      continue
    }
    if (info.symbol !== null && room !== 'wide') room = info.symbol.length > NARROW ? 'wide' : 'narrow'
    used[mint] = info
    decimals = Math.max(decimals, countDecimals(formatUnits(amount, info.decimals)))
  }
  return Object.keys(used).length === 0 ? null : { mints: used, decimals, room }
}
