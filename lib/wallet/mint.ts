import { type ListOutcome, readTokens, rowsOf, type WalletPart } from './wallet'

/** `uncounted`: rows that do not parse as token accounts of this mint. */
export function mintAccounts(
  mint: string,
  outcome: ListOutcome<'getCompressedAccountsByOwner'>,
): WalletPart<{ accounts: number; uncounted: number }> {
  return rowsOf(outcome, (items) => {
    const { rows, uncounted } = readTokens(items, (token) => token.mint === mint)
    return { accounts: rows.length, uncounted }
  })
}
