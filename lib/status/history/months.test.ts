import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkAt } from '@/lib/testing/history/check'
import { folderOfTest } from '@/lib/testing/of-test'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Verdict } from '../../api/verdicts'
import { openDatabase } from '../../platform/sqlite/driver'
import { FILE } from './database'
import { HistoryKeeper } from './keeper'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 31, 12)

const clock = virtualTime(START)
let folder: string
let keeper: HistoryKeeper

beforeEach(() => {
  folder = folderOfTest()
  keeper = new HistoryKeeper(folder)
})

afterEach(() => keeper.close())

function pass(hours: number, verdict: Verdict, everyMs = HOUR): void {
  for (let at = 0; at < hours * HOUR; at += everyMs) {
    keeper.record('net', checkAt(clock.wall(), verdict, { intervalMs: everyMs }))
    clock.skip(everyMs)
  }
}

function restart(): void {
  keeper.close()
  keeper = new HistoryKeeper(folder)
}

const available = (objective = 99.5) => keeper.availability('net', objective)

test('months are kept when nothing is left that they were made from', () => {
  pass(12, 'ok')
  pass(24, 'behind')
  pass(24 * 27, 'ok')
  pass(24 * 122, 'ok', 6 * HOUR)
  const { months } = available()
  expect(months.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'])
  expect(months[0]).toMatchObject({ seconds: { ok: 12 * 3_600, noSample: 30.5 * 86_400 }, ratio: 1 })
  expect(months[1]).toMatchObject({
    from: '2026-02-01T00:00:00.000Z',
    to: '2026-03-01T00:00:00.000Z',
    seconds: { behind: 86_400, ok: 27 * 86_400, noSample: 0 },
    countedSeconds: 28 * 86_400,
    availableSeconds: 27 * 86_400,
    ratio: 27 / 28,
  })
  const last = months.at(-1)
  expect(last).toMatchObject({ to: new Date(clock.wall()).toISOString(), seconds: { noSample: 0 } })
  clock.skip(180 * DAY)
  restart()
  pass(1, 'ok')
  const later = available().months
  expect(later.slice(0, 5)).toEqual(months.slice(0, 5))
  expect(later[5]?.seconds.ok).toBeGreaterThanOrEqual((last?.seconds.ok ?? 0) - 13 * 3_600)
  expect(later.at(-1)).toMatchObject({ month: '2026-12', seconds: { ok: expect.any(Number) } })
})

test('windows, budget and burn rate are those of the recorded verdicts', () => {
  expect(available()).toMatchObject({
    months: [],
    budget: { spentSeconds: 0, remainingRatio: 1, burnRate: { lastHour: null } },
  })
  pass(24 * 29, 'ok')
  pass(3, 'degraded')
  pass(2, 'ok')
  const { windows, budget } = available()
  expect(
    windows.map(({ days, availability }) => [days, availability.countedSeconds, availability.availableSeconds]),
  ).toEqual([
    [1, 86_400, 86_400 - 3 * 3_600],
    [7, 7 * 86_400, 7 * 86_400 - 3 * 3_600],
    [30, 29 * 86_400 + 5 * 3_600, 29 * 86_400 + 2 * 3_600],
    [90, 29 * 86_400 + 5 * 3_600, 29 * 86_400 + 2 * 3_600],
  ])
  expect(budget).toMatchObject({
    objective: 0.995,
    days: 30,
    allowedSeconds: 12_960,
    spentSeconds: 10_800,
    leftSeconds: 2_160,
    burnRate: { lastHour: 0, lastSixHours: 100 },
  })
  expect(budget.remainingRatio).toBeCloseTo(1 / 6)
  expect(available(99.9).budget).toMatchObject({ allowedSeconds: 2_592, leftSeconds: -8_208 })
})

test('maintenance windows leave what lies in them out, in months that are over, too', () => {
  pass(12, 'ok')
  pass(24, 'unreachable')
  pass(24, 'ok')
  const db = openDatabase(path.join(folder, FILE))
  db.exec(`INSERT INTO maintenance (network, kind, from_at, to_at, note, created_at)
    VALUES (NULL, 'maintenance', ${START}, ${START + 36 * HOUR}, 'Moving', 0)`)
  db.close()
  pass(1, 'ok')
  const { windows, months } = available()
  expect(windows[1]?.availability).toMatchObject({ countedSeconds: 25 * 3_600, availableSeconds: 25 * 3_600, ratio: 1 })
  expect(windows[1]?.availability).toMatchObject({ maintenanceSeconds: 36 * 3_600, noSampleSeconds: 107 * 3_600 })
  expect(months).toMatchObject([
    { month: '2026-01', ratio: null, maintenanceSeconds: 12 * 3_600 },
    { month: '2026-02', ratio: 1, maintenanceSeconds: 24 * 3_600 },
  ])
})

test('a month whose oldest turns were dropped keeps what it told', () => {
  pass(72, 'ok')
  pass(2, 'behind')
  const before = available().months
  const db = openDatabase(path.join(folder, FILE))
  db.exec(`DELETE FROM turn WHERE verdict = 'ok'`)
  db.close()
  restart()
  pass(1, 'behind')
  expect(available().months[0]).toEqual(before[0])
})
