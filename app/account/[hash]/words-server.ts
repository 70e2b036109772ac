import { decompressedOf } from '@/lib/account/lens/decompressed'
import { tokenOwnerKind } from '@/lib/account/lens/token-extensions'
import { base64Length } from '@/lib/format/base64'
import { formatCount, groupDigits, nounFor } from '@/lib/format/numbers'
import type { AccountSearch } from '@/lib/listing/read/find-account'
import type { AccountItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import type { Part } from '@/lib/transaction/description/contract'
import { amount, counted, identifier, phrase } from '@/lib/transaction/description/parts'

/* Of the account page, for the server alone. */

interface ReadAccount {
  account: Pick<AccountItem, 'owner' | 'lamports' | 'data'>
  token: TokenAccountItem['tokenData'] | null
}

/** Kind, amount with mint, and owner of an account: the first half of its sentence. null: its content is not known. */
export function whatItIs(read: ReadAccount | null): Part[] {
  if (!read) return phrase('Compressed account')
  const { account, token } = read
  if (token) {
    const isAta = tokenOwnerKind(token.tlv) === 'associated token account'
    return phrase(`${token.state === 'frozen' ? 'Frozen token account' : 'Token account'} of {owner} with {amount}`, {
      owner: identifier(isAta ? 'associated account' : 'wallet', token.owner),
      amount: amount(BigInt(token.amount), token.mint),
    })
  }
  const { owner, lamports, data } = account
  const slots = {
    owner: identifier(data ? 'program' : 'owner', owner),
    lamports: amount(BigInt(lamports), null),
    bytes: counted((data && base64Length(data.data)) ?? 0, 'byte'),
  }
  if (decompressedOf(account)) return phrase('Decompressed account of {owner}', slots)
  if (!data) return phrase('Account of {owner} with {lamports}', slots)
  const holds = BigInt(lamports) > 0n ? '{lamports} and {bytes} of data' : '{bytes} of data'
  return phrase(`Account of {owner} with ${holds}`, slots)
}

export const fromCreation = 'Read from the transaction that created this account.'
export const noContent = 'The chain node did not provide the content. What the indexer knows is above.'
export const noNode = 'No Solana node is configured for this network. With one, this page shows content and history.'
export const notSearched = 'The owner’s list could not be searched. The rest of this page is unaffected.'
export const askOwner = 'Its data is only in its owner’s list. Enter the owner to search the first 1,000 accounts.'

export function searchText(
  { account, place, searched, whole, slot }: AccountSearch,
  isFiltered: boolean,
  consumed: boolean,
): string {
  const matching = isFiltered ? ' matching the link’s filter' : ''
  const asOf = `as of slot ${groupDigits(slot)}`
  const live = `live ${nounFor(searched, 'account')} of this owner${matching}`
  const list = whole ? `all ${groupDigits(searched)} ${live}` : `the first ${groupDigits(searched)} ${live}`
  if (account) return `Still live: row ${groupDigits(place + 1)} of ${list}, ${asOf}.`
  if (consumed) return `Not among ${list}, ${asOf}: consumed, so its data is no longer available here.`
  if (searched === 0 && slot === 0) return 'The indexer has no data (slot 0): whether this account exists is unknown.'
  if (searched === 0) return `This owner has no live accounts${matching}, ${asOf}.`
  return `Not among ${list}, ${asOf}.${whole ? '' : ' The list goes on; only its beginning was searched.'}`
}

export const noHistory = 'The versions before and after this one could not be read.'
export const aroundThis = 'Versions around this one'
export const newestFirst = 'Versions, newest first'
export function historyText(known: number, hasAddress: boolean, isComplete: boolean): string {
  const count = formatCount(known, 'version')
  if (hasAddress) return `${isComplete ? `All ${count}` : `${count} so far`} of the account with address`
  return `${known === 1 ? '' : `Likely history: ${count}. `}Without an address, versions can’t be linked for certain.`
}
export const firstVersion = (isNewAddress: boolean) =>
  isNewAddress ? 'First version: its address was new.' : 'First version.'
export const severalVersions = (isOldest: boolean, count: number) =>
  `${isOldest ? 'Made from' : 'Split into'} ${formatCount(count, 'account')}:`
export const notIndexed = (isOldest: boolean) =>
  `, which this index does not have${isOldest ? ': it is older than this index' : ''}.`
export const fieldsMissing = 'Its creating transaction does not hold the fields of all accounts that it consumed.'
export const costsTwo = 'Each costs two calls, so a page reads ten at most.'
export const onlyMoved = 'Same content: only its place in the tree changed.'

export const changedFields = 'Changed fields, by the program’s IDL'
