import type { AnswerMeta } from '@/lib/api/answer'
import { counted } from '@/lib/format/counted'
import { groupDigits } from '@/lib/format/integers'

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
