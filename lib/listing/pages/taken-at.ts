import type { Life } from '../../account/life'
import { counted } from '../../format/counted'
import { groupDigits } from '../../format/integers'

/*
 * What a link that names the slot it was taken at means for the page that it opens: which of the two is newer, and what
 * is known to have happened between. features.md e6.
 */

/** What became of the rows of a list since. `created`: slots in which they came to be. */
export function listSince(takenAt: number, slot: number, created: readonly number[], noun: string): string {
  if (slot === takenAt) return 'Same slot: these are the rows the sender saw.'
  if (slot < takenAt) return BEHIND
  const newer = created.filter((each) => each > takenAt).length
  const came = newer === 0 ? `No newer ${noun}s on this page` : `${counted(newer, `newer ${noun}`)} on this page`
  return `${came}; others may be gone.`
}

/** What became of an account version since. `life`: null where it is not known. */
export function accountSince(takenAt: number, slot: number, life: Life | null): string {
  if (slot < takenAt) return BEHIND
  if (life === null || life.kind === 'unknown' || life.kind === 'contradiction')
    return 'Changes in between are unknown.'
  const { created } = life
  if (created.slot > takenAt) {
    const isAtOnce = life.kind === 'consumed' && life.consumed.signature === created.signature
    const since = life.kind === 'consumed' && !isAtOnce ? ', and consumed since' : ''
    return `Created${isAtOnce ? ' and consumed' : ''} after that, in slot ${groupDigits(created.slot)}${since}.`
  }
  if (life.kind === 'live') return 'It was live then; no consuming transaction known since.'
  if (life.kind === 'created') return 'It was created by then; no consuming transaction known.'
  const { slot: consumed } = life.consumed
  return consumed > takenAt
    ? `It was live when the link was taken, and was consumed since, in slot ${groupDigits(consumed)}.`
    : 'It was already consumed by then.'
}

const BEHIND = 'This data is older than the link: what the sender saw may be missing.'
