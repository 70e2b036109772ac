import { describe, expect, test } from 'vitest'
import { expiryTimes, freshnessOf, NOT_FOUND } from './freshness'

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
const list = (slot: number, items: object[] = []) => ({ context: { slot }, value: { items, cursor: null } }) as never
const ages = ({ freshMs, revalidateMs, onErrorMs }: ReturnType<typeof freshnessOf>) => [
  freshMs,
  revalidateMs,
  onErrorMs,
]
const hash = 'x'

describe('the table of reliability.md (b)', () => {
  test.each([
    ['slot', freshnessOf('getIndexerSlot', {}, 5 as never), [SECOND, 5 * SECOND, 30 * SECOND]],
    ['health', freshnessOf('getIndexerHealth', {}, 'ok'), [5 * SECOND, 0, 0]],
    ['owner list', freshnessOf('getCompressedAccountsByOwner', { owner: 'x' }, list(9)), [3_000, 30_000, 10 * MINUTE]],
    [
      'delegate list',
      freshnessOf('getCompressedTokenAccountsByDelegate', { delegate: 'x' }, list(9)),
      [3_000, 30_000, 10 * MINUTE],
    ],
    ['head of the feed', freshnessOf('getLatestCompressionSignatures', {}, list(9)), [1_000, 10_000, 10 * MINUTE]],
    [
      'head of the feed of a chain that is quiet',
      freshnessOf('getLatestCompressionSignatures', {}, list(1_000, [{ slot: 4 }])),
      [1_000, 10_000, 10 * MINUTE],
    ],
    [
      'deep in the feed',
      freshnessOf('getLatestCompressionSignatures', { cursor: 'x' }, list(1_000, [{ slot: 850 }, { slot: 849 }])),
      [5 * MINUTE, HOUR, DAY],
    ],
    [
      'not deep enough',
      freshnessOf('getLatestCompressionSignatures', { cursor: 'x' }, list(1_000, [{ slot: 851 }])),
      [1_000, 10_000, 10 * MINUTE],
    ],
    [
      'a consumed account',
      freshnessOf('getCompressionSignaturesForAccount', { hash }, list(1_000, [{ slot: 850 }, { slot: 4 }])),
      [HOUR, DAY, 7 * DAY],
    ],
    [
      'one consumed just now',
      freshnessOf('getCompressionSignaturesForAccount', { hash }, list(1_000, [{ slot: 851 }, { slot: 4 }])),
      [3_000, 30_000, 10 * MINUTE],
    ],
    [
      'a live account',
      freshnessOf('getCompressionSignaturesForAccount', { hash }, list(1_000, [{ slot: 4 }])),
      [3_000, 30_000, 10 * MINUTE],
    ],
    ['an unknown hash', NOT_FOUND, [5 * SECOND, 0, 0]],
  ])('%s', (_, freshness, expected) => {
    expect(ages(freshness)).toEqual(expected)
    const sent = /s-maxage=(\d+)(?:, stale-while-revalidate=(\d+))?(?:, stale-if-error=(\d+))?$/.exec(
      freshness.cacheControl,
    )
    expect(sent?.slice(1).map((seconds) => Number(seconds ?? 0) * SECOND)).toEqual(expected)
  })
})

describe('ages of an answer', () => {
  const slot = freshnessOf('getIndexerSlot', {}, 5 as never)

  test('are jittered by a tenth either way', () => {
    expect(expiryTimes(slot, 100, 1, () => 0).freshUntil).toBe(1_000)
    expect(expiryTimes(slot, 100, 1, () => 0.5).freshUntil).toBe(1_100)
    expect(expiryTimes(slot, 100, 1, () => 1).freshUntil).toBe(1_200)
  })

  test('stretch with a small plan, up to a minute; what lives long does not', () => {
    expect(expiryTimes(slot, 0, 4, () => 0.5).freshUntil).toBe(4_000)
    expect(expiryTimes(slot, 0, 1_000, () => 0.5).freshUntil).toBe(60_000)
    const deep = freshnessOf('getLatestCompressionSignatures', { cursor: 'x' }, list(1_000, [{ slot: 1 }]))
    expect(expiryTimes(deep, 0, 4, () => 0.5).freshUntil).toBe(300_000)
  })
})
