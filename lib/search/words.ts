import { formatCount, groupDigits } from '../format/numbers'

/* Of the search page. */

const enterAddress = 'Enter an address, account hash, signature or explorer link.'
export const nothingTyped =
  'Paste an address, account hash, signature or explorer link, or a text with several of them.'
export const notRecognised = (why: string, advice = enterAddress) => `${why} ${advice}`

export const looksLikeSlot = (slot: bigint) => `${groupDigits(slot)} looks like a slot`
export const noSlotSearch = (slot: number | null) =>
  `Search by slot isn’t supported.${slot === null ? '' : ` The indexer is at slot ${groupDigits(slot)}.`}`
export const nothingInLink = (site: string) => `Nothing to look up in this link to ${site}`
export const emptyLink = 'It has no address, account hash or signature.'
export const linkFor = (network: string | null) => `This link is for ${network ?? 'a custom endpoint'}`
export const otherNetworks = (site: string, networks: readonly string[]) =>
  `on ${site}. This explorer has ${networks.map((name) => `“${name}”`).join(', ')}, where the same text may mean something else.`
export const searchAnyway = (network: string) => `Search ${network} anyway`
export const unknownNetwork = (network: string) => `, which names no network of this explorer: searched on ${network}.`
export const severalFound = (count: number) => `Found ${count} identifiers`
export const chooseOne = 'Choose one.'

export const couldBe = 'This could be an owner, delegate, wallet, mint or account hash.'
export const noResultsYet = (network: string) => `No results so far on ${network}`
export const limits = 'Consumed accounts are found by hash only. Addresses of compressed accounts can’t be searched.'
export const mismatch = 'Unknown: the response does not match the request'
export const noData = 'Unknown: the indexer has no data'
export const tooSlow = 'Too slow on this indexer'
export const notAsked = 'Not checked: too many requests to this indexer'
export const pageLooksUp = 'Not looked up: its page does that'
export const emptyMint = 'A mint without token accounts'

export const shortened = {
  why: 'It is shortened: characters in the middle are missing.',
  advice: 'Copy the full text.',
}
export const solName = {
  why: 'Names that end in .sol are not looked up.',
  advice: 'Enter the address that the name stands for.',
}
export const symbol = {
  why: 'It looks like a symbol. Any mint can take any symbol, so symbols are not searched.',
  advice: 'Enter the address of the mint.',
}
export const oneCase = {
  why: 'It has no capital letters. Addresses, hashes and signatures have both, and they cannot be restored.',
  advice: 'Copy the original text.',
}
export const keypair = {
  why: 'It is a list of 64 bytes, like a keypair file, whose first half is the private key.',
  advice: 'Never paste a keypair. If this is one, move what it holds to a new wallet.',
}
export const byteList = (count: number) => `It is a list of ${formatCount(count, 'byte')}.`
export const needs32 = 'An address or a hash has 32.'
export const inBase58 = 'In base58:'
export const tooLong = (length: number, most: number) => `It has ${length} characters; a signature has at most ${most}.`
export const otherLength = (bytes: number) =>
  `It decodes to ${formatCount(bytes, 'byte')}; an address or a hash has 32, a signature 64.`
export const notBase58 = (odd: string) => `It contains ${odd}, not in the base58 alphabet.`
