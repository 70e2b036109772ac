import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAt } from '@/lib/testing/history/check'
import { checkHistory, END } from '@/lib/testing/history/check-history'
import { DamagedHistories } from '@/lib/testing/history/damaged-histories'
import { FILE } from './database'
import { HistoryKeeper } from './keeper'

/* Random damage: damaged.nightly.test.ts. */

const LAST_HOUR = { fromMs: END - 3_600_000, toMs: END, points: 90 }

let histories: DamagedHistories

beforeAll(() => {
  histories = new DamagedHistories()
})

afterAll(() => histories.remove())

function historyAt(place: string) {
  const keeper = new HistoryKeeper(place)
  try {
    return { ...keeper.history('net', LAST_HOUR), changes: keeper.changes('net', { fromMs: 0, toMs: END, limit: 9 }) }
  } finally {
    keeper.close()
  }
}

test('a file that is whole tells everything', () => {
  const [, , day] = checkHistory(histories.placed(histories.good))
  expect(day?.seconds).toMatchObject({ behind: 1140.001, unreachable: 300, limited: 0 })
})

test.each([
  ['turn', 'verdict', 'oj'],
  ['turn', 'verdict', '__proto__'],
  ['turn', 'at', -1n],
  ['look', 'interval_ms', -1n],
] as const)('a %s whose %s is %s is damage, and said to be', (table, column, value) => {
  const place = histories.withOne(table, column, value, table === 'turn' ? 'min' : 'max')
  const keeper = new HistoryKeeper(place)
  const all = keeper.history('net', { ...LAST_HOUR, fromMs: END - 4 * 3_600_000 })
  keeper.close()
  expect(all).toMatchObject({ recordedBy: 'nobody', reason: expect.stringMatching(/is damaged/), points: [] })
  checkHistory(place)
})

test('a verdict that no recorder writes keeps no check from being judged, and recording stops in words', () => {
  const place = histories.withOne('look', 'verdict', 'constructor', 'max')
  const keeper = new HistoryKeeper(place)
  expect(keeper.last('net', 10)).toEqual([])
  keeper.record('net', checkAt(END + 60_000, 'ok', { intervalMs: 60_000 }))
  expect(keeper.history('net', LAST_HOUR)).toMatchObject({
    recordedBy: 'nobody',
    reason: expect.stringMatching(/is damaged\. Move it away to start a new one/),
  })
  keeper.close()
  checkHistory(place)
})

test('something else than a file in its place is said, and not waited for', () => {
  const pipe = histories.folder()
  execFileSync('mkfifo', [path.join(pipe, FILE)])
  expect(historyAt(pipe)).toMatchObject({
    recordedBy: 'nobody',
    reason: `${FILE} in DATA_DIR is not a file.`,
    changes: [],
  })
  checkHistory(pipe)
  const folder = histories.folder()
  fs.mkdirSync(path.join(folder, FILE))
  checkHistory(folder)
})
