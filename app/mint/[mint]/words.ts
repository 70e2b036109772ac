import { groupDigits } from '@/lib/format/numbers'

/* Of the mint page, for the server alone. */

export const about = 'A token’s mint, and its compressed token accounts.'
export const claimed = 'is what the issuer claims.'
export const noDetails = 'Details of the mint aren’t available'
export const detailsShown = 'decimals, supply, authorities, extensions and pool accounts'
export const noMint = 'No mint at this address'
export const nothingRecorded = 'The recording has none.'
export const nothingThere = (slot: number) =>
  `The chain has no account here as of slot ${groupDigits(slot)}: no mint, or one that was closed or compressed.`
export const otherProgram = (slot: number, why: string) => `As of slot ${groupDigits(slot)} ${why}. Its program is`

export const noMintAuthority = 'None: the supply can’t grow.'
export const noFreezeAuthority = 'None: accounts can’t be frozen.'
export const extensionsOfLight = 'Not read: the mint belongs to the Light Token Program.'
export const notPool = 'not a pool of this mint'
export const poolsNotRecorded = 'Balance unknown: the recording has no pools.'
export const noPool = 'None: without one, tokens of this mint can’t be compressed.'
export const uriClaim = 'claimed by the issuer, never fetched'
export const fromRecording = 'From the recording, as of its end.'
export const fromNode = (slot: number) => `From the chain node as of slot ${groupDigits(slot)}.`
export const poolsAbout = 'Pools hold the tokens that are compressed or in Light accounts. The supply contains them.'

export const accounts = 'Compressed token accounts'
export const noAccounts = 'No compressed token accounts'
export const nobodyHolds = 'No live compressed account holds tokens of this mint.'
