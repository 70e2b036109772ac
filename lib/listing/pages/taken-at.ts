import { formatCount } from '../../format/numbers'
import { OLDER_DATA_WARNING } from '../../page/summary'

export function listSince(takenAt: number, slot: number, created: readonly number[], noun: string): string {
  if (slot === takenAt) return 'Same slot: these are the rows the sender saw.'
  if (slot < takenAt) return OLDER_DATA_WARNING
  const newer = created.filter((each) => each > takenAt).length
  const came = newer === 0 ? `No newer ${noun}s on this page` : `${formatCount(newer, `newer ${noun}`)} on this page`
  return `${came}; others may be gone.`
}
