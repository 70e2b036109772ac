import { MAX_TYPED_BYTES } from '@/lib/format/typed-bytes'
import { MAX_FILTERS } from '@/lib/protocol/rpc/methods/getCompressedAccountsByOwner'

/* Of the owner page, for the server alone. */

export const about = 'Live compressed accounts that belong to this address.'
export const noMatch = 'No account matches'
export const noMatchText = 'No live account of this owner has these bytes at this offset.'
export const allAccounts = 'All accounts of this owner'
export const noAccounts = 'No live accounts owned by this address'
export const isItWallet = 'Is it a wallet? Compressed tokens are owned by the token program; its'
export const walletFinds = 'finds them by the wallet they name.'

export const filterAbout = `Only accounts with these bytes at this offset of their data. Offset 0 is the first byte after the 8-byte discriminator. Up to ${MAX_FILTERS} filters of ${MAX_TYPED_BYTES} bytes each; accounts must match all of them.`
export const sliceAbout = 'Load only this part of each account’s data. Filters still match the full data.'
export const readInParts = 'Read the whole list in parts'
export const partsAbout = (isUnproven: boolean) =>
  `: finds rows that these pages ${isUnproven ? 'may miss' : 'miss'}, and shows what is proven. It starts with the cost.`
export const wholeAbout = (isFiltered: boolean) =>
  `The whole list${isFiltered ? ' of matching accounts' : ''}, read in parts: accounts whose data have the same byte at the same place are requested together, until each part fits in one response. That finds what the indexer’s pages lose, and proves it where it can.`
