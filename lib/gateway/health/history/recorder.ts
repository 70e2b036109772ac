import type { Verdict } from '../../../api/status'
import { type HistoryDatabase, HistoryError } from './database'
import { type LastLook, overdueMs } from './periods'
import { idOf, looksIn, stepsIn } from './reader'
import { prune } from './retention'
import { joinedBy, KEPT_SECONDS, type Step, startOf } from './steps'
import { countOf, momentOf, verdictOf } from './values'

/** A look as it is kept. Times are epoch milliseconds; all figures are whole. */
export interface Look {
  at: number
  says: Verdict
  verdict: Verdict
  summary: string
  slot: number | null
  lag: number | null
  text: string
  latencyMs: number
  headAgeMs: number | null
  intervalMs: number
}

/** Looks by which a clock may be off without being called set back: they keep their order by a millisecond each. */
const CLOCK_SLEW_MS = 1_000

/** A clock that was set back is believed when it has stood behind the newest look for this long by its own count. */
const CLOCK_BELIEVED_MS = 10 * 60_000

/** No more than this much of the record is given up for a clock that was set back. */
const CLOCK_GIVES_UP_MS = 86_400_000

/** Characters of a look's words that are kept: what the gateway lets through, with its own words before. */
const TEXT_CHARS = 250

/** What is known of a network's record, so that nothing has to be read for the next look. */
interface Known {
  id: number
  last: (LastLook & { verdict: Verdict }) | null
  /** False until this recorder has kept a look: before that nobody was looking, as far as it can know. */
  continues: boolean
  /** The clock's time of the first look in a row that lay before the newest. */
  behindSince: number | null
}

/** Writes looks; the only one to do so while its process has the recorder's lock. */
export class Recorder {
  readonly #known = new Map<string, Known>()

  constructor(
    private readonly db: HistoryDatabase,
    private readonly maxBytes: number,
  ) {}

  /**
   * Keeps a look, its part in the verdict's turns and, once a step is over, the step.
   * @throws HistoryError when the clock stands before what is on record, or what SQLite throws; nothing is stored then.
   */
  record(network: string, look: Look): void {
    if (!isWhole(look)) throw new HistoryError('The last look holds a figure that cannot be kept.')
    const before = this.#known.get(network) ?? this.#read(network)
    const at = timeFor(before, look.at)
    if (at === null) {
      this.#waitForClock(network, before, look.at)
      return
    }
    const id = this.db.write(() => {
      const id = before.id || this.#insertNetwork(network)
      this.#write(id, before, { ...look, at })
      return id
    })
    const last = { at, intervalMs: look.intervalMs, verdict: look.verdict }
    this.#known.set(network, { id, last, continues: true, behindSince: null })
  }

  /** Makes room where there is none, so that the next look may be kept. */
  makeRoom(now: number): void {
    this.db.write(() => prune(this.db, { network: 0, now, often: true }, this.maxBytes))
  }

  #write(id: number, { last, continues }: Known, look: Look): void {
    const { at, verdict, summary } = look
    const unseen = last !== null && (!continues || at - last.at > overdueMs(last.intervalMs))
    // A verdict lasts a millisecond longer than its last look, so that a single look is a period, too.
    if (unseen && at - last.at > 1) writeTurn(this.db, id, last.at + 1, null, '')
    if (unseen || last?.verdict !== verdict) writeTurn(this.db, id, at, verdict, summary)
    this.db.run(
      `INSERT INTO look (network, at, says, verdict, slot, lag, text, latency_ms, head_age_ms, interval_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      at,
      look.says,
      verdict,
      look.slot,
      look.lag,
      look.text.slice(0, TEXT_CHARS),
      look.latencyMs,
      look.headAgeMs,
      look.intervalMs,
    )
    if (last === null) return
    for (const seconds of KEPT_SECONDS) {
      const start = startOf(last.at, seconds)
      if (start === startOf(at, seconds)) break
      this.#keepStep(id, seconds, start)
      if (seconds === KEPT_SECONDS[0]) {
        prune(this.db, { network: id, now: at, often: look.intervalMs < 1_000 }, this.maxBytes)
      }
    }
  }

  /** Joins what is kept of a step that is over: looks to the shortest step, shorter steps to longer ones. */
  #keepStep(id: number, seconds: number, start: number): void {
    const end = start + seconds * 1000
    const shorter = KEPT_SECONDS.findLast((kept) => kept < seconds)
    const parts = shorter === undefined ? looksIn(this.db, id, start, end) : stepsIn(this.db, id, shorter, start, end)
    for (const step of joinedBy(parts, seconds)) writeStep(this.db, id, seconds, step)
  }

  #insertNetwork(name: string): number {
    this.db.run('INSERT INTO network (name) VALUES (?)', name)
    return idOf(this.db, name)
  }

  #read(network: string): Known {
    const id = idOf(this.db, network)
    const row = this.db.get('SELECT at, interval_ms, verdict FROM look WHERE network = ? ORDER BY at DESC LIMIT 1', id)
    const last = row && {
      at: momentOf(row.at),
      intervalMs: countOf(row.interval_ms),
      verdict: verdictOf(row.verdict),
    }
    return { id, last: last ?? null, continues: false, behindSince: null }
  }

  /** The clock was set back, now or before: what lies later on record cannot be true, or the clock is wrong. */
  #waitForClock(network: string, known: Known, clock: number): void {
    const behindSince = Math.min(known.behindSince ?? clock, clock)
    this.#known.set(network, { ...known, behindSince })
    if (clock - behindSince < CLOCK_BELIEVED_MS) {
      throw new HistoryError('The clock was set back: recording goes on in ten minutes at the latest.')
    }
    this.db.write(() => this.#giveUpFrom(known.id, clock))
    this.#known.delete(network)
  }

  /** Drops what is on record from a time on. Steps that are begun then are joined anew from what is left of them. */
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
        'The clock stands more than a day before the newest look on record. If it is right, move status.sqlite away.',
      )
    }
    this.db.run('DELETE FROM look WHERE network = ? AND at >= ?', id, from)
    this.db.run('DELETE FROM turn WHERE network = ? AND at >= ?', id, from)
    this.db.run('DELETE FROM step WHERE network = ? AND at + seconds * 1000 > ?', id, from)
  }
}

/** Keeps a step of `seconds`, in the place of one that was kept before. */
export function writeStep(db: HistoryDatabase, network: number, seconds: number, step: Step): void {
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

/** Keeps what begins at a moment: a verdict, or (null) that nobody looks. */
export function writeTurn(
  db: HistoryDatabase,
  network: number,
  at: number,
  verdict: Verdict | null,
  summary: string,
): void {
  db.run('INSERT INTO turn (network, at, verdict, summary) VALUES (?, ?, ?, ?)', network, at, verdict, summary)
}

/** When a look is kept as made: later than the one before it. Null: the clock was set back. */
function timeFor({ last }: Known, at: number): number | null {
  if (last === null || at > last.at) return at
  return last.at - at <= CLOCK_SLEW_MS ? last.at + 1 : null
}

function isWhole({ at, slot, lag, latencyMs, headAgeMs, intervalMs }: Look): boolean {
  return [at, slot ?? 0, lag ?? 0, latencyMs, headAgeMs ?? 0, intervalMs].every(Number.isSafeInteger)
}
