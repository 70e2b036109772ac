import type { SignatureItem } from '@/lib/protocol/rpc/items'

/*
 * The live feed's rows: the newest signatures known, and how an answer of the indexer is merged into them. Rows keep their
 * order and none appears twice; a row below a gap is marked, and so is one that the indexer no longer lists. Pure, so that
 * it can be tested with any sequence of answers.
 * features.md a9 and a10.
 */

/** A row of the feed. Interface 2.8. */
export interface FeedRow extends SignatureItem {
  /** Cursor of the rows behind this one: known for the last row of every answer. */
  cursor?: string
  /** Cursor of a page that starts with this row and stays put: known for the first row of an answer from the top. */
  here?: string
  /** Set where signatures right above this row may be missing: the cursor to read them with. */
  unseenFrom?: string
  /** True where the indexer listed it once and no longer does: its block left the chain. */
  left?: boolean
}

/** Consecutive rows of the listing: newest first, without a gap. */
export interface FeedSegment {
  rows: readonly FeedRow[]
  /** Where the listing continues; null at its end. */
  cursor: string | null
  /** Of rows read from the top of the listing: the slot that the indexer had reached. */
  asOf?: number
}

/**
 * An answer of the listing as a segment of the feed.
 * @param cursor where the listing continues behind the rows; null at its end.
 * @param top of the first page: the slot that the indexer had reached, and the cursor of a page that starts with the first
 * of the rows.
 */
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

/** A segment and the one read with its cursor as one. */
export function joined(first: FeedSegment, next: FeedSegment): FeedSegment {
  return { ...first, rows: [...first.rows, ...next.rows], cursor: next.cursor }
}

/**
 * True when a segment that starts above `joint` leaves no gap: it holds the row, goes past its slot (the indexer then no
 * longer has the row), or reaches the listing's end.
 */
export function reaches({ rows, cursor }: FeedSegment, joint: FeedRow | undefined): boolean {
  if (joint === undefined || cursor === null) return true
  return rows.some((row) => isSameRow(row, joint) || row.slot < joint.slot)
}

/** The known row to read the segment towards: the newest that the indexer still lists, as far as the segment shows. */
export function jointOf(known: readonly FeedRow[], segment: FeedSegment): FeedRow | undefined {
  return withRemovals(known, segment).find(({ left }) => !left)
}

/** Whether a row would be in the segment if the indexer still had it. The rest of its last slot may be yet to come. */
function shouldContain({ rows, cursor, asOf }: FeedSegment, { slot }: FeedRow): boolean {
  if (asOf === undefined || slot > asOf) return false
  return cursor === null || slot > (rows.at(-1)?.slot ?? asOf)
}

/** A transaction may land again, in another slot, on the other side of a fork. */
function isSameRow(a: SignatureItem, b: SignatureItem): boolean {
  return a.signature === b.signature && a.slot === b.slot
}

/** The rows, marked where the segment shows that they are gone or back. The same object where nothing changed. */
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

/**
 * Known rows merged with a segment: every row of both once, the known ones in the order they had; one that is in another
 * slot now moves there. `joint` is the known row that the segment was read towards; when it is not reached, a gap is
 * marked above it.
 */
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

/** The newest row with a gap above it; undefined when there is none. */
export function firstGap(rows: readonly FeedRow[]): FeedRow | undefined {
  return rows.find(({ unseenFrom }) => unseenFrom !== undefined)
}

/**
 * The newest rows, about `most` of them: cut where the listing's next page can be requested, so that Next continues
 * without a gap. Uncut where there is no such place.
 */
export function trimmed(rows: readonly FeedRow[], most: number): readonly FeedRow[] {
  if (rows.length <= most) return rows
  const end = rows.findLastIndex(({ cursor }, i) => cursor !== undefined && i < most)
  return end < 0 ? rows : rows.slice(0, end + 1)
}

/** Consecutive rows of one slot. */
export interface SlotGroup {
  slot: number
  /** Distinguishes it from another group of the same slot, which a gap can make. */
  key: string
  rows: readonly FeedRow[]
  /** Set when signatures between this group and the one above it may not have been seen. */
  gap: { newerSlot: number; cursor: string } | null
}

/** Rows grouped by slot, in their order. A gap begins a new group, whatever the slot. */
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
  // Counted from the oldest, so that a new group leaves the keys of those below as they are.
  const count = new Map<number, number>()
  for (const group of groups.toReversed()) {
    const n = count.get(group.slot) ?? 0
    count.set(group.slot, n + 1)
    group.key = `${group.slot}.${n}`
  }
  return groups
}
