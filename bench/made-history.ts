import { VERDICT_FACTS, type Verdict } from '../lib/api/verdicts'
import { MAX_BYTES, openToWrite } from '../lib/status/history/database'
import { type CheckRecord, Recorder, writeStep, writeTurn } from '../lib/status/history/recorder'
import { type HistoryStep, joinedBy, STORED_STEPS } from '../lib/status/history/steps'

/*
 * A history of many days, the same one for the same end. The last day is recorded look by look as the explorer does it;
 * of the days before the steps and turns are written that would be left of such looks.
 */

export { HistoryKeeper as Keeper } from '../lib/status/history/keeper'

export interface HistoryShape {
  networks: readonly string[]
  days: number
  /** Epoch milliseconds of the last look. */
  endMs: number
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Seconds between two looks: someone always watches. */
const EVERY_MS = 5_000

/** Slots per second of a healthy chain. */
const PACE = 2.5

const FIRST_SLOT = 300_000_000

/** Looks of a network are made this much after those of the one before it. */
const APART_MS = 137

/** @param folder gets `status.sqlite`. */
export function writeHistory(folder: string, { networks, days, endMs }: HistoryShape): void {
  const end = Math.floor(endMs / MINUTE_MS) * MINUTE_MS
  const begin = end - days * DAY_MS
  const db = openToWrite(folder, MAX_BYTES)
  networks.forEach((name, n) => {
    db.run('INSERT INTO network (name) VALUES (?)', name)
    const chain = new MadeChain(begin, n)
    for (let day = begin; day < end - DAY_MS; day += DAY_MS) {
      db.write(() => {
        const minutes = minutesOf(chain, day)
        for (const seconds of STORED_STEPS) {
          for (const step of joinedBy(minutes, seconds)) writeStep(db, n + 1, seconds, step)
        }
        for (const { at, verdict } of chain.turns(day, day + DAY_MS)) {
          writeTurn(db, n + 1, at, verdict, verdict === null ? '' : summaryOf(verdict))
        }
      })
    }
  })
  const recorder = new Recorder(db, MAX_BYTES)
  const chains = networks.map((_, n) => new MadeChain(begin, n))
  for (let at = end - DAY_MS; at < end; at += EVERY_MS) {
    networks.forEach((name, n) => {
      const check = chains[n]?.checkAt(at + n * APART_MS)
      if (check) recorder.record(name, check)
    })
  }
  db.close()
}

/** What would be seen of one network: some trouble every few hours, and an explorer that is restarted every few days. */
class MadeChain {
  constructor(
    private readonly begin: number,
    private readonly nth: number,
  ) {}

  /** Null where nobody looks. */
  checkAt(at: number): CheckRecord | null {
    const verdict = this.verdictAt(at)
    if (verdict === null) return null
    const noise = mixed(Math.floor(at / EVERY_MS), this.nth)
    const reached = VERDICT_FACTS[verdict].hasSlot
    return {
      at,
      since: at,
      says: verdict === 'frozen' ? 'ok' : verdict,
      verdict,
      summary: summaryOf(verdict),
      slot: reached ? FIRST_SLOT + Math.floor(((at - this.begin) / 1000) * PACE) : null,
      lag: verdict === 'behind' ? 20 + (noise % 400) : null,
      text: verdict === 'ok' ? 'ok' : `The indexer says: Node is behind ${20 + (noise % 400)} slots`,
      latencyMs: 20 + (noise % 160),
      headAgeMs: reached ? 2_000 + (noise % 9_000) : null,
      intervalMs: EVERY_MS,
    }
  }

  verdictAt(at: number): Verdict | null {
    const hour = Math.floor((at - this.begin) / 3_600_000)
    const minute = Math.floor((at - this.begin) / MINUTE_MS) % 60
    const kind = mixed(hour, this.nth) % 100
    if (kind < 80 || minute >= 5 + (kind % 20)) return 'ok'
    return TROUBLES[kind % TROUBLES.length] ?? null
  }

  turns(from: number, to: number): { at: number; verdict: Verdict | null }[] {
    const turns: { at: number; verdict: Verdict | null }[] = []
    for (let at = from; at < to; at += MINUTE_MS) {
      const verdict = this.verdictAt(at)
      if (at === this.begin || verdict !== this.verdictAt(at - MINUTE_MS)) turns.push({ at, verdict })
    }
    return turns
  }
}

const TROUBLES: readonly (Verdict | null)[] = ['behind', 'unreachable', 'frozen', 'limited', null]

function minutesOf(chain: MadeChain, day: number): HistoryStep[] {
  const minutes: HistoryStep[] = []
  for (let at = day; at < day + DAY_MS; at += MINUTE_MS) {
    const check = chain.checkAt(at + MINUTE_MS - EVERY_MS)
    if (!check) continue
    const answered = check.slot === null ? 0 : 12
    const { slot, lag, headAgeMs, latencyMs } = check
    const slotAt = slot === null ? null : check.at
    minutes.push({ at, samples: 12, answered, slot, slotAt, lag, headAgeMs, latencyMs, latencyMaxMs: latencyMs + 300 })
  }
  return minutes
}

function summaryOf(verdict: Verdict): string {
  return `A sentence as long as they are, which says that the indexer is ${verdict} at slot 300,000,000.`
}

/** A number that looks random and depends on both. */
function mixed(n: number, nth: number): number {
  let hash = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
