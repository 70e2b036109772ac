import 'server-only'
import type { HeadAge, IndexerStatus, ProbeSample, Verdict } from '../../api/status'
import { clock } from '../../clock'
import { blockTimesOf } from '../memory/block-times'
import { lastReset, noteReset } from '../memory/resets'
import { tellVerdictChange } from './changes'
import { headAgeOf } from './head-age'
import { changesOf, lastRecorded, record } from './history/history'
import { resumed } from './resume'
import { type Facts, summaryOf } from './summary'
import { arrivalOf, lagging, paceOf, type Step, standstillOf, trendOf } from './trend'
import { isInDoubt, isWorse, type Judgement, judge, RECENT_LOOKS, strictVerdict } from './verdict'

/** Looks that are kept: 20 minutes of a watched indexer. */
export const MAX_SAMPLES = 240

/** Slots around a signature's for which its time is near enough: half a minute. */
const NEAR_SLOTS = 75

/** Recorded looks that are read at the start: a minute of the fastest probe there is, hours of the usual one. */
const LOOKS_READ = 2_000

/** Recorded changes that are read at the start: enough to find the beginning of a verdict behind some restarts. */
const CHANGES_READ = 50

/** What is told of a network except for how it is looked at. */
type Told = Omit<IndexerStatus, 'intervalSeconds' | 'operations' | 'windowSeconds'>

/** What the looks at one network's indexer came to, from one look to the next and from one process to the next. */
export class Watched {
  /** Newest last, those that an earlier process recorded included. */
  #samples: ProbeSample[]
  #judgement: Judgement
  #lastOkAt: string | null
  /** Monotonic milliseconds of the last look that saw a slot; null: none did. Ages are reckoned with it: clocks are set. */
  #seenMs: number | null
  #looked = false
  /** The verdict that listeners know; null: none. */
  #told: Verdict | null = null
  /** The one that an earlier process recorded last, however long ago; a start with it is no change. */
  readonly #recorded: Verdict | null
  /** Looks until then say nothing of where the indexer is going: nobody looked for a while after them. */
  readonly #longAgo: string

  constructor(private readonly network: string) {
    const now = { monotonicMs: clock().monotonic(), wallMs: clock().wall() }
    const looks = lastRecorded(network, LOOKS_READ)
    const changes = changesOf(network, { fromMs: 0, toMs: now.wallMs, limit: CHANGES_READ })
    this.#judgement = resumed(looks, changes, now)
    this.#samples = looks.slice(-MAX_SAMPLES).map(({ verdict: _, ...sample }) => sample)
    const seen = looks.findLast(({ slot }) => slot !== null)
    this.#seenMs = seen ? now.monotonicMs - (now.wallMs - Date.parse(seen.at)) : null
    this.#lastOkAt = looks.findLast(({ says }) => says === 'ok')?.at ?? null
    this.#recorded = looks.at(-1)?.verdict ?? null
    if (this.#judgement.recorded) this.#told = this.#recorded
    this.#longAgo = this.#judgement.recorded ? '' : (looks.at(-1)?.at ?? '')
  }

  /** True once this process has looked. */
  get looked(): boolean {
    return this.#looked
  }

  get slot(): number | null {
    return this.#judgement.slot?.value ?? null
  }

  /** True while another look soon would tell more. */
  get inDoubt(): boolean {
    return isInDoubt(this.#judgement)
  }

  knowsTimeNear(slot: number): boolean {
    const anchor = blockTimesOf(this.network).nearest(slot)
    return anchor !== null && Math.abs(anchor.slot - slot) <= NEAR_SLOTS
  }

  /** Joins a look to those before it, records it, and tells who listens where it changed the verdict. */
  note(sample: ProbeSample, intervalSeconds: () => number): void {
    this.#samples = [...this.#samples, sample].slice(-MAX_SAMPLES)
    if (sample.says === 'ok') this.#lastOkAt = sample.at
    const { reset } = this.#judgement
    if (sample.slot !== null) this.#seenMs = clock().monotonic()
    this.#judgement = judge(this.#judgement, { ...sample, atMs: clock().monotonic() })
    if (this.#judgement.reset !== reset) this.#noteReset()
    const first = !this.#looked
    this.#looked = true
    const { verdict, summary, headAge } = this.status(0)
    const headAgeSeconds = headAge?.seconds ?? null
    record(this.network, sample, { verdict, summary, headAgeSeconds, intervalSeconds: intervalSeconds() })
    const from = this.#told
    this.#told = verdict
    if (verdict === from || (first && verdict === this.#recorded)) return
    tellVerdictChange({ network: this.network, at: sample.at, from, to: verdict, summary })
  }

  /** @param wanted how many of the newest looks to include. */
  status(wanted: number): Told {
    const newest = this.#samples.at(-1)
    const newestSlot = newest?.slot ?? null
    const { slot, slotMovedAt } = this.#judgement
    // What an earlier process knew is no verdict of this one: never a green of yesterday.
    const { verdict, since } = this.#looked ? this.#judgement : { verdict: 'unknown' as const, since: null }
    const facts = this.#facts(verdict)
    const { lag, trend, arrivalSeconds, standstill, slotsPerSecond } = facts
    return {
      network: this.network,
      verdict,
      summary: summaryOf(facts),
      since,
      slot: slot?.value ?? null,
      slotMovedAt,
      slotsPerSecond,
      lag,
      trend,
      arrivalSeconds,
      standstill,
      headAge: newest && newestSlot !== null ? this.#headAge(newestSlot, newest.at) : null,
      checkedAt: newest?.at ?? null,
      lastOkAt: this.#lastOkAt,
      reset: lastReset(this.network),
      samples: wanted > 0 ? this.#samples.slice(-wanted) : [],
    }
  }

  strictVerdict(): Verdict {
    return this.#looked ? strictVerdict(this.#judgement, clock().monotonic()) : 'unknown'
  }

  #noteReset(): void {
    const { reset } = this.#judgement
    if (!reset) return
    const higher = this.#samples.findLast(({ slot }) => slot !== null && slot >= reset.from)
    noteReset(this.network, reset, higher?.at ?? '')
  }

  /** Of a slot as it was seen: what became of it since, nobody knows. */
  #headAge(slot: number, at: string): HeadAge | null {
    return headAgeOf(blockTimesOf(this.network), slot, Date.parse(at))
  }

  #facts(verdict: Verdict): Facts {
    const { slot, slotMovedAt, recent } = this.#judgement
    const newest = this.#samples.at(-1)
    const bearing = verdict === 'frozen' ? newest : this.#samples.findLast(({ says }) => says === verdict)
    const steps = this.#lately()
    const counted = recent.filter(({ settled }) => settled)
    return {
      verdict,
      slot: slot?.value ?? null,
      standsFor: slot && secondsSince(slot.since.atMs),
      seenAgo: this.#seenMs === null ? null : secondsSince(this.#seenMs),
      moved: slotMovedAt !== null,
      // While it does not answer, nobody knows how it moves.
      slotsPerSecond: verdict === 'unreachable' || verdict === 'limited' ? null : paceOf(steps),
      lag: newest?.lag ?? null,
      trend: verdict === 'behind' ? trendOf(lagging(steps).map(({ lag }) => lag)) : null,
      arrivalSeconds: verdict === 'behind' ? arrivalOf(steps) : null,
      standstill: verdict === 'frozen' ? standstillOf(steps.filter((step) => step.slot === slot?.value)) : null,
      text: this.#looked ? (bearing?.text ?? null) : null,
      worse: { looks: counted.filter(({ says }) => isWorse(says, verdict)).length, of: counted.length },
    }
  }

  /** The last looks, from which direction and speed are told. */
  #lately(): Step[] {
    return this.#samples
      .slice(-RECENT_LOOKS)
      .filter(({ at }) => at > this.#longAgo)
      .map(({ at, slot, lag, says }) => ({ seconds: Date.parse(at) / 1_000, slot, lag, healthOk: says === 'ok' }))
  }
}

/** Of monotonic milliseconds; none where a look was recorded by a clock that is ahead of this one. */
function secondsSince(ms: number): number {
  return Math.max(0, (clock().monotonic() - ms) / 1_000)
}
