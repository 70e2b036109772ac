/** Leaf indices without a hole between them, and the slots in which the first and the last of them were stored. */
export interface LeafRange {
  from: number
  to: number
  fromSlot: number
  toSlot: number
}

/** Ranges of a tree that are remembered: a store that lacks more leaves in more places is named by the newest of them. */
const MOST_RANGES = 10_000

/** Repeated leaf indices of a tree that are named; the rest is counted. */
const MOST_REPEATED = 100

/** The leaf indices of one tree that were met, in any order. */
export class LeafRanges {
  /** Ascending, with a hole between each two. */
  private ranges: LeafRange[] = []
  /** Ranges that were met again, each as often as it was. */
  readonly repeated: LeafRange[] = []
  repeatedLeaves = 0
  /** Leaves that are missing below the lowest range and are no longer named. */
  earlierMissing = 0
  private leaves = 0

  add(added: LeafRange): void {
    this.leaves += added.to - added.from + 1
    // Nearly always behind the last one.
    let at = this.ranges.length
    while (at > 0 && (this.ranges[at - 1]?.from ?? 0) > added.from) at--
    let merged = added
    const before = this.ranges[at - 1]
    let first = at
    if (before && before.to + 1 >= added.from) {
      this.meet(before, added)
      merged = joined(before, added)
      first--
    }
    let next = this.ranges[at]
    while (next && next.from <= merged.to + 1) {
      this.meet(next, added)
      merged = joined(merged, next)
      next = this.ranges[++at]
    }
    this.ranges.splice(first, at - first, merged)
    if (this.ranges.length > MOST_RANGES) this.forgetLowest()
  }

  /** A copy that may be added to. */
  copy(): LeafRanges {
    const copy = new LeafRanges()
    copy.ranges = [...this.ranges]
    copy.repeated.push(...this.repeated)
    copy.repeatedLeaves = this.repeatedLeaves
    copy.earlierMissing = this.earlierMissing
    copy.leaves = this.leaves
    return copy
  }

  /** Leaves met, repeated ones as often as they were. */
  count(): number {
    return this.leaves
  }

  lowest(): LeafRange | undefined {
    return this.ranges[0]
  }

  highest(): LeafRange | undefined {
    return this.ranges.at(-1)
  }

  /** What lies between the ranges, and from `start` to the first of them, with the ranges beside it. Ascending. */
  *holes(start: number | null): Generator<Hole> {
    let before: LeafRange | null = null
    for (const after of this.ranges) {
      const from: number | null = before ? before.to + 1 : start
      if (from !== null && from < after.from) yield { from, to: after.from - 1, before, after }
      before = after
    }
  }

  /** Both have what they have in common. */
  private meet(known: LeafRange, added: LeafRange): void {
    const [from, to] = [Math.max(known.from, added.from), Math.min(known.to, added.to)]
    if (from > to) return
    this.repeatedLeaves += to - from + 1
    if (this.repeated.length === MOST_REPEATED) return
    this.repeated.push({ from, to, fromSlot: added.fromSlot, toSlot: added.toSlot })
  }

  private forgetLowest(): void {
    const [lowest, next] = this.ranges
    if (!lowest || !next) return
    this.earlierMissing += next.from - lowest.to - 1
    this.ranges.splice(0, 2, joined(lowest, next))
  }
}

/** Leaf indices that were not met. */
export interface Hole {
  from: number
  to: number
  /** Null below the first one. */
  before: LeafRange | null
  after: LeafRange
}

function joined(a: LeafRange, b: LeafRange): LeafRange {
  const [low, high] = [a.from <= b.from ? a : b, a.to >= b.to ? a : b]
  return { from: low.from, fromSlot: low.fromSlot, to: high.to, toSlot: high.toSlot }
}
