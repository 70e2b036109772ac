import { beforeEach, describe, expect, test } from 'vitest'
import type { IndexerStatus } from '@/lib/api/status'
import type { Verdict } from '@/lib/api/verdicts'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Alert } from './alert'
import { Announcer } from './announcer'
import type { IncidentStart } from './incidents'

const MINUTE = 60_000
const clock = virtualTime()
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20) + minute * MINUTE).toISOString()

type Sources = NonNullable<ConstructorParameters<typeof Announcer>[1]>

let verdict: Verdict
let since: string
let window: { from: number; to: number } | null
let acknowledged: IndexerStatus['acknowledged']
let before: Verdict | null
let beginning: IncidentStart | null
let kept: Parameters<Sources['keepAnnounced']>[1] | null
let isReachable: boolean
let alerts: Alert[]
let announcer: Announcer

const minute = () => clock.monotonic() / MINUTE
const isOpen = () => window !== null && window.from <= minute() && minute() < window.to

beforeEach(() => {
  verdict = 'ok'
  since = at(0)
  window = null
  acknowledged = null
  before = 'ok'
  beginning = null
  kept = null
  isReachable = true
  alerts = []
  start()
})

/** A new process on the same history. */
function start(): void {
  function report(alert: Alert): void {
    alerts.push(alert)
    if (isReachable) announcer.delivered(alert)
  }
  const started = new Announcer(report, {
    // A process that was replaced does nothing more.
    networkNames: () => (announcer === started ? ['devnet'] : []),
    statusByName: () => ({ verdict, since, summary: `It is ${verdict}.`, slot: 5, acknowledged }) as IndexerStatus,
    lastChange: () => before && { to: before, confirmedAt: at(0.5) },
    incidentStartBefore: () => beginning,
    currentMaintenance: () =>
      window && isOpen() ? { from: at(window.from), to: at(window.to), note: 'New disk' } : null,
    msUntilNextWindow() {
      const edges = window ? [window.from, window.to].filter((edge) => edge > minute()) : []
      return edges.length === 0 ? null : (Math.min(...edges) - minute()) * MINUTE
    },
    announced: () => kept,
    keepAnnounced(_, announced) {
      kept = announced
    },
  })
  announcer = started
  announcer.follow()
}

/** The first check of a new process, which finds the verdict that was recorded last. */
async function restart(atMinute: number): Promise<void> {
  await clock.runTo(atMinute * MINUTE)
  start()
  const same = { from: verdict, to: verdict, at: since, confirmedAt: at(atMinute), summary: '' }
  announcer.change({ network: 'devnet', ...same })
}

async function becomes(to: Verdict, atMinute: number): Promise<void> {
  await clock.runTo(atMinute * MINUTE)
  const change = { network: 'devnet', from: verdict, to, at: at(atMinute), confirmedAt: at(atMinute), summary: '' }
  verdict = to
  since = at(atMinute)
  announcer.change(change)
}

const reported = () => alerts.map(({ from, to, afterMaintenance }) => [from, to, afterMaintenance])

test('without a window and an acknowledgement every change is reported', async () => {
  await becomes('frozen', 1)
  await becomes('behind', 2)
  await becomes('ok', 3)
  expect(reported()).toEqual([
    ['ok', 'frozen', false],
    ['frozen', 'behind', false],
    ['behind', 'ok', false],
  ])
  expect(alerts.map(({ began }) => began)).toEqual([at(1), at(1), at(1)])
})

test.each<[Verdict | null, Verdict, number]>([
  [null, 'ok', 0],
  ['ok', 'ok', 0],
  ['unreachable', 'ok', 1],
  [null, 'frozen', 1],
])('at a start after %s, %s is reported %i times', (last, to, times) => {
  before = last
  const change = { network: 'devnet', from: null, to, at: at(1), confirmedAt: at(1), summary: '' }
  announcer.change(change)
  expect(alerts).toHaveLength(times)
})

describe('in maintenance', () => {
  test('nothing is reported, and nothing after it when all is well again', async () => {
    window = { from: 1, to: 10 }
    await becomes('unreachable', 2)
    await becomes('ok', 8)
    await clock.runTo(20 * MINUTE)
    expect(alerts).toEqual([])
  })

  test('what is still not ok at its end is reported then, once', async () => {
    window = { from: 1, to: 10 }
    await becomes('unreachable', 2)
    await clock.runTo(10 * MINUTE)
    await clock.runTo(30 * MINUTE)
    expect(reported()).toEqual([['ok', 'unreachable', true]])
    expect(alerts[0]).toMatchObject({ at: at(2), confirmedAt: at(10), began: at(2) })
  })

  test('that an incident from before it is over is reported at its end, under its own key', async () => {
    await becomes('frozen', 1)
    window = { from: 3, to: 10 }
    announcer.follow()
    await becomes('ok', 5)
    await clock.runTo(20 * MINUTE)
    expect(reported()).toEqual([
      ['ok', 'frozen', false],
      ['frozen', 'ok', true],
    ])
    expect(alerts[1]).toMatchObject({ began: at(1), firstBegan: at(1) })
  })

  test('a window that is ended early ends then', async () => {
    window = { from: 1, to: 10 }
    await becomes('unreachable', 2)
    await clock.runTo(4 * MINUTE)
    window = { from: 1, to: 4 }
    announcer.follow()
    expect(reported()).toEqual([['ok', 'unreachable', true]])
  })

  test('a window that another explorer was given is noticed within a minute', async () => {
    await clock.runTo(5 * MINUTE)
    window = { from: 5.2, to: 6.5 }
    await becomes('unreachable', 6.1)
    await clock.runTo(10 * MINUTE)
    expect(reported()).toEqual([['ok', 'unreachable', true]])
  })
})

describe('an incident that somebody has taken over', () => {
  test('is reported as such; after that only what is worse, and its end', async () => {
    await becomes('behind', 1)
    acknowledged = { at: at(2), note: 'On it' }
    before = 'behind'
    announcer.acknowledge('devnet', acknowledged)
    // Of the change, not of the acknowledgement.
    expect(alerts.at(-1)?.confirmedAt).toBe(at(0.5))
    await becomes('degraded', 3)
    await becomes('behind', 4)
    await becomes('unreachable', 5)
    await becomes('frozen', 6)
    acknowledged = null
    await becomes('ok', 7)
    await becomes('behind', 8)
    expect(alerts.map(({ to, acknowledged }) => [to, acknowledged?.note])).toEqual([
      ['behind', undefined],
      ['behind', 'On it'],
      ['unreachable', undefined],
      ['ok', undefined],
      ['behind', undefined],
    ])
    expect(new Set(alerts.slice(0, 4).map(({ began }) => began))).toEqual(new Set([at(1)]))
  })
})

describe('after a restart', () => {
  test.each<Verdict>(['ok', 'unreachable'])('with %s, which was announced, nothing is reported', async (to) => {
    await becomes('frozen', 1)
    await becomes(to, 2)
    await restart(3)
    expect(alerts).toHaveLength(2)
  })

  test('with a history that does not tell what was announced, the recorded verdict counts as announced', async () => {
    await becomes('unreachable', 1)
    kept = null
    await restart(2)
    expect(alerts).toHaveLength(1)
    await becomes('ok', 3)
    expect(reported().at(-1)).toEqual(['unreachable', 'ok', false])
  })

  test('what did not arrive is reported, once', async () => {
    await restart(0.5)
    isReachable = false
    await becomes('unreachable', 1)
    isReachable = true
    await restart(2)
    await restart(3)
    expect(reported()).toEqual([
      ['ok', 'unreachable', false],
      ['ok', 'unreachable', false],
    ])
    expect(alerts[1]).toMatchObject({ at: at(1), began: at(1) })
  })

  test('an end that did not arrive is reported under the key of its incident', async () => {
    await becomes('unreachable', 1)
    isReachable = false
    await becomes('ok', 2)
    await restart(4)
    expect(alerts.at(-1)).toMatchObject({ from: 'unreachable', to: 'ok', firstBegan: at(1) })
  })

  test('the end of a maintenance window that ended meanwhile reports what is still not ok, once', async () => {
    await restart(0.5)
    window = { from: 1, to: 2 }
    await clock.runTo(MINUTE)
    await becomes('unreachable', 1.2)
    await restart(3)
    await restart(4)
    expect(reported()).toEqual([['ok', 'unreachable', true]])
  })

  test('a change withheld by the window of an earlier process is reported when that window ends', async () => {
    window = { from: 1, to: 5 }
    await becomes('unreachable', 2)
    await restart(3)
    await clock.runTo(6 * MINUTE)
    expect(reported()).toEqual([['ok', 'unreachable', true]])
  })

  test('of an incident that somebody has taken over only what is worse than announced is reported, and its end', async () => {
    await becomes('frozen', 1)
    acknowledged = { at: at(2), note: 'On it' }
    await restart(3)
    await becomes('degraded', 4)
    await restart(5)
    await becomes('behind', 6)
    await becomes('unreachable', 7)
    await becomes('ok', 8)
    expect(alerts.map(({ to }) => to)).toEqual(['frozen', 'unreachable', 'ok'])
  })
})
