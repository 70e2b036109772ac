import { expect } from 'vitest'
import { z } from 'zod'
import { VERDICTS } from '@/lib/api/verdicts'
import { writeFeed } from '@/lib/status/feed'
import { restoreState } from '@/lib/status/health/resume'
import { HistoryKeeper } from '@/lib/status/history/keeper'
import { historyCsv } from '@/lib/status/history-file'
import { incidentMarkdown } from '@/lib/status/incident-file'
import { isWellFormed } from '../hostile-text'

export const END = Date.UTC(2026, 10, 23, 8)
const HOUR = 3_600_000

const verdict = z.enum(VERDICTS)
const iso = z.iso.datetime()
const whole = z.int().nonnegative()
const figure = z.number().refine(Number.isFinite)
const text = z.string().refine(isWellFormed)

/** facts/reliability.md (e), and the strictest reading of lib/status/history/contract.ts. */
const HISTORY = z.object({
  network: z.literal('net'),
  from: iso,
  to: iso,
  stepSeconds: whole,
  points: z.array(
    z.object({
      at: iso,
      samples: whole,
      answered: whole,
      slot: whole.nullable(),
      slotsPerSecond: figure.nonnegative().nullable(),
      lag: z.int().nullable(),
      headAgeSeconds: figure.nullable(),
      latencyMs: whole.nullable(),
      latencyMaxMs: whole.nullable(),
    }),
  ),
  periods: z.array(z.object({ from: iso, to: iso, verdict: verdict.nullable() })),
  seconds: z.record(z.enum([...VERDICTS, 'noSample']), figure.nonnegative()),
  recordedBy: z.enum(['this', 'another', 'nobody']),
  reason: text.optional(),
  oldest: iso.nullable(),
})
const CHANGES = z.array(
  z.object({
    at: iso,
    confirmedAt: iso,
    from: verdict.nullable(),
    to: verdict,
    incident: z.string().nullable(),
    summary: text,
  }),
)
const SAMPLES = z.array(
  z.object({
    at: iso,
    slot: whole.nullable(),
    says: verdict,
    verdict,
    lag: z.int().nullable(),
    text,
    latencyMs: whole,
  }),
)

export function checkHistory(place: string) {
  const keeper = new HistoryKeeper(place)
  try {
    return answersOf(keeper)
  } finally {
    keeper.close()
  }
}

function answersOf(keeper: HistoryKeeper) {
  const ranges = [1, 3, 24, 24 * 89].map((hours) => ({ fromMs: END - hours * HOUR, toMs: END, points: 90 }))
  const histories = ranges.map((range) => keeper.history('net', range))
  for (const { id } of histories.flatMap(({ incidents }) => incidents)) {
    const incident = keeper.incident('net', Number(id?.split('-').at(-1)), 99.5)
    if (incident) incidentMarkdown(incident, 'http://here')
  }
  for (const history of histories) {
    HISTORY.parse(history)
    const covered = history.periods.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0)
    expect(covered).toBe(Date.parse(history.to) - Date.parse(history.from))
    historyCsv(history, history.to)
  }
  const changes = CHANGES.parse(keeper.changes('net', { fromMs: 0, toMs: END, limit: 500 }))
  const samples = SAMPLES.parse(keeper.last('net', 2_000))
  restoreState(samples, keeper.began('net'), { monotonicMs: 5_000, wallMs: END })
  writeFeed('net', changes.reverse(), 'http://here', new Date(END).toISOString())
  expect(keeper.open().ok || keeper.open().reason).toBeTruthy()
  const check = {
    says: 'ok',
    verdict: 'ok',
    summary: 'It is ok.',
    slot: 7,
    lag: null,
    text: 'ok',
    latencyMs: 1,
  } as const
  keeper.record('net', { ...check, at: END + 60_000, since: END + 60_000, headAgeMs: null, intervalMs: 60_000 })
  HISTORY.parse(keeper.history('net', { fromMs: END - HOUR, toMs: END + 61_000, points: 90 }))
  return histories
}
