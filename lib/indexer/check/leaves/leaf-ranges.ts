/** Contiguous leaf indices, and the slots of the first and the last. */
export interface LeafRange {
  from: number
  to: number
  fromSlot: number
  toSlot: number
}

/** Bounds memory per tree: only the newest are kept. */
const MAX_RANGES = 10_000

const MAX_REPEATED = 100

export class LeafRanges {
  /** Ascending, with a hole between each two. */
  private ranges: LeafRange[] = []
  readonly repeated: LeafRange[] = []
  repeatedLeaves = 0
  earlierMissing = 0

  add(added: LeafRange): void {
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
    if (this.ranges.length > MAX_RANGES) this.forgetLowest()
  }

  copy(): LeafRanges {
    const copy = new LeafRanges()
    copy.ranges = [...this.ranges]
    copy.repeated.push(...this.repeated)
    copy.repeatedLeaves = this.repeatedLeaves
    copy.earlierMissing = this.earlierMissing
    return copy
  }

  lowest(): LeafRange | undefined {
    return this.ranges[0]
  }

  highest(): LeafRange | undefined {
    return this.ranges.at(-1)
  }

  /** Ascending: from `start` to the first range, and between ranges. */
  *holes(start: number | null): Generator<Hole> {
    let before: LeafRange | null = null
    for (const after of this.ranges) {
      const from: number | null = before ? before.to + 1 : start
      if (from !== null && from < after.from) yield { from, to: after.from - 1, before, after }
      before = after
    }
  }

  private meet(known: LeafRange, added: LeafRange): void {
    const [from, to] = [Math.max(known.from, added.from), Math.min(known.to, added.to)]
    if (from > to) return
    this.repeatedLeaves += to - from + 1
    if (this.repeated.length === MAX_REPEATED) return
    this.repeated.push({ from, to, fromSlot: added.fromSlot, toSlot: added.toSlot })
  }

  private forgetLowest(): void {
    const [lowest, next] = this.ranges
    if (!lowest || !next) return
    this.earlierMissing += next.from - lowest.to - 1
    this.ranges.splice(0, 2, joined(lowest, next))
  }
}

export interface Hole {
  from: number
  to: number
  before: LeafRange | null
  after: LeafRange
}

function joined(a: LeafRange, b: LeafRange): LeafRange {
  const [low, high] = [a.from <= b.from ? a : b, a.to >= b.to ? a : b]
  return { from: low.from, fromSlot: low.fromSlot, to: high.to, toSlot: high.toSlot }
}
