import { formatCount, groupDigits, nounFor } from '@/lib/format/numbers'
import { MISSING } from '@/lib/transaction/description/reasons'

/* Of the transaction page, for the server alone. */

export const noDetails = 'Transaction details aren’t available'
export const detailsShown =
  'whether the transaction succeeded, which compressed accounts it consumed and created, and what changed for each owner and mint'
export const doubts = {
  not_recorded: `${MISSING.not_recorded} Another node may have them.`,
  contradicted: `${MISSING.contradicted} One of them is wrong.`,
}
export const verified = (isUnchecked: boolean) =>
  `Signatures verified. Status, slot, time and fee as reported by the node${isUnchecked ? ', which may be on another chain than the indexer: not checked yet' : ''}.`

export const noAccounts = 'It updated trees: no compressed account was consumed or created.'
export const notReadInTime = (accounts: number) =>
  `The contents of ${formatCount(accounts, 'account')} were not read in time.`
export const contentsUnknown = (accounts: number) =>
  `The contents of ${formatCount(accounts, 'account')} are unknown: indexer and chain node do not have the transactions that created ${accounts === 1 ? 'it' : 'them'}.`
export const notIndexed = 'Not indexed: the indexer does not read their tree, or they are older than its index.'
export const unreadableParts = (parts: number) =>
  `${formatCount(parts, 'part')} of this transaction could not be read, so accounts may be missing here.`

export const balanced = 'Inputs and outputs match.'
export const differBy = 'Inputs and outputs differ by'
export const tokens = { in: 'compressed from regular tokens.', out: 'decompressed to regular tokens.' }
export const sol = { in: 'compressed from regular SOL.', out: 'decompressed to regular SOL.' }
export const relayFee = 'relay fee.'
export const noSums = (what: string, reason: keyof typeof MISSING) => `${what} sums are not known. ${MISSING[reason]}`

export const logsLeftOut = (lines: number) =>
  `${groupDigits(lines)} ${nounFor(lines, 'line')} left out: they contain part of a configured URL.`
export const outerOnly = 'Only those that the transaction calls itself: what they called was not recorded.'
export const asJson = 'This transaction as JSON'
