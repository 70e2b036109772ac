import 'server-only'
import { cachedTokenData, type TokenData } from '../../account/lens/token-data'
import type { ListSum } from '../../api/answer'
import type { UrlSlice } from '../../page/address'
import { type AccountItem, type AnyItem, holdsAccount, type ProvableRow } from '../../protocol/rpc/items'

export class RowSum {
  lamports = 0n
  #ofSeveralMints = false
  #tokens: { mint: string; amount: bigint } | null = null

  constructor(private readonly tokenIn: (row: AccountItem) => TokenData | null) {}

  add(row: ProvableRow): void {
    this.lamports += 'account' in row ? row.account.lamports : row.lamports
    // Token data is decoded only until there are two mints.
    const token = this.#ofSeveralMints ? null : 'account' in row ? row.tokenData : this.tokenIn(row)
    if (!token) return
    this.#tokens ??= { mint: token.mint, amount: 0n }
    if (this.#tokens.mint === token.mint) this.#tokens.amount += token.amount
    else this.#ofSeveralMints = true
  }

  get tokens(): ListSum['tokens'] {
    return this.#tokens && !this.#ofSeveralMints ? { ...this.#tokens } : undefined
  }
}

const sums = new WeakMap<readonly AnyItem[], ListSum | null>()

/** Null if there is no meaningful sum. @param rows from the first row of the list, each once */
export function sumRows(rows: readonly AnyItem[], slice: UrlSlice | null): ListSum | null {
  const known = sums.get(rows)
  if (known !== undefined) return known
  const sum = makeSum(rows, slice)
  sums.set(rows, sum)
  return sum
}

function makeSum(rows: readonly AnyItem[], slice: UrlSlice | null): ListSum | null {
  const sum = new RowSum((row) => cachedTokenData(row, slice))
  for (const row of rows) {
    if (!holdsAccount(row)) return null
    sum.add(row)
  }
  const { lamports, tokens } = sum
  if (lamports === 0n && !tokens) return null
  return { rows: rows.length, ...(lamports > 0n && { lamports }), ...(tokens && { tokens }) }
}
