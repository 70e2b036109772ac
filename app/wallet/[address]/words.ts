import { formatCount, groupDigits, nounFor } from '@/lib/format/numbers'

/* Of the wallet page, for the server alone. */

export const tabNames = {
  tokens: 'Compressed tokens',
  sol: 'Compressed SOL',
  given: 'Delegated to others',
  received: 'Delegated to this wallet',
}
/** Completes "every live …". */
export const rowsOfTab = {
  tokens: 'token account that names this wallet as its owner',
  sol: 'account owned by this wallet',
  given: 'token account that names this wallet as its owner and has a delegate',
  received: 'token account that names this wallet as its delegate',
}
export const ofThisMint = 'token account of this mint that names it'
export const nothingInTab = {
  tokens: 'No compressed tokens',
  sol: 'No compressed SOL',
  given: 'No delegated token accounts',
  received: 'Not a delegate of any token account',
}
export const noneButAssociated = 'None names this wallet itself; those of its associated token account are above.'
export const nothingAtAll = 'No live compressed account names this address as its owner, wallet or delegate.'
export const noneOfThese = 'This address has none of these now.'
export const notWallet = 'This address is not a wallet.'
export const dataNote = (accounts: number) =>
  `${formatCount(accounts, 'account')} ${nounFor(accounts, 'holds', 'hold')} data, as accounts of a program do.`

export const totalsCover = (rows: string) => `Totals cover every live ${rows}.`
export const asOfSlot = (slot: number) => `As of slot ${groupDigits(slot)}.`
export const lowerBounds = 'Totals are lower bounds: there may be more rows than were read.'
export const listGoesOn = 'The list below goes on after the rows counted here. An export holds all of it.'
export const unreadRows = (rows: number, as: string) => `${formatCount(rows, 'row')} could not be read as a ${as}.`

export const associatedAbout =
  'A token account that was closed into compressed state can name the wallet’s associated token account instead of the wallet. Each mint has its own, so these are found per mint.'
export function checkedMints(checked: number, all: number, found: number, unknown: number): string {
  const which =
    all > checked
      ? `${checked} of ${groupDigits(all)} mints, those with the most accounts`
      : formatCount(checked, 'mint')
  const what = found === 0 ? 'no token accounts found' : `token accounts found for ${formatCount(found, 'mint')}`
  return `Checked ${which}: ${what}${unknown > 0 ? `; ${unknown} not known` : ''}.`
}
export const ownsNone = (isWhole: boolean, isGiven: boolean) =>
  `owns no ${isWhole ? '' : 'known '}token account of this mint${isGiven ? ' with a delegate' : ''}`

export const total = 'All tokens of this wallet'
export const sums = { exact: 'Exact', 'at least': 'At least', none: 'No sum' }
export const sumMeans = {
  exact: 'Each amount is counted once, on the chain and compressed, all at one slot.',
  'at least': 'Not everything could be read. The wallet holds at least this.',
  none: 'The parts were read at different moments, so adding them could count an amount twice.',
}
export const reading = 'Reading'
export const readingChain = 'Reading accounts on the chain. Until then only compressed ones are counted.'
export const waitForChain = 'Wait for them'
export const noSum = 'no sum'
export const onChain = 'on the chain'
export const compressed = 'compressed'
export const wrappedSol = 'wrapped SOL'
export const withheld = 'Withheld fees, not counted:'
export const confidential = (accounts: number) =>
  `${formatCount(accounts, 'account')} may hold more that only the owner can read`
export const rawAmounts = {
  interest: 'without interest',
  scaled: 'before the mint’s multiplier',
}
export const places = {
  spl: 'SPL Token',
  token2022: 'Token-2022',
  light: 'Light Token',
  compressed: 'Compressed',
  sol: 'SOL',
}
export const restInApi = 'The API answers all of them.'
export const checkMore = (mints: number) =>
  `Check the compressed accounts of ${formatCount(mints, 'more associated token account')}`
export const ofThisMintHere = 'accounts of this mint'
export const ofAssociated = 'of its associated token account'
export const compressibleFrom = (slot: bigint) => `may be compressed from about slot ${groupDigits(slot)}`
export const accountsOfMint = 'Accounts that the list below does not have'
export const closedBy = 'closed by'
