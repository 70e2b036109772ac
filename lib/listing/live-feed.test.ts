import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignatureItem } from '@/lib/protocol/rpc/items'
import {
  closesGap,
  type FeedRow,
  type FeedSegment,
  findJoint,
  firstGap,
  groupBySlot,
  joinSegments,
  mergeSegment,
  segmentOf,
  trimRows,
} from './live-feed'

const row = (slot: number, n = 0): SignatureItem => ({ signature: `s${slot}-${n}`, slot, blockTime: 1_000 + slot })

const chain = fc
  .array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 120 })
  .map((counts) => counts.flatMap((count, slot) => Array.from({ length: count }, (_, n) => row(slot, n))).reverse())

function page(listing: readonly SignatureItem[], cursor: string | null, limit: number): FeedSegment {
  const start = cursor === null ? 0 : listing.findIndex(({ signature }) => signature === cursor) + 1
  const items = listing.slice(start, start + limit)
  const last = items.at(-1)
  return segmentOf(items, items.length === limit && last ? last.signature : null)
}

function readTowards(listing: readonly SignatureItem[], start: FeedSegment, to: FeedRow | undefined, answers: number) {
  let segment = start
  for (let left = answers; left > 0 && !closesGap(segment, to) && segment.cursor !== null; left--) {
    segment = joinSegments(segment, page(listing, segment.cursor, 7))
  }
  return segment
}

const signaturesOf = (rows: readonly SignatureItem[]) => rows.map(({ signature }) => signature)

describe('the feed', () => {
  test('shows every row of the listing once and in order, and marks each place where one is missing', () => {
    const polls = fc.array(fc.record({ slots: fc.nat(60), answers: fc.nat(6), fill: fc.nat(4) }), { maxLength: 12 })
    fc.assert(
      fc.property(chain, fc.integer({ min: 1, max: 20 }), polls, (whole, limit, steps) => {
        let head = 20
        const now = () => whole.filter(({ slot }) => slot <= head)
        let known: readonly FeedRow[] = page(now(), null, limit).rows
        for (const { slots, answers, fill } of steps) {
          head += slots
          const listing = now()
          const segment = readTowards(listing, page(listing, null, limit), known[0], answers)
          const before = signaturesOf(known)
          known = mergeSegment(known, segment, known[0])
          const gap = firstGap(known)
          if (gap?.unseenFrom) {
            const missing = readTowards(listing, { rows: [], cursor: gap.unseenFrom }, gap, fill)
            known = mergeSegment(known, missing, gap)
          }
          const after = signaturesOf(known)
          expect(new Set(after).size).toBe(after.length)
          const knownBefore = new Set(before)
          expect(after.filter((signature) => knownBefore.has(signature))).toEqual(before)
          const places = signaturesOf(listing)
          const indices = after.map((signature) => places.indexOf(signature))
          expect(indices[0] ?? -1).toBe(listing.length > 0 ? 0 : -1)
          for (const [i, index] of indices.entries()) {
            if (i === 0) continue
            const above = indices[i - 1] ?? 0
            expect(index).toBeGreaterThan(above)
            if (known[i]?.unseenFrom === undefined) expect(index).toBe(above + 1)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test('an answer that was merged before changes nothing', () => {
    fc.assert(
      fc.property(chain, fc.nat(30), fc.integer({ min: 1, max: 30 }), (listing, start, limit) => {
        const known = page(listing.slice(start), null, limit).rows
        const segment = page(listing, null, limit)
        const once = mergeSegment(known, segment, known[0])
        expect(mergeSegment(once, segment, once[0])).toEqual(once)
      }),
    )
  })

  test('a gap is marked on the row below it and goes when it is filled', () => {
    const old = segmentOf([row(3), row(2)], 'behind 2').rows
    const gapped = mergeSegment(old, segmentOf([row(9), row(8)], 'behind 8'), old[0])
    expect(signaturesOf(gapped)).toEqual(['s9-0', 's8-0', 's3-0', 's2-0'])
    expect(firstGap(gapped)).toMatchObject({ slot: 3, unseenFrom: 'behind 8' })
    expect(groupBySlot(gapped).map(({ slot, gap }) => [slot, gap])).toEqual([
      [9, null],
      [8, null],
      [3, { newerSlot: 8, cursor: 'behind 8' }],
      [2, null],
    ])
    const part = mergeSegment(gapped, segmentOf([row(7), row(6)], 'behind 6'), gapped[2])
    expect(firstGap(part)).toMatchObject({ slot: 3, unseenFrom: 'behind 6' })
    const full = mergeSegment(part, segmentOf([row(5), row(3)], 'behind 3'), firstGap(part))
    expect(firstGap(full)).toBeUndefined()
    expect(signaturesOf(full)).toEqual(['s9-0', 's8-0', 's7-0', 's6-0', 's5-0', 's3-0', 's2-0'])
  })

  test('of a chain that forks, marks exactly the rows that left it, however deep the fork', () => {
    const fork = fc.record({ depth: fc.nat(40), counts: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 50 }) })
    fc.assert(
      fc.property(chain, fc.array(fork, { maxLength: 6 }), fc.integer({ min: 1, max: 20 }), (first, forks, limit) => {
        let listing = first
        let tip = first[0]?.slot ?? 0
        let known: readonly FeedRow[] = page(listing, null, 200).rows
        for (const [n, { depth, counts }] of forks.entries()) {
          const common = Math.max(0, tip - depth)
          const landed = listing.find(({ slot }) => slot > common)
          const added = counts.flatMap((count, i) =>
            Array.from({ length: count }, (_, k) => ({ ...row(common + 1 + i, k), signature: `f${n} ${i} ${k}` })),
          )
          // The same transaction on another fork, never in the same slot, which has one block.
          if (landed && added[0] && added[0].slot !== landed.slot)
            added[0] = { ...added[0], signature: landed.signature }
          listing = [...added.reverse(), ...listing.filter(({ slot }) => slot <= common)]
          tip = Math.max(common, added[0]?.slot ?? 0)
          let segment: FeedSegment = { ...page(listing, null, limit), asOf: Math.max(tip, known[0]?.slot ?? 0) }
          while (!closesGap(segment, findJoint(known, segment)) && segment.cursor !== null) {
            segment = joinSegments(segment, page(listing, segment.cursor, limit))
          }
          known = mergeSegment(known, segment, findJoint(known, segment))
          expect(new Set(signaturesOf(known)).size).toBe(known.length)
          const there = known.filter(({ left }) => !left).map(({ signature, slot }) => ({ signature, slot }))
          expect(there).toEqual(listing.slice(0, there.length).map(({ signature, slot }) => ({ signature, slot })))
        }
      }),
      { numRuns: 400 },
    )
  })

  test('an indexer that is behind takes no row away', () => {
    const known = segmentOf([row(9), row(8), row(7)], null, { asOf: 9 }).rows
    const rows = mergeSegment(known, segmentOf([row(8), row(7)], null, { asOf: 8 }), known[0])
    expect(rows.some(({ left }) => left)).toBe(false)
  })

  test('a row that left the chain and came back is marked no more', () => {
    const known = segmentOf([row(9), row(8), row(7)], null, { asOf: 9 }).rows
    const without = mergeSegment(known, segmentOf([row(9), row(7)], null, { asOf: 9 }), known[0])
    expect(without.map(({ left }) => left ?? false)).toEqual([false, true, false])
    const again = mergeSegment(without, segmentOf([row(9), row(8), row(7)], null, { asOf: 9 }), without[0])
    expect(again).toEqual(known)
  })

  test('a row that left the indexer stays on screen and makes no gap', () => {
    const known = segmentOf([row(5), row(4)], null).rows
    const rows = mergeSegment(known, segmentOf([row(6), row(4)], 'x'), known[0])
    expect(signaturesOf(rows)).toEqual(['s6-0', 's5-0', 's4-0'])
    expect(firstGap(rows)).toBeUndefined()
  })

  test('a signature that comes late stands in its slot', () => {
    const known = segmentOf([row(5), row(4, 1), row(3)], null).rows
    const rows = mergeSegment(known, segmentOf([row(5), row(4, 0), row(4, 1), row(3)], null), known[0])
    expect(signaturesOf(rows)).toEqual(['s5-0', 's4-0', 's4-1', 's3-0'])
  })

  test('is cut only where its next page can be asked for', () => {
    const rows = [...segmentOf([row(9), row(8), row(7)], 'c7').rows, ...segmentOf([row(6), row(5)], 'c5').rows]
    expect(trimRows(rows, 5)).toBe(rows)
    expect(trimRows(rows, 4)).toEqual(rows.slice(0, 3))
    expect(trimRows(rows, 2)).toBe(rows)
  })

  test('groups by slot, and keeps a group’s key when newer ones come', () => {
    const rows = segmentOf([row(9, 1), row(9, 0), row(8)], null).rows
    const groups = groupBySlot(rows)
    expect(groups.map(({ slot, rows }) => [slot, rows.length])).toEqual([
      [9, 2],
      [8, 1],
    ])
    const later = groupBySlot([...segmentOf([row(10)], null).rows, ...rows])
    expect(later.slice(1).map(({ key }) => key)).toEqual(groups.map(({ key }) => key))
  })
})
