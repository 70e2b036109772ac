import { valueText } from '@/lib/account/idl/value-text'
import type { TokenUnits } from '@/lib/account/mints/contract'
import type { WithDecoding } from '@/lib/api/idl'
import { formatSol, formatUnits } from '@/lib/format/amounts'
import { discriminatorHex } from '@/lib/format/numbers'
import { type CellValue, cellReader } from '@/lib/listing/address/column-values'
import { shownColumns } from '@/lib/listing/address/columns'
import type { UrlSlice } from '@/lib/page/address'
import type { Items, RowsName } from '@/lib/protocol/rpc/items'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import type { UsedLayout } from '../account/lens/used-layout'
import { matchesWords, queryWords } from './row-match'

export interface ShownRows {
  /** Null: the list's default columns. */
  columns: readonly string[] | null
  tokens?: boolean
  slice?: UrlSlice | null
  layout?: UsedLayout
  /** Null: base units. */
  units?: TokenUnits | null
}

export function createMatcher<R extends RowsName>(
  rows: R,
  shown: ShownRows,
  query: string,
): ((row: Items[R]) => boolean) | undefined {
  const words = queryWords(query)
  if (words.length === 0) return undefined
  const texts = textsOf(rows, shown)
  return (row) => matchesWords(texts(row), words)
}

function textsOf<R extends RowsName>(
  rows: R,
  { columns, tokens = false, slice = null, layout, units = null }: ShownRows,
): (row: Items[R]) => unknown[] {
  const cells = shownColumns(rows, columns, tokens).map(({ name }) => ({ name, read: cellReader(rows, name) }))
  const mintOf = rows === 'signatures' ? null : cellReader(rows, 'mint')
  return (row) => {
    const info = units?.mints[String(mintOf?.(row, slice))]
    const texts: unknown[] = cells.flatMap(({ name, read }) => {
      const value = read(row, slice)
      return [value, ...otherwise(name, value, info)]
    })
    if (!('hash' in row)) return texts
    if (cells.some(({ name }) => name === 'data') && row.data) {
      texts.push(row.data.discriminator, discriminatorHex(row.data.discriminator))
    }
    const [{ decoded }] = (layout?.own?.decode([row]).rows ?? [row]) as [WithDecoding<typeof row>]
    if (decoded && 'fields' in decoded)
      texts.push(decoded.struct, ...Object.values(decoded.fields).map((value) => valueText(value)))
    for (const { value } of layout?.read(row.data?.data, slice?.offset ?? 0) ?? []) texts.push(value)
    return texts
  }
}

function otherwise(name: string, value: CellValue, info: MintInfo | undefined): string[] {
  if (value === null) return []
  if (name === 'lamports') return [bare(formatSol(BigInt(value)))]
  if (!info || (name !== 'amount' && name !== 'delegated')) return []
  return [bare(formatUnits(BigInt(value), info.decimals)), info.symbol ?? '']
}

function bare(text: string): string {
  return text.replaceAll(',', '')
}
