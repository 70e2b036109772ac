/*
 * Which columns a table shows, as its address says it: `columns=` once for each. Without it all are shown. The first of
 * each table says which row it is and is always there; exports and the API have every column. features.md a57.
 */

/** Columns of each table: the name in addresses, and the header that it bears. */
export const COLUMNS = {
  accounts: {
    hash: 'Hash',
    address: 'Address',
    lamports: 'Lamports',
    data: 'Data',
    leaf: 'Leaf',
    tree: 'Tree',
    slot: 'Slot created',
  },
  tokenAccounts: {
    hash: 'Hash',
    mint: 'Mint',
    wallet: 'Wallet',
    amount: 'Amount',
    state: 'State',
    slot: 'Slot created',
  },
  signatures: { signature: 'Signature', slot: 'Slot', time: 'Time' },
} as const

export type ColumnTable = keyof typeof COLUMNS

export function columnNames(table: ColumnTable): string[] {
  return Object.keys(COLUMNS[table])
}

/** The columns that are left out, as the style sheet knows them; null where all are shown. */
export function withoutColumns(table: ColumnTable, chosen: readonly string[] | null): string | null {
  if (chosen === null) return null
  const [always, ...others] = columnNames(table)
  const left = others.filter((name) => name !== always && !chosen.includes(name))
  return left.length > 0 ? left.join(' ') : null
}
