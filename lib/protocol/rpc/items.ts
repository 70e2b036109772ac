import type { z } from 'zod'
import type { account, signatureInfo, tokenAccount } from './entities'

/* One row of each kind of list, in our form, and what tells it from all others. Known to the browser: no zod behind it. */

/** Interface 2.4. */
export type AccountItem = z.output<typeof account>

/** Interface 2.7. */
export type TokenAccountItem = z.output<typeof tokenAccount>

/** Interface 2.8. */
export type SignatureItem = z.output<typeof signatureInfo>

/** Rows by what they are: lists name theirs, tables and files are made for them. */
export interface Items {
  accounts: AccountItem
  tokenAccounts: TokenAccountItem
  signatures: SignatureItem
}

/** What the rows of a list are. */
export type RowsName = keyof Items

/** A row of any list. */
export type AnyItem = Items[RowsName]

/** What tells a row from all others: its account's hash, or its signature. */
export function identityOf(item: AnyItem): string {
  if ('signature' in item) return item.signature
  return 'account' in item ? item.account.hash : item.hash
}
