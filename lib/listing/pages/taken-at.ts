import { counted } from '../../format/numbers'
import { BEHIND } from '../../page/summary'

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
