import { formatCount, groupDigits } from '@/lib/format/numbers'

/* Of the totals of a delegate, for server and browser. */

export const ownedByAssociated = (accounts: number) =>
  `${formatCount(accounts, 'token account')} ${accounts === 1 ? 'is' : 'are'} owned by an associated token account (ATA). The wallet behind it is not recorded, so each ATA counts as a wallet.`
export const unreadExtensions = (accounts: number) =>
  `${formatCount(accounts, 'token account')} ${accounts === 1 ? 'has' : 'have'} extensions that can’t be read. The whole amount is counted, so the totals may be too high.`
export const slotsText = (from: number, to: number) =>
  from === to
    ? `, slot ${groupDigits(to)}`
    : `, slots ${groupDigits(from)} to ${groupDigits(to)}. Changes in between may be missing or double-counted`

export const adding = 'Adding up all rows…'
export const partial = (title: string) => `${title}. Totals are partial.`
export const ended = 'End of list reached.'
export const stopped = 'Stopped before the end of the list.'
export const rowsSoFar = (rows: number) => `${groupDigits(rows)} rows so far`
