/** Most urgent first. facts/reliability.md (b). */
const CLASSES = ['interactive', 'search', 'refresh', 'export'] as const
/** `search`: one attempt of `searchMs` (limits.ts), unless a more urgent caller shares the call. */
export type RequestClass = (typeof CLASSES)[number]

/** A shared call is as urgent as its most urgent caller; callers may join later. */
export class Urgency {
  constructor(public of: RequestClass) {}

  get rank(): number {
    return CLASSES.indexOf(this.of)
  }

  raise(by: RequestClass | Urgency): void {
    const other = urgencyOf(by)
    if (other.rank < this.rank) this.of = other.of
  }
}

export function urgencyOf(by: RequestClass | Urgency): Urgency {
  return typeof by === 'string' ? new Urgency(by) : by
}
