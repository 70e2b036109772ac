import type { SignatureItem } from '@/lib/protocol/rpc/items'

/* Rows keep their order and none is repeated. Gaps and removed rows are marked. features.md a9 and a10. */

export interface FeedRow extends SignatureItem {
  /** Cursor of the rows after this one; set on the last row of every answer. */
  cursor?: string
  /** Cursor of a page that begins with this row; set on the first row of an answer from the top. */
  here?: string
  /** Signatures right above this row may be missing; this cursor reads them. */
  unseenFrom?: string
  /** True if the indexer no longer lists the row: its block left the chain. */
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

export function joinSegments(first: FeedSegment, next: FeedSegment): FeedSegment {
  return { ...first, rows: [...first.rows, ...next.rows], cursor: next.cursor }
}

/** True if no gap is left: the segment contains `joint`, or goes past its slot (the row was removed), or reaches the end. */
export function closesGap({ rows, cursor }: FeedSegment, joint: FeedRow | undefined): boolean {
  if (joint === undefined || cursor === null) return true
  return rows.some((row) => isSameRow(row, joint) || row.slot < joint.slot)
}

/** The newest known row that the indexer still lists, as far as the segment shows: segments are read down to it. */
export function findJoint(known: readonly FeedRow[], segment: FeedSegment): FeedRow | undefined {
  return markRemovedRows(known, segment).find(({ left }) => !left)
}

/** False for the slot of the last row, which may continue in the next segment. */
function shouldContain({ rows, cursor, asOf }: FeedSegment, { slot }: FeedRow): boolean {
  if (asOf === undefined || slot > asOf) return false
  return cursor === null || slot > (rows.at(-1)?.slot ?? asOf)
}

/** On another fork a transaction may be in another slot. */
function isSameRow(a: SignatureItem, b: SignatureItem): boolean {
  return a.signature === b.signature && a.slot === b.slot
}

/** Returns the same array if nothing changed. */
export function markRemovedRows(rows: readonly FeedRow[], segment: FeedSegment): readonly FeedRow[] {
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

/** Known rows keep their order unless their slot changed. Marks a gap above `joint` if the segment does not reach it. */
export function mergeSegment(before: readonly FeedRow[], segment: FeedSegment, joint: FeedRow | undefined): FeedRow[] {
  const slots = new Map(segment.rows.map(({ signature, slot }) => [signature, slot]))
  const known = markRemovedRows(before, segment).filter(
    ({ signature, slot }) => (slots.get(signature) ?? slot) === slot,
  )
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
  const gap = closesGap(segment, joint) ? undefined : (segment.cursor ?? undefined)
  return rows.map((row) => {
    if (!isSameRow(row, joint) || row.unseenFrom === gap) return row
    const { unseenFrom: _, ...rest } = row
    return gap === undefined ? rest : { ...rest, unseenFrom: gap }
  })
}

export function firstGap(rows: readonly FeedRow[]): FeedRow | undefined {
  return rows.find(({ unseenFrom }) => unseenFrom !== undefined)
}

/** Keeps about `most` rows. Cuts only below a row with a cursor, so that reading on leaves no gap. */
export function trimRows(rows: readonly FeedRow[], most: number): readonly FeedRow[] {
  if (rows.length <= most) return rows
  const end = rows.findLastIndex(({ cursor }, i) => cursor !== undefined && i < most)
  return end < 0 ? rows : rows.slice(0, end + 1)
}

export interface SlotGroup {
  slot: number
  /** Not the slot alone: a gap can split a slot into several groups. */
  key: string
  rows: readonly FeedRow[]
  gap: { newerSlot: number; cursor: string } | null
}

export function groupBySlot(rows: readonly FeedRow[]): SlotGroup[] {
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
  // Numbered from the oldest, so that new groups do not change keys below.
  const count = new Map<number, number>()
  for (const group of groups.toReversed()) {
    const n = count.get(group.slot) ?? 0
    count.set(group.slot, n + 1)
    group.key = `${group.slot}.${n}`
  }
  return groups
}
