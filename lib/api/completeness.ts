import type { AnswerMeta } from './answer'

/** How far the rows of a list are all there is: what its page says of it, its preview says too. design.md 5. */
export type CompletenessName = 'complete' | 'incomplete' | 'more available' | 'not proven complete'

/** @param ended true where no row follows those of the answer. */
export function completenessName(
  { complete, moved }: Pick<AnswerMeta, 'complete' | 'moved'>,
  ended: boolean,
): CompletenessName {
  if (complete === true) return 'complete'
  if (complete === false) return 'incomplete'
  return !ended && !moved ? 'more available' : 'not proven complete'
}
