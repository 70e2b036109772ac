import type { AccountItem } from '../../protocol/rpc/items'
import { BYTE_VALUES, type Part } from './part'

export interface Split {
  offset: number
  seen: readonly { value: number; rows: readonly AccountItem[] }[]
  /** Rows in none of the parts: their data ends before the byte, or there is none. */
  ended: readonly AccountItem[]
  /** True if the data of some rows may end before the byte, so that the parts do not cover them. */
  isOpen: boolean
}

/** Compares no more bytes of a row, so that splitting long rows takes milliseconds. */
const MAX_OFFSETS = 4_096

/** Counts values for no more offsets, the lowest first. */
const MAX_JUDGED_OFFSETS = 256

/** Largest shares this similar count as equal, since the rows are a sample; the lowest offset wins. */
const SIMILAR_FACTOR = 1.5
const SIMILAR_SHARE = 0.01

/** Stops the comparison: this splits even a list of 50,000 rows. */
const GOOD_SHARE = 0.02

/** Splits by equal bytes, on the way to one that differs: each costs as many calls as another. */
const MAX_EQUAL_SPLITS = 4

/** Prefers a byte that all rows reach, which keeps the proof complete, unless a larger share of rows would stay together. */
const MAX_CLOSED_SHARE = 0.9

interface Candidate {
  offset: number
  together: number
  isOpen: boolean
}

/**
 * Chooses the byte to split by: one that every row reaches, else the lowest that separates the rows well, since few rows
 * end before it. `alike`: all rows have the same bytes; `filters`: a split would need a sixth filter.
 */
export function chooseSplit(part: Part, rows: readonly AccountItem[]): Split | 'alike' | 'filters' {
  const all = rows.map((row) => ({ row, bytes: row.data && Buffer.from(row.data.data, 'base64') }))
  const longest = Math.min(MAX_OFFSETS, Math.max(0, ...all.map(({ bytes }) => bytes?.length ?? 0)))
  const datas = all.map(({ bytes }) => bytes)
  const differs = differencesIn(datas, longest)
  const offset = bestOffset(part, datas, differs) ?? stepTowardsDifference(part, differs)
  if (offset === null) return differs.some((does, at) => does && !part.isFixed(at)) ? 'filters' : 'alike'
  const byValue = Array.from({ length: BYTE_VALUES }, (): AccountItem[] => [])
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
    if (isOpen && together <= GOOD_SHARE) break
  }
  const closed = candidates.filter(({ isOpen, together }) => !isOpen && together <= MAX_CLOSED_SHARE)
  const from = closed.length > 0 ? closed : candidates
  const best = Math.min(...from.map(({ together }) => together))
  return from.find(({ together }) => together <= best * SIMILAR_FACTOR + SIMILAR_SHARE)?.offset ?? null
}

function shareTogether(datas: readonly (Buffer | null)[], offset: number): number {
  const counts = new Uint32Array(BYTE_VALUES)
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

/** With five filters in use a split can only extend one: moves over equal bytes to one that differs. Null: none. */
function stepTowardsDifference(part: Part, differs: readonly boolean[]): number | null {
  let nearest: { offset: number; distance: number } | null = null
  for (const start of part.neighbours) {
    const step = part.isFixed(start - 1) ? 1 : -1
    for (let distance = 0; distance < MAX_EQUAL_SPLITS; distance++) {
      const at = start + step * distance
      if (at < 0 || at >= differs.length || part.isFixed(at)) break
      if (!differs[at]) continue
      if (!nearest || distance < nearest.distance) nearest = { offset: start, distance }
      break
    }
  }
  return nearest?.offset ?? null
}
