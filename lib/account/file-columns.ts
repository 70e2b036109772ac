import type { WithDecoding } from '../api/idl'
import { formatUnits } from '../format/amounts'
import { csvText } from '../format/csv'
import type { UrlSlice } from '../page/address'
import { isTokenProgram } from '../protocol/light/token-program'
import type { AnyItem, Items, RowsName } from '../protocol/rpc/items'
import { stringifyJson } from '../protocol/rpc/json'
import type { Mints } from '../protocol/solana/mint-info'
import type { Network } from '../upstream/networks/networks'
import { cachedTokenData, type TokenData } from './lens/token-data'
import { delegatedAmount, parseTlv } from './lens/token-extensions'

/** `name`: the value's path in the interface. `value`: an exact CSV field; empty: no value. */
export interface Column<Row> {
  name: string
  of(row: Row): string
}

export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? csvText(value) : String(value)
}

/** What a transaction did, in files. `described`: described, not described (not read yet), or unknown. */
export interface HappenedCells {
  what_happened: string | null
  described: 'described' | 'not described' | 'unknown'
}

export type HappenedIn = (network: Network, signature: string) => HappenedCells

export const HAPPENED_COLUMNS = ['what_happened', 'described'] as const satisfies (keyof HappenedCells)[]

const ACCOUNT = [
  ...['hash', 'address', 'owner', 'lamports', 'data.discriminator', 'data.data', 'data.dataHash'],
  ...['tree', 'leafIndex', 'seq', 'slotCreated'],
]
const TOKEN = ['mint', 'owner', 'amount', 'delegate', 'state', 'tlv']

function columnsAt<R extends RowsName>(paths: readonly string[]): readonly Column<Items[R]>[] {
  return paths.map((name) => {
    const members = name.split('.')
    return { name, of: (row) => csvCell(members.reduce<unknown>((value, member) => Object(value)[member], row)) }
  })
}

/** Interface 2.4, 2.7, 2.8. */
export const rowColumns: { readonly [R in RowsName]: readonly Column<Items[R]>[] } = {
  accounts: columnsAt(ACCOUNT),
  tokenAccounts: columnsAt([...TOKEN.map((name) => `tokenData.${name}`), ...ACCOUNT.map((name) => `account.${name}`)]),
  signatures: columnsAt(['signature', 'slot', 'blockTime']),
}

/** What the data mean by the IDL of the owner program. */
export const IDL_COLUMNS = ['decoded.struct', 'decoded.fields'] as const

export function idlCells({ decoded }: WithDecoding<object>): string[] {
  if (decoded === undefined || !('fields' in decoded)) return ['', '']
  return [csvCell(decoded.struct), csvCell(stringifyJson(decoded.fields))]
}

type Decoded = Readonly<Record<string, (token: TokenData, mints: Mints) => string | number | bigint | null>>

/** From extension data, which limits what a delegate may move. facts/cold-tokens.md 1. */
const EXTENSIONS: Decoded = {
  delegated_amount: (token) => (token.delegate ? delegatedAmount(token) : null),
  withheld_transfer_fee: ({ tlv }) => parseTlv(tlv).compressedOnly?.withheldTransferFee ?? null,
  is_ata: ({ tlv }) => {
    const { compressedOnly } = parseTlv(tlv)
    return compressedOnly && Number(compressedOnly.isAta)
  },
}

const IN_TOKENS: Decoded = {
  decimals: ({ mint }, mints) => mints[mint]?.decimals ?? null,
  amount_in_tokens({ mint, amount }, mints) {
    const info = mints[mint]
    return info ? formatUnits(amount, info.decimals).replaceAll(',', '') : null
  },
}

/** Decoded from the account's data. The raw column `owner` is the account's, not the token's. */
const TOKEN_DATA: Decoded = {
  mint: ({ mint }) => mint,
  token_owner: ({ owner }) => owner,
  amount: ({ amount }) => amount,
  delegate: ({ delegate }) => delegate ?? null,
  state: ({ state }) => state,
  ...EXTENSIONS,
  ...IN_TOKENS,
}

const OF_TOKEN_ACCOUNTS: Decoded = { ...EXTENSIONS, ...IN_TOKENS }

function decoder(
  rows: RowsName,
  params: object,
): { decoded: Decoded; tokenIn: (row: AnyItem) => TokenData | null } | null {
  if (rows === 'tokenAccounts') {
    return { decoded: OF_TOKEN_ACCOUNTS, tokenIn: (row) => ('tokenData' in row ? row.tokenData : null) }
  }
  const { owner, dataSlice } = params as { owner?: string; dataSlice?: UrlSlice | null }
  if (rows !== 'accounts' || owner === undefined || !isTokenProgram(owner)) return null
  return { decoded: TOKEN_DATA, tokenIn: (row) => ('hash' in row ? cachedTokenData(row, dataSlice ?? null) : null) }
}

export function fileColumns<R extends RowsName>(
  rows: R,
  params: object,
  mints: Mints = {},
): readonly Column<Items[R]>[] {
  const decode = decoder(rows, params)
  if (!decode) return rowColumns[rows]
  const decoded = Object.entries(decode.decoded).map(([name, of]) => ({
    name,
    of(row: Items[R]) {
      const token = decode.tokenIn(row)
      const value = token && of(token, mints)
      // A number, although JSON has a string: not escaped as text.
      return name === 'amount_in_tokens' ? String(value ?? '') : csvCell(value)
    },
  }))
  return [...rowColumns[rows], ...decoded]
}

export function decodedRowMembers(rows: RowsName, params: object, row: AnyItem, mints: Mints = {}): object {
  const decode = decoder(rows, params)
  const token = decode?.tokenIn(row)
  if (!decode || !token) return {}
  return Object.fromEntries(Object.entries(decode.decoded).map(([name, of]) => [name, of(token, mints)]))
}

export function mintsIn(rows: RowsName, params: object, items: readonly AnyItem[]): string[] {
  const decode = decoder(rows, params)
  return [...new Set(items.flatMap((row) => decode?.tokenIn(row)?.mint ?? []))]
}
