import type { Verdict } from '../../api/verdicts'
import type { CheckRecord } from './check-record'
import { type HistoryDatabase, HistoryError } from './database'
import { recordIncident } from './incident-rows'
import { type LastCheck, MAX_RESTART_MS, overdueMs, verdictStartTimes } from './periods'
import { checksIn, networkId, stepsIn, verdictStartsFor } from './reader'
import { prune } from './retention'
import { insert, select } from './rows'
import { mergeSteps, STORED_STEPS, stepStart } from './steps'
import { countOf, momentOf, verdictOf } from './values'

/** After smaller clock differences, checks get times that are a millisecond apart. */
const CLOCK_SLEW_MS = 1_000

const TEXT_CHARS = 250

interface KnownState {
  id: number
  last: (LastCheck & { verdict: Verdict }) | null
  /** False before this recorder's first check: a gap may precede it. */
  continues: boolean
}

export class Recorder {
  readonly #known = new Map<string, KnownState>()

  constructor(
    private readonly db: HistoryDatabase,
    private readonly maxBytes: number,
  ) {}

  /** Stores all or nothing. @throws HistoryError if the clock is behind the record; SQLite's errors */
  record(network: string, check: CheckRecord): void {
    if (!isWhole(check)) throw new HistoryError('The last check has a value that cannot be stored.')
    const before = this.#known.get(network) ?? this.#read(network)
    const at = timeFor(before, check.at)
    if (at === null) {
      throw new HistoryError(
        'The clock is behind the newest recorded check: recording waits. If the clock is right, restart.',
      )
    }
    const id = this.db.write(() => {
      const id = before.id || this.#insertNetwork(network)
      // If the check's time was moved, the verdict must not begin before it.
      this.#write(id, before, { ...check, at, since: check.since >= check.at ? at : check.since }, check.since)
      return id
    })
    const last = { at, intervalMs: check.intervalMs, verdict: check.verdict }
    this.#known.set(network, { id, last, continues: true })
  }

  makeRoom(now: number): void {
    this.db.write(() => prune(this.db, now, this.maxBytes))
  }

  /** @param reported `since` as webhooks have it */
  #write(id: number, { last, continues }: KnownState, check: CheckRecord, reported: number): void {
    const { at, verdict, summary } = check
    let began: number | null = null
    const unseen = last !== null && (!continues || at - last.at > overdueMs(last.intervalMs))
    // One millisecond longer, so that a single check makes a period.
    if (unseen && at - last.at > 1) this.#writeTurn(id, last.at + 1, null, '')
    if (unseen) this.#writeTurn(id, at, verdict, summary)
    if (last?.verdict !== verdict) {
      began = this.#dateBack(id, check)
      const isKnown = last !== null && (continues || at - last.at <= MAX_RESTART_MS)
      const before = isKnown ? last.verdict : null
      insert(this.db, 'INTO change', { network: id, confirmedAt: at, at: began, before, verdict, summary })
    }
    recordIncident(this.db, id, check, began, reported)
    const { since: _, summary: __, evidence: ___, ...look } = check
    insert(this.db, 'INTO look', { network: id, ...look, text: look.text.slice(0, TEXT_CHARS) })
    if (last === null) return
    for (const seconds of STORED_STEPS) {
      const start = stepStart(last.at, seconds)
      if (start === stepStart(at, seconds)) break
      this.#keepStep(id, seconds, start)
      if (seconds === STORED_STEPS[0]) prune(this.db, at, this.maxBytes)
    }
  }

  /** Replaces the verdicts in force until the confirming check, except gaps. */
  #dateBack(id: number, { at, since, verdict, summary }: CheckRecord): number {
    const turns = verdictStartsFor(this.db, id, since, at + 1)
    const begins = verdictStartTimes(turns, since, at)
    const [began = at] = begins
    this.db.run('DELETE FROM turn WHERE network = ? AND at >= ? AND verdict IS NOT NULL', id, began)
    for (const begin of begins) this.#writeTurn(id, begin, verdict, summary)
    return began
  }

  #writeTurn(network: number, at: number, verdict: Verdict | null, summary: string): void {
    insert(this.db, 'INTO turn', { network, at, verdict, summary })
  }

  #keepStep(id: number, seconds: number, start: number): void {
    const end = start + seconds * 1000
    const shorter = STORED_STEPS.findLast((length) => length < seconds)
    const parts = shorter === undefined ? checksIn(this.db, id, start, end) : stepsIn(this.db, id, shorter, start, end)
    for (const step of mergeSteps(parts, seconds)) {
      insert(this.db, 'OR REPLACE INTO step', { network: id, seconds, ...step })
    }
  }

  #insertNetwork(name: string): number {
    this.db.run('INSERT INTO network (name) VALUES (?)', name)
    return networkId(this.db, name)
  }

  #read(network: string): KnownState {
    const id = networkId(this.db, network)
    const columns = { at: momentOf, intervalMs: countOf, verdict: verdictOf }
    const [last] = select(this.db, columns, 'FROM look WHERE network = ? ORDER BY at DESC LIMIT 1', id)
    return { id, last: last ?? null, continues: false }
  }
}

/** A time after the last check; null: the clock was set back. */
function timeFor({ last }: KnownState, at: number): number | null {
  if (last === null || at > last.at) return at
  return last.at - at <= CLOCK_SLEW_MS ? last.at + 1 : null
}

function isWhole({ at, since, slot, lag, latencyMs, headAgeMs, intervalMs }: CheckRecord): boolean {
  return [at, since, slot ?? 0, lag ?? 0, latencyMs, headAgeMs ?? 0, intervalMs].every(Number.isSafeInteger)
}
