import type { AccountItem } from '../../protocol/rpc/items'
import { type Part, VALUES } from './part'

export interface Split {
  offset: number
  seen: readonly { value: number; rows: readonly AccountItem[] }[]
  /** Rows that end before the byte, or have no data: no part has them. */
  ended: readonly AccountItem[]
  /** Rows may end before the byte: it proves nothing of them. */
  isOpen: boolean
}

/** Bytes compared per row, so that a split of long rows takes milliseconds. */
const MAX_OFFSETS = 4_096

/** Differing bytes that are judged, the lowest first: each is counted in every row. */
const MAX_JUDGED_OFFSETS = 256

/** Shares this near to the best are equal, as a thousand rows are a sample: the lowest offset wins. */
const NEAR_FACTOR = 1.5
const NEAR = 0.01

/** Good enough for a list of 50,000 rows to stop comparing offsets. */
const GOOD = 0.02

/** Splits by alike bytes on the way to a differing one: each costs as many calls as any other. */
const MAX_STEPS = 4

/** A byte that every row reaches is preferred unless more than this share stays together: the proof stays whole. */
const WORST_CLOSED = 0.9

interface Candidate {
  offset: number
  together: number
  isOpen: boolean
}

/**
 * Prefers a byte that every row reaches, else the lowest that separates the rows well: fewer rows end before it. `alike`: the
 * rows have the same bytes; `filters`: the differing bytes need a sixth filter.
 */
export function splitOf(part: Part, rows: readonly AccountItem[]): Split | 'alike' | 'filters' {
  const all = rows.map((row) => ({ row, bytes: row.data && Buffer.from(row.data.data, 'base64') }))
  const longest = Math.min(MAX_OFFSETS, Math.max(0, ...all.map(({ bytes }) => bytes?.length ?? 0)))
  const datas = all.map(({ bytes }) => bytes)
  const differs = differencesIn(datas, longest)
  const offset = bestOffset(part, datas, differs) ?? stepTowardsDifference(part, differs)
  if (offset === null) return differs.some((does, at) => does && !part.isFixed(at)) ? 'filters' : 'alike'
  const byValue = Array.from({ length: VALUES }, (): AccountItem[] => [])
  const ended: AccountItem[] = []
  for (const { row, bytes } of all) {
    const value = bytes?.[offset]
    if (value === undefined) ended.push(row)
    else byValue[value]?.push(row)
  }
  const seen = byValue
    .map((of, value) => ({ value, rows: of }))
    .filter(({ rows: of }) => of.length > 0)
    .sort((a, b) => b.rows.length - a.rows.length)
  return { offset, seen, ended, isOpen: offset >= part.leastBytes }
}

function differencesIn(datas: readonly (Buffer | null)[], longest: number): boolean[] {
  const differs = Array<boolean>(longest).fill(false)
  const first = datas.find((bytes) => (bytes?.length ?? 0) >= longest)
  if (!first) return differs
  for (const bytes of datas) {
    const end = Math.min(bytes?.length ?? 0, longest)
    if (!bytes || bytes.compare(first, 0, end, 0, end) === 0) continue
    for (let at = 0; at < end; at++) if (bytes[at] !== first[at]) differs[at] = true
  }
  return differs
}

function bestOffset(part: Part, datas: readonly (Buffer | null)[], differs: readonly boolean[]): number | null {
  const candidates: Candidate[] = []
  for (const [offset, does] of differs.entries()) {
    if (!does || !part.canSplitAt(offset)) continue
    if (candidates.length === MAX_JUDGED_OFFSETS) break
    const together = shareTogether(datas, offset)
    const isOpen = offset >= part.leastBytes
    candidates.push({ offset, together, isOpen })
    if (isOpen && together <= GOOD) break
  }
  const closed = candidates.filter(({ isOpen, together }) => !isOpen && together <= WORST_CLOSED)
  const from = closed.length > 0 ? closed : candidates
  const best = Math.min(...from.map(({ together }) => together))
  return from.find(({ together }) => together <= best * NEAR_FACTOR + NEAR)?.offset ?? null
}

function shareTogether(datas: readonly (Buffer | null)[], offset: number): number {
  const counts = new Uint32Array(VALUES)
  let [ended, most] = [0, 0]
  for (const bytes of datas) {
    const value = bytes?.[offset]
    if (value === undefined) {
      ended++
      continue
    }
    const count = (counts[value] as number) + 1
    counts[value] = count
    if (count > most) most = count
  }
  return (most + ended) / datas.length
}

/** With five filters in use a split can only extend one: steps over alike bytes towards the nearest differing one; null: none. */
function stepTowardsDifference(part: Part, differs: readonly boolean[]): number | null {
  let nearest: { offset: number; distance: number } | null = null
  for (const start of part.neighbours) {
    const step = part.isFixed(start - 1) ? 1 : -1
    for (let distance = 0; distance < MAX_STEPS; distance++) {
      const at = start + step * distance
      if (at < 0 || at >= differs.length || part.isFixed(at)) break
      if (!differs[at]) continue
      if (!nearest || distance < nearest.distance) nearest = { offset: start, distance }
      break
    }
  }
  return nearest?.offset ?? null
}
