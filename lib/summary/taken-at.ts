import type { Life } from '../api/life'
import { groupDigits } from '../format/integers'

/*
 * What a link that names the slot it was taken at means for the page that it opens: which of the two is newer, and what
 * is known to have happened between. features.md e6.
 */

/** What became of the rows of a list since. `created`: slots in which they came to be. */
export function listSince(takenAt: number, slot: number, created: readonly number[], noun: string): string {
  if (slot === takenAt) return 'Nothing lies between: these are the rows that its sender saw.'
  if (slot < takenAt) return BEHIND
  const newer = created.filter((each) => each > takenAt).length
  const came =
    newer === 0
      ? `None of the ${noun}s on this page came since`
      : `${groupDigits(newer)} of the ${noun}s on this page came since`
  return `${came}; others may have gone.`
}

/** What became of an account version since. `life`: null where it is not known. */
export function accountSince(takenAt: number, slot: number, life: Life | null): string {
  if (slot < takenAt) return BEHIND
  if (life === null || life.kind === 'odd') return 'What happened between cannot be told.'
  const { created } = life
  if (created.slot > takenAt) return `It came after that, in slot ${groupDigits(created.slot)}.`
  if (life.kind === 'created') return 'It was live then, and nothing is known to have consumed it since.'
  const { slot: consumed } = life.consumed
  return consumed > takenAt
    ? `It was live when the link was taken, and was consumed since, in slot ${groupDigits(consumed)}.`
    : 'It had been consumed by then already.'
}

const BEHIND = 'This answer is older than the link: what its sender saw may be missing here.'
