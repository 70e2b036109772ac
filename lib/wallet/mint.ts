import { type HoldingsPart, type ListOutcome, partFromOutcome, readTokens } from './wallet'

/** `uncounted`: rows that do not parse as token accounts of this mint. */
export function mintAccounts(
  mint: string,
  outcome: ListOutcome<'getCompressedAccountsByOwner'>,
): HoldingsPart<{ accounts: number; uncounted: number }> {
  return partFromOutcome(outcome, (items) => {
    const { rows, uncounted } = readTokens(items, (token) => token.mint === mint)
    return { accounts: rows.length, uncounted }
  })
}
