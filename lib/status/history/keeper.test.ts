import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkAt } from '@/lib/testing/history/check'
import { folderOfTest } from '@/lib/testing/of-test'
import { VERDICTS, type Verdict } from '../../api/verdicts'
import { MACHINE_CLOCK, setClock } from '../../platform/clock'
import { openDatabase } from '../../platform/sqlite/driver'
import { incidentTimes, incidentTitle } from '../incident-words'
import type { CheckRecord } from './check-record'
import type { StatusHistory } from './contract'
import { FILE } from './database'
import { HistoryKeeper } from './keeper'
import { insertNote } from './notes'
import { overdueMs } from './periods'
import { MAX_CHECKS, MAX_TURNS } from './retention'

const START = Date.UTC(2026, 10, 20, 8)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let folder: string
let now: number

beforeEach(() => {
  folder = folderOfTest()
  now = START
  setClock({ ...MACHINE_CLOCK, wall: () => now })
  onTestFinished(() => setClock(null))
})

function keep(maxBytes?: number, where = folder): HistoryKeeper {
  const keeper = new HistoryKeeper(where, maxBytes)
  onTestFinished(() => keeper.close())
  return keeper
}

/** Same as a kill for other processes: the system releases what it held. */
function restart(keeper: HistoryKeeper): HistoryKeeper {
  keeper.close()
  return keep()
}

function check(verdict: Verdict, more: Partial<CheckRecord> = {}): CheckRecord {
  const slot = verdict === 'unreachable' ? null : 1_000 + Math.floor((now - START) / 400)
  return checkAt(now, verdict, { slot, ...more })
}

function recordChecks(
  keeper: HistoryKeeper,
  verdicts: Verdict[],
  more: Partial<CheckRecord> = {},
  everyMs = 5_000,
): void {
  verdicts.forEach((verdict, i) => {
    if (i > 0) now += everyMs
    keeper.record('net', check(verdict, { intervalMs: everyMs, ...more }))
  })
}

function history(keeper: HistoryKeeper, fromMs: number, toMs: number, points = 360, network = 'net'): StatusHistory {
  return keeper.history(network, { fromMs, toMs, points })
}

function periodsOf({ periods }: StatusHistory): string {
  return periods.map(({ verdict, from, to }) => `${verdict} ${(Date.parse(to) - Date.parse(from)) / 1000}`).join(', ')
}

const iso = (ms: number) => new Date(ms).toISOString()

describe('what is kept', () => {
  test('what was announced last, for the process that records', () => {
    const announced = { verdict: 'frozen', worst: 'unreachable', beganAt: 1, firstBeganAt: 2, silent: 1 } as const
    const keeper = keep()
    recordChecks(keeper, ['ok'])
    expect(keeper.announced('net')).toBeNull()
    keeper.keepAnnounced('net', { ...announced, verdict: null })
    keeper.keepAnnounced('net', announced)
    keeper.keepAnnounced('other', announced)
    const next = restart(keeper)
    expect(next.announced('net')).toBeNull()
    recordChecks(next, ['ok'])
    expect(next.announced('net')).toEqual(announced)
    expect(next.announced('other')).toBeNull()
  })

  test('nothing yet: one period without data, no file made', () => {
    const keeper = keep()
    expect(history(keeper, START, START + HOUR)).toEqual({
      network: 'net',
      from: iso(START),
      to: iso(START + HOUR),
      stepSeconds: 10,
      points: [],
      periods: [{ from: iso(START), to: iso(START + HOUR), verdict: null }],
      incidents: [],
      notes: [],
      seconds: { ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])), noSample: 3600 },
      recordedBy: 'nobody',
      reason: 'No check since this explorer started.',
      oldest: null,
    })
    expect(keeper.open()).toEqual({ ok: true })
    expect(fs.readdirSync(folder)).toEqual([])
  })

  test('every check, its verdict and its figures, to the sample', () => {
    const keeper = keep()
    recordChecks(keeper, ['ok', 'ok', 'behind', 'behind', 'ok'])
    const result = history(keeper, START, now)
    expect(result.recordedBy).toBe('this')
    expect(result.oldest).toBe(iso(START))
    expect(periodsOf(result)).toBe('ok 10, behind 10')
    expect(result.stepSeconds).toBe(1)
    expect(result.points.map(({ at }) => at)).toEqual([0, 5, 10, 15].map((s) => iso(START + s * 1000)))
    expect(result.points.map(({ slot }) => slot)).toEqual([1_000, 1_012, 1_025, 1_037])
    expect(result.points[0]?.slotsPerSecond).toBeNull()
    expect(result.points[1]?.slotsPerSecond).toBe(12 / 5)
    expect(keeper.last('net', 2)).toEqual([
      { at: iso(now - 5_000), slot: 1_037, says: 'behind', lag: null, text: 'ok', latencyMs: 30, verdict: 'behind' },
      { at: iso(now), slot: 1_050, says: 'ok', lag: null, text: 'ok', latencyMs: 30, verdict: 'ok' },
    ])
    expect(keeper.last('other', 2)).toEqual([])
  })

  test('the error budget is that of the recorded verdicts', () => {
    const keeper = keep()
    expect(keeper.budget('net', 99.5)).toEqual({ objective: 99.5, days: 30, allowedSeconds: 12_960, spentSeconds: 0 })
    recordChecks(keeper, Array<Verdict>(12).fill('ok'), {}, HOUR)
    now += HOUR
    recordChecks(keeper, Array<Verdict>(3).fill('degraded'), {}, HOUR)
    now += HOUR
    recordChecks(keeper, ['ok', 'ok'], {}, HOUR)
    expect(keeper.budget('net', 99.9)).toMatchObject({ allowedSeconds: 2_592, spentSeconds: 10_800 })
    keeper.write((db) =>
      insertNote(db, {
        network: null,
        kind: 'maintenance',
        fromMs: START,
        toMs: START + 13 * HOUR,
        note: 'Moving',
        createdMs: now,
      }),
    )
    expect(keeper.budget('net', 99.9)).toMatchObject({ spentSeconds: 7_200 })
  })

  test('a restart: what was before stays, and nobody checked in between', () => {
    let keeper = keep()
    recordChecks(keeper, ['ok', 'behind'])
    keeper = restart(keeper)
    now += 2_000
    recordChecks(keeper, ['behind', 'behind'])
    expect(periodsOf(history(keeper, START, now))).toBe('ok 5, behind 0.001, null 1.999, behind 5')
    expect(keeper.changes('net', { fromMs: START, toMs: now, limit: 10 })).toEqual([
      { at: iso(START), confirmedAt: iso(START), from: null, to: 'ok', summary: 'It is ok.', incident: null },
      {
        at: iso(START + 5_000),
        confirmedAt: iso(START + 5_000),
        from: 'ok',
        to: 'behind',
        summary: 'It is behind.',
        incident: `leafscan-net-${START + 5_000}`,
      },
    ])
    expect(keeper.began('net')).toBe(iso(START + 5_000))
    expect(keeper.changes('net', { fromMs: START, toMs: now, limit: 1 })).toHaveLength(1)
    expect(keeper.changes('net', { fromMs: START + 1, toMs: START + 5_000, limit: 9 })).toMatchObject([{ from: 'ok' }])
  })

  test('a verdict that changed during a restart is a change, however long that took', () => {
    let keeper = keep()
    recordChecks(keeper, ['ok', 'ok'])
    keeper = restart(keeper)
    now += 2_000
    recordChecks(keeper, ['behind', 'behind'])
    keeper = restart(keeper)
    now += 60 * MINUTE
    recordChecks(keeper, ['frozen'])
    const changes = keeper.changes('net', { fromMs: START, toMs: now, limit: 10 })
    expect(changes.map(({ from, to }) => [from, to])).toEqual([
      [null, 'ok'],
      ['ok', 'behind'],
      [null, 'frozen'],
    ])
  })
})

describe('an incident', () => {
  const fails = (operation: string) => ({ operation, text: `${operation} fails: The indexer returned HTTP 500.` })
  const found = (operation: string) => ({ ...fails(operation), kind: 'fails' })
  const evidence = { operations: [found('getA')], weight: 101, indexers: [], failed: 2, stale: 1 }

  test('keeps the worst sentence, all operations, the last error and the answers, across a restart and beyond its end', () => {
    let keeper = keep()
    recordChecks(keeper, ['ok', 'ok'])
    const began = now + 5_000
    now += 15_000
    const refused = { text: 'The indexer refused the connection.' }
    keeper.record('net', check('degraded', { since: began, ...refused, evidence }))
    keeper = restart(keeper)
    now += 5_000
    const worse = { text: 'The indexer returned HTTP 401.', summary: 'Indexer not responding as it should.' }
    keeper.record('net', check('unreachable', { ...worse, evidence: { ...evidence, operations: [found('getB')] } }))
    const lastErrorAt = iso(now)
    now += 5_000
    keeper.record('net', check('degraded', { says: 'ok', since: now, evidence }))
    const open = keeper.incident('net', began, 99.5)
    expect(open).toMatchObject({
      ended: null,
      endConfirmedAt: null,
      seconds: 20,
      asOf: iso(now),
      confirmedAt: iso(began + 10_000),
    })
    now += 15_000
    keeper.record('net', check('ok', { since: now - 10_000, evidence }))
    const ended = keeper.incident('net', began, 99.5)
    expect(ended).toMatchObject({
      id: `leafscan-net-${began}`,
      verdict: 'unreachable',
      cause: worse.summary,
      began: iso(began),
      ended: iso(now - 10_000),
      endConfirmedAt: iso(now),
      seconds: 25,
      operations: [fails('getA'), fails('getB')],
      lastError: { at: lastErrorAt, text: worse.text },
      answers: { failed: 8, stale: 4 },
      // Nobody checked during the restart.
      budget: { spentSeconds: 20.001 },
    })
    expect(ended?.turns.map(({ to }) => to)).toEqual(['degraded', 'unreachable', 'degraded', 'ok'])
    const [listed] = history(keeper, START, now).incidents
    expect(listed).toMatchObject({
      id: ended?.id,
      cause: ended?.cause,
      from: ended?.began,
      to: ended?.ended,
      seconds: 25,
    })
    expect(keeper.incident('net', began + 1, 99.5)).toBeNull()
    expect(keeper.incident('other', began, 99.5)).toBeNull()
  })

  test('that gets worse under the same verdict has the sentence of when most was wrong', () => {
    const keeper = keep()
    recordChecks(keeper, ['ok'])
    const slow = { operation: 'getA', kind: 'slow', text: 'getA is slow.' }
    const seen = [
      { summary: 'getA is slow.', evidence: { ...evidence, operations: [slow], weight: 1 } },
      { summary: 'getA fails.', evidence },
      { summary: 'getA is slow again.', evidence: { ...evidence, operations: [slow], weight: 1 } },
    ]
    for (const each of seen) {
      now += 5_000
      keeper.record('net', check('degraded', { since: START + 5_000, ...each }))
    }
    expect(keeper.incident('net', START + 5_000, 99.5)).toMatchObject({
      cause: 'getA fails.',
      operations: [{ operation: 'getA', text: 'getA is slow.' }, fails('getA')],
    })
  })

  test('that is open while nothing is recorded has no known end', () => {
    const keeper = keep()
    recordChecks(keeper, ['ok', 'frozen'])
    const told = (of: ReturnType<typeof keep>) => {
      const incident = of.incident('net', now, 99.5)
      return incident && [incidentTitle(incident), ...incidentTimes(incident).map(({ value }) => value)].join('; ')
    }
    expect(told(keeper)).toMatch(/not over; .*; not yet, as of/)
    const reason = 'No check since this explorer started.'
    expect(told(restart(keeper))).toMatch(new RegExp(`end not known; .*; not known. Not recording: ${reason}`))
  })

  test('that begins at the same moment as one before is that one, open again', () => {
    const keeper = keep()
    recordChecks(keeper, ['ok', 'frozen', 'ok'])
    const began = START + 5_000
    now += 5_000
    keeper.record('net', check('frozen', { since: began }))
    expect(keeper.incident('net', began, 99.5)).toMatchObject({ began: iso(began), ended: null })
    expect(keeper.incidentBefore('net', now)).toMatchObject({ at: began, endedAt: null })
  })
})

const anEvent = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      afterMs: fc.oneof(
        fc.constantFrom(1, 2, 999, 5_000, 5_000, 5_000, 15_000, 15_001, 60_000, 125_000, 125_001),
        fc.integer({ min: 1, max: 4_000_000 }),
      ),
      verdict: fc.constantFrom(...VERDICTS),
      slot: fc.option(fc.integer({ min: 1, max: 10 ** 9 })),
      lag: fc.option(fc.integer({ min: 1, max: 9 })),
      intervalMs: fc.constantFrom(100, 5_000, 60_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
)

test('any checks, gaps and restarts are told as a list in memory would tell them', () => {
  fc.assert(
    fc.property(
      fc.array(anEvent, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 10 ** 6 }),
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      fc.integer({ min: 1, max: 1_000 }),
      (events, later, edges, points) => {
        const runFolder = fs.mkdtempSync(path.join(folder, 'run-'))
        now = START
        let keeper = keep(undefined, runFolder)
        const model: (CheckRecord & { first: boolean })[] = []
        let first = true
        for (const event of events) {
          if (event === 'restart') {
            keeper.close()
            keeper = keep(undefined, runFolder)
            first = true
            continue
          }
          const { afterMs, ...rest } = event
          now += afterMs
          const made_ = check(rest.verdict, { ...rest, latencyMs: afterMs % 97 })
          keeper.record('net', made_)
          model.push({ ...made_, first })
          first = false
        }
        now += later
        const span = now + 5_000 - START
        const [a, b] = edges.map((edge) => START - 2_000 + Math.floor(edge * span)).sort((x, y) => x - y) as [
          number,
          number,
        ]
        const result = history(keeper, a, b + 1, points)
        keeper.close()
        agree(result, model, a, b + 1)
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

function agree(result: StatusHistory, model: (CheckRecord & { first: boolean })[], from: number, to: number): void {
  const verdictAt = (ms: number): Verdict | null => {
    const i = model.findLastIndex(({ at }) => at <= ms)
    const [last, next] = [model[i], model[i + 1]]
    if (!last) return null
    if (ms === last.at) return last.verdict
    if (next) return next.first || next.at - last.at > overdueMs(last.intervalMs) ? null : last.verdict
    return now - last.at <= overdueMs(last.intervalMs) && ms < now ? last.verdict : null
  }
  const edges = result.periods.map((period) => [Date.parse(period.from), Date.parse(period.to)] as const)
  expect(edges[0]?.[0]).toBe(from)
  expect(edges.at(-1)?.[1]).toBe(to)
  result.periods.forEach(({ verdict }, i) => {
    const [start, end] = edges[i] ?? [0, 0]
    expect(end).toBeGreaterThan(start)
    if (i > 0) {
      expect(start).toBe(edges[i - 1]?.[1])
      expect(verdict).not.toBe(result.periods[i - 1]?.verdict)
    }
    const inside = model.flatMap(({ at }) => [at, at + 1]).filter((ms) => ms >= start && ms < end)
    for (const ms of [start, end - 1, Math.floor((start + end) / 2), ...inside]) expect(verdictAt(ms)).toBe(verdict)
  })
  const ms = Object.values(result.seconds).map((seconds) => Math.round(seconds * 1000))
  expect(ms.reduce((sum, part) => sum + part)).toBe(to - from)

  const stepMs = result.stepSeconds * 1000
  const begin = Math.floor(from / stepMs) * stepMs
  const starts = [...new Set(model.map(({ at }) => Math.floor(at / stepMs) * stepMs))]
  const expected = starts
    .map((start) => ({ start, held: model.filter(({ at }) => at >= start && at < start + stepMs) }))
    .filter(({ start, held }) => start >= begin && held.some(({ at }) => at < to))
  expect(result.points.map(({ at }) => at)).toEqual(expected.map(({ start }) => iso(start)))
  result.points.forEach((point, i) => {
    const { start = 0, held = [] } = expected[i] ?? {}
    // The last step of a range is whole once stored, else cut at the range's end.
    const upTo = held.filter(({ at }) => at < to)
    const shown = point.samples === held.length ? held : upTo
    expect(point.samples).toBe(shown.length)
    expect(point.answered).toBe(shown.filter(({ slot }) => slot !== null).length)
    expect(point.slot).toBe(shown.findLast(({ slot }) => slot !== null)?.slot ?? null)
    expect(point.lag).toBe(
      shown.reduce<number | null>((most, { lag }) => ((lag ?? 0) > (most ?? 0) ? lag : most), null),
    )
    expect(point.latencyMaxMs).toBe(Math.max(...shown.map(({ latencyMs }) => latencyMs)))
    const newest = shown.findLast(({ slot }) => slot !== null)
    const before = model.findLast(({ at, slot }) => at < start && slot !== null)
    if (!newest || !before || newest.slot === null || before.slot === null) {
      expect(point.slotsPerSecond).toBeNull()
      return
    }
    const between = model.filter(({ at }) => at > before.at && at <= newest.at)
    const broken = between.some((next, n) => {
      const last = n === 0 ? before : between[n - 1]
      const ms = next.at - (last?.at ?? 0)
      return (next.first && ms > 1) || ms > overdueMs(last?.intervalMs ?? 0)
    })
    const known = !broken && newest.slot >= before.slot
    expect(point.slotsPerSecond).toBe(known ? ((newest.slot - before.slot) * 1000) / (newest.at - before.at) : null)
  })
}

describe('the clock', () => {
  test('checks in one millisecond, or while the clock is held back a little, keep their order', () => {
    const keeper = keep()
    keeper.record('net', check('ok'))
    keeper.record('net', check('behind'))
    now -= 900
    keeper.record('net', check('frozen'))
    expect(keeper.last('net', 9).map(({ at, verdict }) => [Date.parse(at) - START, verdict])).toEqual([
      [0, 'ok'],
      [1, 'behind'],
      [2, 'frozen'],
    ])
  })

  test('set back by five minutes: nothing is kept, and that is said, until it has passed what is on record', () => {
    const keeper = keep()
    recordChecks(keeper, ['ok', 'ok', 'ok'])
    const newest = now
    now -= 5 * MINUTE
    recordChecks(keeper, ['behind', 'behind'])
    expect(history(keeper, START, newest).reason).toMatch(/^The clock is behind the newest recorded check/)
    expect(history(keeper, START, newest).recordedBy).toBe('nobody')
    expect(keeper.open().ok).toBe(false)
    now = newest + 1_000
    recordChecks(keeper, ['behind', 'behind'])
    expect(keeper.open().ok).toBe(true)
    const result = history(keeper, START, now)
    expect(result.recordedBy).toBe('this')
    expect(periodsOf(result)).toBe('ok 11, behind 5')
  })

  test('set back by minutes: after a restart it is recorded from then on, and what is ahead of the clock is gone', () => {
    const keeper = keep()
    recordChecks(keeper, Array<Verdict>(200).fill('ok'))
    const newest = now
    keeper.close()
    now -= 5 * MINUTE
    const again = keep()
    recordChecks(again, ['behind', 'behind'], { slot: 7 })
    expect(history(again, START, newest)).toMatchObject({ recordedBy: 'this' })
    expect(again.last('net', 3).map(({ verdict }) => verdict)).toEqual(['ok', 'behind', 'behind'])
    expect(Date.parse(again.last('net', 1)[0]?.at ?? '')).toBeLessThan(newest)
  })

  test('that stands days before the record: after a restart it is recorded, and nothing of the record is lost', () => {
    const keeper = keep()
    recordChecks(keeper, Array<Verdict>(50).fill('ok'))
    const stored = keeper.last('net', 1_000)
    const newest = Date.parse(stored.at(-1)?.at ?? '')
    now = START - 3 * DAY
    recordChecks(keeper, ['behind'])
    expect(history(keeper, START, START + DAY)).toMatchObject({
      recordedBy: 'nobody',
      reason: expect.stringContaining('If the clock is right, restart.'),
    })
    keeper.close()
    const again = keep()
    recordChecks(again, ['behind', 'behind'], { slot: 7 })
    expect(again.last('net', 9).map(({ verdict }) => verdict)).toEqual(['behind', 'behind'])
    expect(again.last(`net until ${newest}`, 1_000)).toEqual(stored)
  })
})

describe('what cannot be used', () => {
  const words = /^[^/\\]*$/

  function refused(where = folder): void {
    const keeper = keep(undefined, where)
    recordChecks(keeper, ['ok', 'ok'])
    const result = history(keeper, START - 1, START + HOUR)
    expect(result.recordedBy).toBe('nobody')
    expect(result.reason).toMatch(words)
    expect(result.reason).not.toBe('')
    expect(result.points).toEqual([])
    expect(keeper.changes('net', { fromMs: 0, toMs: now, limit: 10 })).toEqual([])
    expect(keeper.last('net', 5)).toEqual([])
    const { ok, reason } = keeper.open()
    expect(ok).toBe(false)
    expect(reason).toMatch(words)
    keeper.close()
  }

  test('a folder that cannot be made', () => {
    fs.writeFileSync(path.join(folder, 'file'), '')
    refused(path.join(folder, 'file'))
    refused(path.join(folder, 'file', 'below'))
  })

  test.each<[string, () => void]>([
    [
      'text',
      () => fs.writeFileSync(path.join(folder, FILE), 'no database at all, but a text of some length'.repeat(99)),
    ],
    ['another database', () => sqlite('CREATE TABLE other (x); PRAGMA application_id = 7')],
    ['one without an id', () => sqlite('CREATE TABLE other (x)')],
    ['one that a newer Leafscan made', () => storeWith('PRAGMA user_version = 99')],
  ])('%s is left as it is', (_, make) => {
    make()
    const before = fs.readFileSync(path.join(folder, FILE))
    refused()
    expect(fs.readFileSync(path.join(folder, FILE))).toEqual(before)
  })

  test('a lock file that is something else', () => {
    fs.writeFileSync(path.join(folder, 'status.lock'), 'x'.repeat(2_000))
    const keeper = keep()
    recordChecks(keeper, ['ok'])
    expect(history(keeper, START, START + 1)).toMatchObject({
      recordedBy: 'nobody',
      reason: expect.stringMatching(words),
    })
  })

  test('damage in the middle is said, and after the file is moved away a new one is begun', () => {
    const keeper = keep()
    recordChecks(keeper, Array<Verdict>(2_000).fill('ok'))
    keeper.close()
    const file = path.join(folder, FILE)
    const bytes = fs.readFileSync(file)
    bytes.fill(0xa5, 4_096)
    fs.writeFileSync(file, bytes)
    now += 5_000
    recordChecks(keeper, ['ok'])
    expect(history(keeper, START, now)).toMatchObject({
      recordedBy: 'nobody',
      reason: 'status.sqlite in DATA_DIR is damaged. Move it away to start a new one.',
    })
    fs.renameSync(file, `${file}.damaged`)
    now += MINUTE
    recordChecks(keeper, ['behind'])
    now += 1_000
    expect(history(keeper, now - 1_000, now)).toMatchObject({ recordedBy: 'this', periods: [{ verdict: 'behind' }] })
  })

  test('a full disk: what is kept can be read, what comes is lost, and both are said; then it goes on', () => {
    const full = keep(12 * 4_096)
    recordChecks(full, Array<Verdict>(400).fill('ok'), { text: 'x'.repeat(200) })
    const result = history(full, START, now)
    expect(result).toMatchObject({
      recordedBy: 'nobody',
      reason: 'No space left for status.sqlite in DATA_DIR.',
    })
    expect(result.points.length).toBeGreaterThan(0)
    expect(full.open()).toEqual({ ok: false, reason: 'No space left for status.sqlite in DATA_DIR.' })
    full.close()
    now += 5_000
    const roomy = keep()
    recordChecks(roomy, ['ok', 'behind'])
    expect(history(roomy, START, now).recordedBy).toBe('this')
    expect(roomy.last('net', 1)).toMatchObject([{ verdict: 'behind' }])
  })

  test('no check, whatever is wrong with it, throws', () => {
    const keeper = keep()
    for (const odd of [{ at: Number.NaN }, { slot: 2 ** 60 }, { latencyMs: Number.NaN }, { intervalMs: -1 }]) {
      keeper.record('net', check('ok', odd))
    }
    recordChecks(keeper, ['ok'])
    expect(history(keeper, START - 1, START + 1).recordedBy).toBe('this')
  })

  function sqlite(sql: string): void {
    const db = openDatabase(path.join(folder, FILE))
    db.exec(sql)
    db.close()
  }

  function storeWith(sql: string): void {
    const keeper = keep()
    recordChecks(keeper, ['ok'])
    keeper.close()
    sqlite(`${sql}; PRAGMA wal_checkpoint(TRUNCATE)`)
  }
})

describe('how much is kept', () => {
  function days(
    keeper: HistoryKeeper,
    count: number,
    network: string,
    everyMs: number,
    more: Partial<CheckRecord> = {},
  ): void {
    const until = now + count * DAY
    for (; now < until; now += everyMs) {
      const verdict = VERDICTS[Math.floor(now / (2 * HOUR)) % 2] ?? 'ok'
      keeper.record(network, check(verdict, { intervalMs: everyMs, ...more }))
    }
  }

  test('checks of a day, steps and turns of 90, and at any time the one verdict that was in force', () => {
    const keeper = keep()
    days(keeper, 93, 'net', HOUR)
    const stored = keeper.last('net', 1_000_000)
    expect(Date.parse(stored[0]?.at ?? '')).toBeLessThan(now - DAY)
    expect(Date.parse(stored[0]?.at ?? '')).toBeGreaterThan(now - DAY - 3 * HOUR)
    const result = history(keeper, now - 90 * DAY, now)
    expect(result.seconds.noSample).toBe(0)
    expect(result.seconds.ok).toBe(45 * 86_400)
    expect(result.stepSeconds).toBe(21_600)
    expect(result.points).toHaveLength(360)
    expect(result.points.slice(1, -1).every(({ samples }) => samples === 6)).toBe(true)
    expect(result.oldest).toBe(iso(now - 90 * DAY))
    const older = history(keeper, START, now - 91 * DAY, 10)
    expect(older.points.length).toBeLessThan(3)
    const hour = history(keeper, now - 60 * DAY, now - 60 * DAY + HOUR)
    expect(hour.stepSeconds).toBe(60)
    expect(hour.points).toHaveLength(1)
  })

  test('where the room gets short, the shortest steps go first and the file never grows beyond it', () => {
    const room = 450_000
    const keeper = keep(room)
    days(keeper, 4, 'net', MINUTE, { text: 'x'.repeat(100) })
    expect(fs.statSync(path.join(folder, FILE)).size).toBeLessThanOrEqual(room)
    expect(history(keeper, now - 3 * DAY, now).recordedBy).toBe('this')
    const whole = history(keeper, now - 3 * DAY, now - 2 * DAY, 1_000)
    expect(whole.stepSeconds).toBe(600)
    expect(whole.points).toHaveLength(144)
    expect(whole.points.reduce((sum, { samples }) => sum + samples, 0)).toBe(1_440)
    expect(whole.seconds.noSample).toBe(0)
  })

  test('turns are bounded, the newest of them kept', () => {
    const keeper = keep()
    for (let i = 0; i < MAX_TURNS + 3_000; i++, now += 1_000) {
      keeper.record('net', check(i % 2 === 0 ? 'ok' : 'behind', { intervalMs: 1_000 }))
    }
    const { periods } = history(keeper, START, now, 1)
    expect(periods.length).toBeLessThanOrEqual(MAX_TURNS + 62)
    expect(periods[0]?.verdict).toBeNull()
    expect(periods.length).toBeGreaterThan(MAX_TURNS - 10)
  })

  test('checks that come too often are bounded before they are a day old', () => {
    const keeper = keep()
    const every = { intervalMs: 100 }
    keeper.record('net', check('ok', every))
    const db = openDatabase(path.join(folder, FILE))
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_CHECKS})
      INSERT INTO look SELECT network, at - i * 100, says, verdict, slot, lag, text, latency_ms, head_age_ms, interval_ms
      FROM look, n`)
    db.close()
    recordChecks(keeper, Array<Verdict>(1_300).fill('ok'), every, 100)
    const stored = keeper.last('net', 2 * MAX_CHECKS)
    expect(stored.length).toBeGreaterThanOrEqual(MAX_CHECKS)
    expect(stored.length).toBeLessThan(MAX_CHECKS + 600)
    expect(stored.at(-1)?.at).toBe(iso(now))
  })

  test('a network that is checked no more is forgotten in its time, too', () => {
    const keeper = keep()
    days(keeper, 1, 'gone', MINUTE)
    now += 90 * DAY
    const began = now
    days(keeper, 0.2, 'net', MINUTE)
    expect(history(keeper, began - 91 * DAY, began - 88 * DAY, 100, 'gone').points).toEqual([])
  })
})
