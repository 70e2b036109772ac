import type { Cluster } from '@/lib/page/address'
import { aroundHref, incidentHref } from '@/lib/status/address'
import type { Incident, OperatorNote } from '@/lib/status/history/contract'

/** Its document, or the time around it where that has been dropped. */
export function detailsHref({ id, from, to }: Incident, cluster: Cluster, nowMs: number): string {
  if (id !== null) return incidentHref(id, cluster)
  return aroundHref(cluster, { fromMs: Date.parse(from), toMs: Date.parse(to) }, nowMs)
}

export function notesOf({ from, to }: Pick<Incident, 'from' | 'to'>, notes: readonly OperatorNote[]): OperatorNote[] {
  // Ends are inclusive: an acknowledgement ends when it is made, and the last check may be a little older.
  return notes.filter((note) => note.from <= to && (note.kind === 'note' ? note.from : note.to) >= from)
}
