import { TakenAt } from '@/components/listing/taken-at'
import type { Answer, AnswerMeta } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import { listSince } from '@/lib/listing/pages/taken-at'
import { slotIn } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'

export function ListSince<M extends ListMethod>({
  takenAt,
  outcome,
  noun,
}: {
  takenAt: number | null
  outcome: { answer: Answer<M> } | { problem: Problem }
  noun: string
}) {
  if (takenAt === null) return null
  const answer = 'answer' in outcome ? outcome.answer : null
  const slot = answer?.meta.slot ?? null
  const items: readonly ItemOf<M>[] = answer?.result.value.items ?? []
  const since = slot === null ? null : listSince(takenAt, slot, items.map(slotIn), noun)
  return <TakenAt takenAt={takenAt} since={since} />
}

/** Works without scripts. features.md a72. */
export function FeedLine({ href, what }: { href: string; what: string }) {
  return (
    <p className="mt-3 text-sm text-muted">
      <a href={href} type="application/atom+xml" rel="nofollow">
        Atom feed
      </a>{' '}
      <span>{`of ${what}`}</span>
    </p>
  )
}

export function SortNote({ sorted, rows, loaded }: { sorted: AnswerMeta['sorted']; rows: number; loaded: boolean }) {
  if (!sorted || sorted.whole) return null
  const what = loaded ? `Sorted within the ${formatCount(rows, 'loaded row')}` : 'Not sorted'
  return (
    <p className="panel mb-3 px-4 py-2 text-sm">
      {`${what}: the whole list is not available for sorting because ${sorted.reason ?? ''}.`}
    </p>
  )
}

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
