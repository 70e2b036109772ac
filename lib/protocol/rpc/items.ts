import type { z } from 'zod'
import type { account, signatureInfo, tokenAccount } from './entities'

/* Rows of lists. Interface 2.4, 2.7, 2.8. No zod at run time: browsers load this. */

export type AccountItem = z.output<typeof account>

export type TokenAccountItem = z.output<typeof tokenAccount>

export type SignatureItem = z.output<typeof signatureInfo>

export interface Items {
  accounts: AccountItem
  tokenAccounts: TokenAccountItem
  signatures: SignatureItem
}

export type RowsName = keyof Items

export type AnyItem = Items[RowsName]

/** Rows that hold an account, whose hash proves its fields. */
export type ProvableRow = AccountItem | TokenAccountItem

export function holdsAccount(item: AnyItem): item is ProvableRow {
  return 'account' in item || 'leafIndex' in item
}

export function accountIn(row: ProvableRow): AccountItem {
  return 'account' in row ? row.account : row
}

/** The slot in which it was created, or of the transaction. */
export function slotIn(item: AnyItem): number {
  return 'signature' in item ? item.slot : accountIn(item).slotCreated
}

export function identityOf(item: AnyItem): string {
  if ('signature' in item) return item.signature
  return accountIn(item).hash
}
