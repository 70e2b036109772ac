import type { AnswerMeta } from '@/lib/api/answer'
import type { Mints } from '@/lib/api/mints'
import { counted } from '@/lib/format/counted'
import { groupDigits } from '@/lib/format/integers'
import { formatSol } from '@/lib/format/lamports'
import { formatUnits } from '@/lib/format/tokens'

/** `Rows 51–100 of 137`: which rows of a list a page shows, and of how many, as far as both are known. */
export function rowsText(
  rowsBefore: number | null,
  count: number,
  { total, complete }: Pick<AnswerMeta, 'total' | 'complete'>,
): string {
  if (count === 0) return 'No rows'
  const of = total === undefined ? '' : ` of ${complete === true ? '' : 'at least '}${groupDigits(total)}`
  if (rowsBefore === null) return `${counted(count, 'row')}${of}`
  const first = groupDigits(rowsBefore + 1)
  const last = groupDigits(rowsBefore + count)
  return count === 1 ? `Row ${first}${of}` : `Rows ${first}–${last}${of}`
}

/** What the rows of a list come to, exact; at least that much where they are not proven to be all. Null: nothing to sum. */
export function sumText(
  { sum, total, complete }: Pick<AnswerMeta, 'sum' | 'total' | 'complete'>,
  mints: Mints = {},
): string | null {
  if (!sum || sum.rows < 2) return null
  const info = sum.tokens && mints[sum.tokens.mint]
  const sums = [
    ...(sum.lamports === undefined ? [] : [`${formatSol(sum.lamports)} SOL`]),
    ...(sum.tokens === undefined
      ? []
      : [`${formatUnits(sum.tokens.amount, info?.decimals)} ${info ? (info.symbol ?? 'tokens') : 'base units'}`]),
  ]
  if (sums.length === 0) return null
  const isWhole = complete === true && total === sum.rows
  return `${isWhole ? 'Total' : 'At least'} ${sums.join(', ')}`
}
