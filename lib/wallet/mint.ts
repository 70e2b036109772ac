import { type ListOutcome, readTokens, rowsOf, type WalletPart } from './wallet'

/**
 * How many token accounts a mint has, by what the token program's list answered that is filtered by it. `uncounted`: rows
 * that could not be read as token accounts of this mint.
 */
export function mintAccounts(
  mint: string,
  outcome: ListOutcome<'getCompressedAccountsByOwner'>,
): WalletPart<{ accounts: number; uncounted: number }> {
  return rowsOf(outcome, (items) => {
    const { rows, uncounted } = readTokens(items, (token) => token.mint === mint)
    return { accounts: rows.length, uncounted }
  })
}
