import { formatCount, groupDigits, nounFor } from '@/lib/format/numbers'
import type { Sum } from '@/lib/transaction/contract'

/* Of the transaction page, for the server alone. */

export const noDetails = 'Transaction details aren’t available'
export const detailsShown =
  'whether the transaction succeeded, which compressed accounts it consumed and created, and what changed for each owner and mint'
export const effectUnknown = 'What it did to compressed state is not known'
export const doubts = {
  not_recorded:
    'The chain node did not record the inner instructions of this transaction, which hold what it consumed and created. Another node may have them.',
  contradicted:
    'The indexer lists this transaction as one that changed compressed state, but the chain node’s copy shows no change. One of them is wrong.',
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
export const contradiction = ': what the chain node sent contradicts itself.'
export const unbalanced = {
  mint_action:
    ': the transaction calls MintAction, which mints and burns compressed tokens, and its amounts are not read.',
  amounts: ': it moves tokens between compressed state and the chain in a form that is not read.',
  unexplained: '. No token transfer in this transaction explains it.',
}

export function noSums(what: string, reason: Extract<Sum<unknown>, { state: 'missing' }>['reason']): string {
  switch (reason) {
    case 'not_read':
      return `${what} sums follow once the contents of all consumed accounts are read.`
    case 'unknown_fields':
      return `${what} sums are unknown: of a consumed account only its hash is known.`
    case 'unknown_content':
      return `${what} sums are unknown: the contents of a consumed account are.`
    case 'unreadable':
      return `${what} sums are unknown: a part of the transaction could not be read.`
    case 'not_recorded':
    case 'contradicted':
      return `${what} sums are unknown.`
    default:
      return reason satisfies never
  }
}

export const logsLeftOut = (lines: number) =>
  `${groupDigits(lines)} ${nounFor(lines, 'line')} left out: they contain part of a configured URL.`
export const outerOnly = 'Only those that the transaction calls itself: what they called was not recorded.'
export const asJson = 'This transaction as JSON'
