import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { checkHistory } from '@/lib/testing/history/check-history'
import { DamagedHistories } from '@/lib/testing/history/damaged-histories'
import { HOSTILE_TEXTS } from '@/lib/testing/hostile-text'

let histories: DamagedHistories

beforeAll(() => {
  histories = new DamagedHistories()
})

afterAll(() => histories.remove())

test('any bytes turned, overwritten or cut off are told or said to be damage', () => {
  const { good } = histories
  const place = fc.nat({ max: good.length - 1 })
  const turned = fc.record({ at: place, bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }) })
  const words = fc.constantFrom('oj', 'zzzzzz', '\uFFFD').map((text) => new Uint8Array(Buffer.from(text)))
  const overwritten = fc.record({ at: place, bytes: words })
  const damage = fc.record({
    pieces: fc.array(fc.oneof(turned, overwritten), { minLength: 1, maxLength: 30 }),
    cut: fc.option(place, { freq: 8 }),
  })
  fc.assert(
    fc.property(damage, ({ pieces, cut }) => {
      const bytes = Buffer.from(good)
      for (const { at, bytes: put } of pieces) bytes.set(put.subarray(0, bytes.length - at), at)
      checkHistory(histories.placed(cut === null ? bytes : bytes.subarray(0, cut)))
    }),
    { numRuns: 150 },
  )
})

test('a verdict whose letters were turned is answered, wherever it stands', () => {
  const { good } = histories
  for (let at = good.indexOf('ok'); at >= 0; at = good.indexOf('ok', at + 499)) {
    const bytes = Buffer.from(good)
    bytes.write('oj', at)
    checkHistory(histories.placed(bytes))
  }
})

describe('values that SQLite takes and no recorder writes', () => {
  const WHOLE_COLUMNS: [table: string, columns: string[]][] = [
    ['look', ['at', 'slot', 'lag', 'latency_ms', 'head_age_ms', 'interval_ms']],
    ['step', ['at', 'samples', 'answered', 'slot', 'slot_at', 'lag', 'head_age_ms', 'latency_ms', 'latency_max_ms']],
    ['turn', ['at']],
    ['change', ['at', 'confirmed_at']],
    ['incident', ['at', 'began_at', 'confirmed_at', 'ended_at', 'end_confirmed_at']],
    ['network', ['id']],
  ]
  const EDGES = [
    -1n,
    0n,
    1n,
    2n ** 31n,
    2n ** 53n - 1n,
    2n ** 53n,
    8_640_000_000_000_001n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ]
  const TEXT_COLUMNS: [table: string, columns: string[]][] = [
    ['look', ['says', 'verdict', 'text']],
    ['turn', ['verdict', 'summary']],
    ['change', ['before', 'verdict', 'summary']],
    ['incident', ['seen']],
  ]

  test.each(WHOLE_COLUMNS)('any whole number in a column of %s is answered', (table, columns) => {
    for (const column of columns) {
      for (const value of EDGES) checkHistory(histories.withOne(table, column, value, 'max'))
      checkHistory(histories.withOne(table, column, 2n ** 62n, 'min'))
    }
  })

  test.each(TEXT_COLUMNS)('any text in a column of %s is answered', (table, columns) => {
    for (const column of columns) {
      for (const value of HOSTILE_TEXTS) checkHistory(histories.withOne(table, column, value, 'max'))
    }
  })
})
