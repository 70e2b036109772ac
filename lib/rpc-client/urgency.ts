/** Who a call to an indexer is for, most urgent first. facts/reliability.md (b). */
const CLASSES = ['interactive', 'search', 'refresh', 'export'] as const
/**
 * Who a call is for: a reader who waits, a search that tries what a text may be, a refresh in the background, an export.
 * A search's call has one attempt of `searchMs` (limits.ts), unless somebody more urgent waits for it too.
 */
export type RequestClass = (typeof CLASSES)[number]

/** How urgent a call under way is: as urgent as the most urgent of those who wait for it, and they may come later. */
export class Urgency {
  constructor(public of: RequestClass) {}

  /** Place in the order of classes, 0 first. */
  get rank(): number {
    return CLASSES.indexOf(this.of)
  }

  /** Somebody else waits too. */
  raise(by: RequestClass | Urgency): void {
    const other = urgencyOf(by)
    if (other.rank < this.rank) this.of = other.of
  }
}

/** The urgency of a class, or the one that is given. */
export function urgencyOf(by: RequestClass | Urgency): Urgency {
  return typeof by === 'string' ? new Urgency(by) : by
}
