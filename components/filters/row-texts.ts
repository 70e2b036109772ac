import { discriminatorHex } from '@/lib/format/integers'
import { formatSol } from '@/lib/format/lamports'
import { type CellValue, cellReader } from '@/lib/lens/column-values'
import type { Items, RowsName } from '@/lib/rpc/items'
import { shownColumns } from '@/lib/urls/columns'
import type { UrlSlice } from '@/lib/urls/links'
import type { UsedLayout } from '../lens/layout-in-address'

/** How a list shows its rows, beside its columns. */
interface Shown {
  /** True where its accounts are those of the token program. */
  tokens?: boolean
  slice?: UrlSlice | null
  /** What of the data stands in columns of the reader's own. */
  layout?: UsedLayout
}

/** What the quick filter searches in a row: what stands in the columns that are shown, integers by their digits. */
export function textsOf<R extends RowsName>(
  rows: R,
  columns: readonly string[] | null,
  { tokens = false, slice = null, layout }: Shown = {},
): (row: Items[R]) => unknown[] {
  const cells = shownColumns(rows, columns, tokens).map(({ name }) => ({ name, read: cellReader(rows, name) }))
  return (row) => {
    const texts: unknown[] = cells.flatMap(({ name, read }) => {
      const value = read(row, slice)
      return [value, ...otherwise(name, value)]
    })
    if (!('hash' in row)) return texts
    if (cells.some(({ name }) => name === 'data') && row.data) {
      texts.push(row.data.discriminator, discriminatorHex(row.data.discriminator))
    }
    for (const { value } of layout?.read(row.data?.data, slice?.offset ?? 0) ?? []) texts.push(value)
    return texts
  }
}

/** The same value as it is drawn, where that has other digits. */
function otherwise(name: string, value: CellValue): string[] {
  return name === 'lamports' && value !== null ? [formatSol(BigInt(value)).replaceAll(',', '')] : []
}
