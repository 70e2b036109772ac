import { decompressedOf } from '@/lib/account/lens/decompressed'
import { tokenOwnerKind } from '@/lib/account/lens/token-extensions'
import { base64Length } from '@/lib/format/base64'
import type { AccountItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import type { Part } from '@/lib/transaction/description/contract'
import { amount, counted, identifier, phrase } from '@/lib/transaction/description/parts'

export interface ReadAccount {
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
