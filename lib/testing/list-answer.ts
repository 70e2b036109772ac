import type { AnswerMeta } from '../api/answer'

/** What the API answers for a page of a list: fresh and complete, unless told otherwise. */
export function listAnswer<Row>(items: readonly Row[], more: Partial<AnswerMeta> = {}, cursor: string | null = null) {
  const meta: AnswerMeta = {
    slot: 300_000_000,
    fetchedAt: '2026-11-20T10:00:00Z',
    state: 'fresh',
    complete: true,
    network: 'devnet',
    ...more,
  }
  return { result: { context: { slot: meta.slot ?? 0 }, value: { items: [...items], cursor } }, meta }
}
