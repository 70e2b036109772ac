import type { SignatureItem } from '@/lib/protocol/rpc/items'

/* Rows keep their order and none is repeated; those below a gap, or no longer listed, are marked. features.md a9 and a10. */

export interface FeedRow extends SignatureItem {
  /** Of the rows behind this one; set on the last row of every answer. */
  cursor?: string
  /** Of a page that keeps this row first; set on the first row of an answer from the top. */
  here?: string
  /** Signatures right above this row may be missing: the cursor to read them with. */
  unseenFrom?: string
  /** The indexer no longer lists it: its block left the chain. */
  left?: boolean
}

export interface FeedSegment {
  rows: readonly FeedRow[]
  cursor: string | null
  /** For rows from the top: the slot that the indexer had reached. */
  asOf?: number
}

export function segmentOf(
  items: readonly SignatureItem[],
  cursor: string | null,
  { asOf, here }: { asOf?: number | undefined; here?: string | undefined } = {},
): FeedSegment {
  const last = items.length - 1
  const rows = items.map((item, i) => ({
    ...item,
    ...(i === last && cursor !== null && { cursor }),
    ...(i === 0 && here !== undefined && { here }),
  }))
  return { rows, cursor, ...(asOf !== undefined && { asOf }) }
}

export function joined(first: FeedSegment, next: FeedSegment): FeedSegment {
  return { ...first, rows: [...first.rows, ...next.rows], cursor: next.cursor }
}

/** True when no gap is left: the segment holds `joint`, goes past its slot (the indexer dropped the row), or reaches the end. */
export function reaches({ rows, cursor }: FeedSegment, joint: FeedRow | undefined): boolean {
  if (joint === undefined || cursor === null) return true
  return rows.some((row) => isSameRow(row, joint) || row.slot < joint.slot)
}

/** The row to read the segment towards: the newest that the indexer still lists, as far as the segment shows. */
export function jointOf(known: readonly FeedRow[], segment: FeedSegment): FeedRow | undefined {
  return withRemovals(known, segment).find(({ left }) => !left)
}

/** The rest of the segment's last slot may still follow. */
function shouldContain({ rows, cursor, asOf }: FeedSegment, { slot }: FeedRow): boolean {
  if (asOf === undefined || slot > asOf) return false
  return cursor === null || slot > (rows.at(-1)?.slot ?? asOf)
}

/** On another fork a transaction may land again, in another slot. */
function isSameRow(a: SignatureItem, b: SignatureItem): boolean {
  return a.signature === b.signature && a.slot === b.slot
}

/** Returns the same object where nothing changed. */
export function withRemovals(rows: readonly FeedRow[], segment: FeedSegment): readonly FeedRow[] {
  const slots = new Map(segment.rows.map(({ signature, slot }) => [signature, slot]))
  const isLeft = (row: FeedRow) => {
    if (slots.get(row.signature) === row.slot) return false
    return row.left === true || shouldContain(segment, row)
  }
  if (rows.every((row) => (row.left === true) === isLeft(row))) return rows
  return rows.map((row) => {
    const { left: _, ...rest } = row
    return isLeft(row) ? { ...rest, left: true } : rest
  })
}

/** Known rows keep their order, unless their slot changed. Marks a gap above `joint` where it was not reached. */
export function merged(before: readonly FeedRow[], segment: FeedSegment, joint: FeedRow | undefined): FeedRow[] {
  const slots = new Map(segment.rows.map(({ signature, slot }) => [signature, slot]))
  const known = withRemovals(before, segment).filter(({ signature, slot }) => (slots.get(signature) ?? slot) === slot)
  const indexOf = new Map(known.map(({ signature }, i) => [signature, i]))
  const seen = new Set<string>()
  const rows: FeedRow[] = []
  let i = 0
  const takeUntil = (end: number) => {
    rows.push(...known.slice(i, end))
    i = Math.max(i, end)
  }
  for (const fresh of segment.rows) {
    if (seen.has(fresh.signature)) continue
    seen.add(fresh.signature)
    const index = indexOf.get(fresh.signature)
    if (index !== undefined) {
      takeUntil(index + 1)
      continue
    }
    const older = known.findIndex(({ slot }, k) => k >= i && slot <= fresh.slot)
    takeUntil(older < 0 ? known.length : older)
    rows.push(fresh)
  }
  takeUntil(known.length)
  if (!joint) return rows
  const gap = reaches(segment, joint) ? undefined : (segment.cursor ?? undefined)
  return rows.map((row) => {
    if (!isSameRow(row, joint) || row.unseenFrom === gap) return row
    const { unseenFrom: _, ...rest } = row
    return gap === undefined ? rest : { ...rest, unseenFrom: gap }
  })
}

export function firstGap(rows: readonly FeedRow[]): FeedRow | undefined {
  return rows.find(({ unseenFrom }) => unseenFrom !== undefined)
}

/** About `most` rows, cut where a next page can be requested without a gap; uncut where there is no such place. */
export function trimmed(rows: readonly FeedRow[], most: number): readonly FeedRow[] {
  if (rows.length <= most) return rows
  const end = rows.findLastIndex(({ cursor }, i) => cursor !== undefined && i < most)
  return end < 0 ? rows : rows.slice(0, end + 1)
}

export interface SlotGroup {
  slot: number
  /** A gap can make several groups of one slot. */
  key: string
  rows: readonly FeedRow[]
  gap: { newerSlot: number; cursor: string } | null
}

export function bySlot(rows: readonly FeedRow[]): SlotGroup[] {
  const groups: (SlotGroup & { rows: FeedRow[] })[] = []
  for (const row of rows) {
    const above = groups.at(-1)
    if (above?.slot === row.slot && row.unseenFrom === undefined) {
      above.rows.push(row)
      continue
    }
    const gap = row.unseenFrom === undefined ? null : { newerSlot: above?.slot ?? row.slot, cursor: row.unseenFrom }
    groups.push({ slot: row.slot, key: '', rows: [row], gap })
  }
  // Counted from the oldest, so that a new group does not change the keys below.
  const count = new Map<number, number>()
  for (const group of groups.toReversed()) {
    const n = count.get(group.slot) ?? 0
    count.set(group.slot, n + 1)
    group.key = `${group.slot}.${n}`
  }
  return groups
}
