import type { SignatureItem } from '@/lib/rpc/items'

/*
 * The live feed's rows: what is known of the newest signatures, and how an answer of the indexer joins them. Rows keep
 * their order and none appears twice; where the listing could not be read without a break, the row below the break says
 * so, and so does a row that the indexer no longer lists. Pure, so that it can be tested on any sequence of answers.
 * features.md a9 and a10.
 */

/** A row of the feed. Interface 2.8. */
export interface FeedRow extends SignatureItem {
  /** The listing goes on behind this row with this cursor: known of the last row of every answer. */
  cursor?: string
  /** Cursor of a page that starts with this row and stays put: known of the first row of an answer from the top. */
  here?: string
  /** Set where signatures right above this row may not have been seen: the cursor they would be read with. */
  unseenFrom?: string
  /** True where the indexer listed it once and no longer does: its block left the chain. */
  left?: boolean
}

/** Rows read one after the other from one place of the listing: newest first, with nothing left out between them. */
export interface Stretch {
  rows: readonly FeedRow[]
  /** Where the listing goes on; null at its end. */
  cursor: string | null
  /** Of rows read from the top of the listing: the slot that the indexer had reached. */
  asOf?: number
}

/**
 * @param top of the first page: the slot that the indexer had reached, and the cursor of a page that starts with the first
 * of the rows.
 */
export function stretchOf(
  items: readonly SignatureItem[],
  cursor: string | null,
  { asOf, here }: { asOf?: number | undefined; here?: string | undefined } = {},
): Stretch {
  const last = items.length - 1
  const rows = items.map((item, i) => ({
    ...item,
    ...(i === last && cursor !== null && { cursor }),
    ...(i === 0 && here !== undefined && { here }),
  }))
  return { rows, cursor, ...(asOf !== undefined && { asOf }) }
}

/** A stretch and the one read with its cursor as one. */
export function joined(first: Stretch, next: Stretch): Stretch {
  return { ...first, rows: [...first.rows, ...next.rows], cursor: next.cursor }
}

/**
 * True when a stretch that starts above `joint` leaves nothing unseen between: it holds the row, has gone past its slot
 * (the row is gone from the indexer then), or has come to the listing's end.
 */
export function reaches({ rows, cursor }: Stretch, joint: FeedRow | undefined): boolean {
  if (joint === undefined || cursor === null) return true
  return rows.some((row) => isSame(row, joint) || row.slot < joint.slot)
}

/** The known row to read the stretch towards: the newest that the indexer still lists, as far as the stretch tells. */
export function jointOf(known: readonly FeedRow[], stretch: Stretch): FeedRow | undefined {
  return told(known, stretch).find(({ left }) => !left)
}

/** Whether a row would be in the stretch if the indexer still had it. Of its last slot the rest may be yet to come. */
function mustHold({ rows, cursor, asOf }: Stretch, { slot }: FeedRow): boolean {
  if (asOf === undefined || slot > asOf) return false
  return cursor === null || slot > (rows.at(-1)?.slot ?? asOf)
}

/** A transaction may land again, in another slot, on the other side of a fork. */
function isSame(a: SignatureItem, b: SignatureItem): boolean {
  return a.signature === b.signature && a.slot === b.slot
}

/** The rows with what the stretch tells of them: gone, or there again. The same object where nothing changed. */
export function told(rows: readonly FeedRow[], stretch: Stretch): readonly FeedRow[] {
  const slots = new Map(stretch.rows.map(({ signature, slot }) => [signature, slot]))
  const isLeft = (row: FeedRow) => {
    if (slots.get(row.signature) === row.slot) return false
    return row.left === true || mustHold(stretch, row)
  }
  if (rows.every((row) => (row.left === true) === isLeft(row))) return rows
  return rows.map((row) => {
    const { left: _, ...rest } = row
    return isLeft(row) ? { ...rest, left: true } : rest
  })
}

/**
 * Known rows with a stretch put in: every row of both once, the known ones in the order they had; one that is in another
 * slot now stands there. `joint` is the known row that the stretch was read towards; when it is not reached, the rows
 * between are marked as unseen.
 */
export function merged(before: readonly FeedRow[], stretch: Stretch, joint: FeedRow | undefined): FeedRow[] {
  const slots = new Map(stretch.rows.map(({ signature, slot }) => [signature, slot]))
  const known = told(before, stretch).filter(({ signature, slot }) => (slots.get(signature) ?? slot) === slot)
  const indexOf = new Map(known.map(({ signature }, i) => [signature, i]))
  const seen = new Set<string>()
  const rows: FeedRow[] = []
  let i = 0
  const takeUntil = (end: number) => {
    rows.push(...known.slice(i, end))
    i = Math.max(i, end)
  }
  for (const fresh of stretch.rows) {
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
  const gap = reaches(stretch, joint) ? undefined : (stretch.cursor ?? undefined)
  return rows.map((row) => {
    if (!isSame(row, joint) || row.unseenFrom === gap) return row
    const { unseenFrom: _, ...rest } = row
    return gap === undefined ? rest : { ...rest, unseenFrom: gap }
  })
}

/** The newest row above which something is unseen; undefined when nothing is. */
export function firstGap(rows: readonly FeedRow[]): FeedRow | undefined {
  return rows.find(({ unseenFrom }) => unseenFrom !== undefined)
}

/**
 * The newest rows, about `most` of them: cut where the listing's next page can be asked for, so that Next goes on
 * without a break. Uncut where there is no such place.
 */
export function trimmed(rows: readonly FeedRow[], most: number): readonly FeedRow[] {
  if (rows.length <= most) return rows
  const end = rows.findLastIndex(({ cursor }, i) => cursor !== undefined && i < most)
  return end < 0 ? rows : rows.slice(0, end + 1)
}

/** Rows of one slot that stand together, newest slot first. */
export interface SlotGroup {
  slot: number
  /** Tells it from another group of the same slot, which a gap can make. */
  key: string
  rows: readonly FeedRow[]
  /** Set when signatures between this group and the one above it may not have been seen. */
  gap: { newerSlot: number; cursor: string } | null
}

/** Rows grouped by slot, in their order. A group that a gap lies above begins a new one, whatever its slot. */
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
