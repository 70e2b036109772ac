import type { Verdict } from '../../api/verdicts'
import { type HistoryDatabase, HistoryError } from './database'
import { beginningsOf, type LastCheck, OUTLASTS_MS, overdueMs } from './periods'
import { checksIn, idOf, stepsIn, turnsFor } from './reader'
import { prune } from './retention'
import { type HistoryStep, joinedBy, STORED_STEPS, startOf } from './steps'
import { countOf, momentOf, verdictOf } from './values'

/** Epoch milliseconds; all figures are integers. */
export interface CheckRecord {
  at: number
  says: Verdict
  verdict: Verdict
  since: number
  summary: string
  slot: number | null
  lag: number | null
  text: string
  latencyMs: number
  headAgeMs: number | null
  intervalMs: number
}

/** Smaller clock differences are no setback: checks keep their order by a millisecond each. */
const CLOCK_SLEW_MS = 1_000

/** Milliseconds behind the newest check after which a clock set back is believed. */
const CLOCK_BELIEVED_MS = 10 * 60_000

/** Maximum milliseconds of record dropped for a clock set back. */
const CLOCK_GIVES_UP_MS = 86_400_000

const TEXT_CHARS = 250

interface KnownState {
  id: number
  last: (LastCheck & { verdict: Verdict }) | null
  /** False before this recorder's first check: there may be a gap before it. */
  continues: boolean
  /** Wall time of the first consecutive check behind the newest one. */
  behindSince: number | null
}

export class Recorder {
  readonly #known = new Map<string, KnownState>()

  constructor(
    private readonly db: HistoryDatabase,
    private readonly maxBytes: number,
  ) {}

  /** @throws HistoryError when the clock is behind the record, or SQLite's error; nothing is stored then */
  record(network: string, check: CheckRecord): void {
    if (!isWhole(check)) throw new HistoryError('The last check has a value that cannot be stored.')
    const before = this.#known.get(network) ?? this.#read(network)
    const at = timeFor(before, check.at)
    if (at === null) {
      this.#waitForClock(network, before, check.at)
      return
    }
    const id = this.db.write(() => {
      const id = before.id || this.#insertNetwork(network)
      // Moving a check to keep the order moves its verdict's beginning too.
      this.#write(id, before, { ...check, at, since: check.since >= check.at ? at : check.since })
      return id
    })
    const last = { at, intervalMs: check.intervalMs, verdict: check.verdict }
    this.#known.set(network, { id, last, continues: true, behindSince: null })
  }

  makeRoom(now: number): void {
    this.db.write(() => prune(this.db, { network: 0, now, often: true }, this.maxBytes))
  }

  #write(id: number, { last, continues }: KnownState, check: CheckRecord): void {
    const { at, verdict, summary } = check
    const unseen = last !== null && (!continues || at - last.at > overdueMs(last.intervalMs))
    // One millisecond longer, so that a single check makes a period.
    if (unseen && at - last.at > 1) writeTurn(this.db, id, last.at + 1, null, '')
    if (unseen) writeTurn(this.db, id, at, verdict, summary)
    if (last?.verdict !== verdict) {
      const began = this.#dateBack(id, check)
      const isKnown = last !== null && (continues || at - last.at <= OUTLASTS_MS)
      this.#writeChange(id, { ...check, began, before: isKnown ? last.verdict : null })
    }
    this.db.run(
      `INSERT INTO look (network, at, says, verdict, slot, lag, text, latency_ms, head_age_ms, interval_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      at,
      check.says,
      verdict,
      check.slot,
      check.lag,
      check.text.slice(0, TEXT_CHARS),
      check.latencyMs,
      check.headAgeMs,
      check.intervalMs,
    )
    if (last === null) return
    for (const seconds of STORED_STEPS) {
      const start = startOf(last.at, seconds)
      if (start === startOf(at, seconds)) break
      this.#keepStep(id, seconds, start)
      if (seconds === STORED_STEPS[0]) {
        prune(this.db, { network: id, now: at, often: check.intervalMs < 1_000 }, this.maxBytes)
      }
    }
  }

  /** Replaces what was in force until the confirming check, except gaps. */
  #dateBack(id: number, { at, since, verdict, summary }: CheckRecord): number {
    const turns = turnsFor(this.db, id, since, at + 1)
    const begins = beginningsOf(turns, since, at)
    const [began = at] = begins
    this.db.run('DELETE FROM turn WHERE network = ? AND at >= ? AND verdict IS NOT NULL', id, began)
    for (const begin of begins) writeTurn(this.db, id, begin, verdict, summary)
    return began
  }

  #writeChange(
    id: number,
    { at, began, before, verdict, summary }: CheckRecord & { began: number; before: Verdict | null },
  ): void {
    this.db.run(
      'INSERT INTO change (network, confirmed_at, at, before, verdict, summary) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      at,
      began,
      before,
      verdict,
      summary,
    )
  }

  #keepStep(id: number, seconds: number, start: number): void {
    const end = start + seconds * 1000
    const shorter = STORED_STEPS.findLast((length) => length < seconds)
    const parts = shorter === undefined ? checksIn(this.db, id, start, end) : stepsIn(this.db, id, shorter, start, end)
    for (const step of joinedBy(parts, seconds)) writeStep(this.db, id, seconds, step)
  }

  #insertNetwork(name: string): number {
    this.db.run('INSERT INTO network (name) VALUES (?)', name)
    return idOf(this.db, name)
  }

  #read(network: string): KnownState {
    const id = idOf(this.db, network)
    const row = this.db.get('SELECT at, interval_ms, verdict FROM look WHERE network = ? ORDER BY at DESC LIMIT 1', id)
    const last = row && {
      at: momentOf(row.at),
      intervalMs: countOf(row.interval_ms),
      verdict: verdictOf(row.verdict),
    }
    return { id, last: last ?? null, continues: false, behindSince: null }
  }

  /** Later records cannot be true, or the clock is wrong. */
  #waitForClock(network: string, known: KnownState, clock: number): void {
    const behindSince = Math.min(known.behindSince ?? clock, clock)
    this.#known.set(network, { ...known, behindSince })
    if (clock - behindSince < CLOCK_BELIEVED_MS) {
      throw new HistoryError('The clock was set back: recording resumes within ten minutes.')
    }
    this.db.write(() => this.#giveUpFrom(known.id, clock))
    this.#known.delete(network)
  }

  #giveUpFrom(id: number, from: number): void {
    const later = this.db.get(
      `SELECT (SELECT max(at) FROM look WHERE network = ?) -
         coalesce((SELECT min(at) FROM step WHERE network = ? AND seconds = 60 AND at >= ?), ?) AS ms`,
      id,
      id,
      from,
      from,
    )
    if (Number(later?.ms) > CLOCK_GIVES_UP_MS) {
      throw new HistoryError(
        'The clock is more than a day behind the newest recorded check. If the clock is right, move status.sqlite away.',
      )
    }
    this.db.run('DELETE FROM look WHERE network = ? AND at >= ?', id, from)
    this.db.run('DELETE FROM turn WHERE network = ? AND at >= ?', id, from)
    this.db.run('DELETE FROM change WHERE network = ? AND confirmed_at >= ?', id, from)
    this.db.run('DELETE FROM step WHERE network = ? AND at + seconds * 1000 > ?', id, from)
  }
}

export function writeStep(db: HistoryDatabase, network: number, seconds: number, step: HistoryStep): void {
  db.run(
    `INSERT OR REPLACE INTO step
       (network, seconds, at, samples, answered, slot, slot_at, lag, head_age_ms, latency_ms, latency_max_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    network,
    seconds,
    step.at,
    step.samples,
    step.answered,
    step.slot,
    step.slotAt,
    step.lag,
    step.headAgeMs,
    step.latencyMs,
    step.latencyMaxMs,
  )
}

export function writeTurn(
  db: HistoryDatabase,
  network: number,
  at: number,
  verdict: Verdict | null,
  summary: string,
): void {
  db.run('INSERT INTO turn (network, at, verdict, summary) VALUES (?, ?, ?, ?)', network, at, verdict, summary)
}

/** Later than the check before it; null: the clock was set back. */
function timeFor({ last }: KnownState, at: number): number | null {
  if (last === null || at > last.at) return at
  return last.at - at <= CLOCK_SLEW_MS ? last.at + 1 : null
}

function isWhole({ at, since, slot, lag, latencyMs, headAgeMs, intervalMs }: CheckRecord): boolean {
  return [at, since, slot ?? 0, lag ?? 0, latencyMs, headAgeMs ?? 0, intervalMs].every(Number.isSafeInteger)
}
