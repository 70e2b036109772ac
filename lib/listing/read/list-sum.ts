import 'server-only'
import { tokenOf } from '../../account/lens/token-data'
import type { ListSum } from '../../api/answer'
import type { UrlSlice } from '../../page/address'
import type { AnyItem } from '../../protocol/rpc/items'

/** Sums of rows that are remembered; they go with their rows. */
const sums = new WeakMap<readonly AnyItem[], ListSum | null>()

/**
 * What rows come to: their lamports where any account holds some, their tokens where they are of one mint. Null where a
 * sum means nothing.
 * @param rows from the first of a list on, each once.
 */
export function sumOf(rows: readonly AnyItem[], slice: UrlSlice | null): ListSum | null {
  const known = sums.get(rows)
  if (known !== undefined) return known
  const sum = makeSum(rows, slice)
  sums.set(rows, sum)
  return sum
}

function makeSum(rows: readonly AnyItem[], slice: UrlSlice | null): ListSum | null {
  let lamports = 0n
  let ofSeveralMints = false
  let tokens: { mint: string; amount: bigint } | null = null
  for (const row of rows) {
    if ('signature' in row) return null
    lamports += 'account' in row ? row.account.lamports : row.lamports
    // Token data is read no longer than it takes to see a second mint.
    const token = ofSeveralMints ? null : 'account' in row ? row.tokenData : tokenOf(row, slice)
    if (token === null) continue
    tokens ??= { mint: token.mint, amount: 0n }
    if (tokens.mint === token.mint) tokens.amount += token.amount
    else ofSeveralMints = true
  }
  if (ofSeveralMints) tokens = null
  if (lamports === 0n && tokens === null) return null
  return { rows: rows.length, ...(lamports > 0n && { lamports }), ...(tokens && { tokens }) }
}
