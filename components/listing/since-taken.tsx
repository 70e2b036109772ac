import { TakenAt } from '@/components/listing/taken-at'
import { lifeOf } from '@/lib/account/life'
import { accountSince } from '@/lib/account/summary'
import type { Answer } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { listSince } from '@/lib/listing/pages/taken-at'
import type { LifeEvidence } from '@/lib/page/evidence'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'

type Outcome<A> = { answer: A } | { problem: Problem } | null

/** What happened to a list since the slot that its link was taken at; nothing where the link names none. */
export function ListSince<M extends ListMethod>({
  takenAt,
  outcome,
  noun,
}: {
  takenAt: number | null
  outcome: Outcome<Answer<M>>
  /** What a row is. */
  noun: string
}) {
  if (takenAt === null) return null
  const answer = outcome && 'answer' in outcome ? outcome.answer : null
  const slot = answer?.meta.slot ?? null
  const items: readonly ItemOf<M>[] = answer?.result.value.items ?? []
  const since = slot === null ? null : listSince(takenAt, slot, items.map(createdIn), noun)
  return <TakenAt takenAt={takenAt} slot={slot} since={since} />
}

/** What happened to an account version since. */
export function AccountSince({
  takenAt,
  outcome,
  evidence,
}: {
  takenAt: number | null
  outcome: Outcome<Answer<'getCompressionSignaturesForAccount'>>
  evidence: LifeEvidence
}) {
  if (takenAt === null) return null
  const answer = outcome && 'answer' in outcome ? outcome.answer : null
  const slot = answer?.meta.slot ?? null
  const life = answer && lifeOf(answer.result.value.items, evidence)
  const since = slot === null ? null : accountSince(takenAt, slot, life)
  return <TakenAt takenAt={takenAt} slot={slot} since={since} />
}

/** Slot in which a row came to be. */
function createdIn(item: ItemOf<ListMethod>): number {
  if ('signature' in item) return item.slot
  return 'account' in item ? item.account.slotCreated : item.slotCreated
}
