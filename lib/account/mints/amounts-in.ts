import type { UrlSlice } from '../../page/address'
import type { AnyItem } from '../../protocol/rpc/items'
import { tokenOf } from '../lens/token-data'
import type { TokenAmount } from './contract'

export function amountsIn(rows: readonly AnyItem[], slice: UrlSlice | null): TokenAmount[] {
  return rows.flatMap((row) => {
    if ('signature' in row) return []
    const token = 'account' in row ? row.tokenData : tokenOf(row, slice)
    return token ? [{ mint: token.mint, amount: token.amount }] : []
  })
}
