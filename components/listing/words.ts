import type { AnswerMeta } from '@/lib/api/answer'
import { formatCount, groupDigits } from '@/lib/format/numbers'

/* Of lists, for server and browser. */

export const noMatch = (rows: number) => `No match among ${formatCount(rows, 'loaded row')}.`
export const emptyPlace = (isBehindPage: boolean) =>
  isBehindPage
    ? 'The list ends here: no row follows those of the page before.'
    : 'No row follows the place that the link names.'
export const noContinuous = 'Could not load the continuous list. Reload to retry.'
export const notSortedWhole = (rows: number | null, reason: string) =>
  `${rows === null ? 'Not sorted' : `Sorted within the ${formatCount(rows, 'loaded row')}`}: the whole list is not available for sorting because ${reason}.`
export const filterPage = 'Filter this page'
export const noFilter = 'Could not load. Type again to retry.'

/** `Rows 51–100 of 137`, as far as both numbers are known. */
export function rowsText(
  rowsBefore: number | null,
  count: number,
  { total, complete }: Pick<AnswerMeta, 'total' | 'complete'>,
): string {
  if (count === 0) return 'No rows'
  const of = total === undefined ? '' : ` of ${complete === true ? '' : 'at least '}${groupDigits(total)}`
  if (rowsBefore === null) return `${formatCount(count, 'row')}${of}`
  const first = groupDigits(rowsBefore + 1)
  const last = groupDigits(rowsBefore + count)
  return count === 1 ? `Row ${first}${of}` : `Rows ${first}–${last}${of}`
}
