import type { Incident, OperatorNote } from '@/lib/status/history/contract'

export function notesOf({ from, to }: Pick<Incident, 'from' | 'to'>, notes: readonly OperatorNote[]): OperatorNote[] {
  // Ends are inclusive: an acknowledgement ends when it is made, and the last check may be a little older.
  return notes.filter((note) => note.from <= to && (note.kind === 'note' ? note.from : note.to) >= from)
}
