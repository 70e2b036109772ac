import type { z } from 'zod'
import type { MethodName, Result } from '../protocol/rpc/methods'
import type * as schema from './schema'

export type AnswerMeta = z.output<typeof schema.answerMeta>

/** Body of GET /api/v1/<methodName>. */
export interface Answer<M extends MethodName> {
  result: Result<M>
  meta: AnswerMeta
}

export type ListSum = z.output<typeof schema.listSum>

export type SortStatus = z.output<typeof schema.sortStatus>

export type StaleMeta = Pick<AnswerMeta, 'reason' | 'retryAfterMs' | 'fetchedAt' | 'slot'>

export type CompletenessName = 'complete' | 'incomplete' | 'more available' | 'not proven complete'

/** @param ended true if the list ends with this answer. */
export function completenessName(
  { complete, moved }: Pick<AnswerMeta, 'complete' | 'moved'>,
  ended: boolean,
): CompletenessName {
  if (complete === true) return 'complete'
  if (complete === false) return 'incomplete'
  return !ended && !moved ? 'more available' : 'not proven complete'
}
