import { TakenAt } from '@/components/listing/taken-at'
import type { Answer, AnswerMeta } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { listSince } from '@/lib/listing/pages/taken-at'
import { slotIn } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'
import { notSortedWhole } from './words'

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
  return <p className="panel mb-3 px-4 py-2 text-sm">{notSortedWhole(loaded ? rows : null, sorted.reason ?? '')}</p>
}
