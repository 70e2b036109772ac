import 'server-only'
import type {
  ChainReplaced,
  Degradation,
  HeadAge,
  IndexerStatus,
  ProbeSample,
  SlotReset,
  Standstill,
} from '../../api/status'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { clock } from '../../platform/clock'
import { lastReset, noteReset } from '../../upstream/cache/cache'
import { chainReplaced } from '../../upstream/chain/genesis'
import { blockTimesOf } from '../../upstream/indexer/block-times'
import { type ChainSeen, chainHeadOf, standstillBy } from '../chain/lag'
import { nextBlockOf } from '../chain/next-block'
import { lastRecorded, record, recordedBeginning } from '../history/history'
import { notifyVerdictChange } from './changes'
import { isRecent, joined } from './joined'
import { resumed } from './resume'
import { SetBack } from './set-back'
import { arrivalOf, type Facts, lagging, paceOf, standstillOf, summaryOf, type TrendSample, trendOf } from './summary'
import {
  headAgeOf,
  isInDoubt,
  isNear,
  isWorse,
  type Judgement,
  judge,
  pendingOf,
  RECENT_CHECKS,
  setBackAt,
  standingSince,
  strictVerdict,
  withChain,
} from './verdict'

/** Samples in memory: 20 minutes of an indexer with readers. */
export const MAX_SAMPLES = 240

/** Slots around a signature's for which its time is near enough: half a minute. */
const NEAR_SLOTS = 75

/** Recorded checks that are read at the start: a minute of the fastest probe there is, hours of the usual one. */
const CHECKS_READ = 2_000

/** What else a check tells, beside the indexer's answers. */
export interface Beside {
  /** What is wrong with what readers ask. */
  wrong?: readonly Degradation[]
  /** Where the chain was in the same moment; null where that is not known. */
  chain?: ChainSeen | null
}

/** The status of a network except for how it is checked. */
type NetworkStatus = Omit<
  IndexerStatus,
  'intervalSeconds' | 'operations' | 'windowSeconds' | 'maintenance' | 'acknowledged'
>

/** The state of one network's indexer, from one check to the next and from one process to the next. */
export class NetworkMonitor {
  /** Newest last, those that an earlier process recorded included. */
  #samples: ProbeSample[]
  /** Those in which the indexer said itself that it is well. */
  readonly #healthy = new WeakSet<ProbeSample>()
  #degradations: readonly Degradation[] = []
  readonly #setBack = new SetBack()
  /** When the chain was last known to be another one; null: it never was. */
  #replacedAt: string | null
  #judgement: Judgement
  #lastOkAt: string | null
  /** Monotonic milliseconds of the last check that saw a slot; null: none did. Ages are computed with it: clocks are set. */
  #seenMs: number | null
  #hasChecked = false
  /** What the newest check saw of the chain; null: nothing. */
  #chain: ChainSeen | null = null
  /** The verdict last reported to listeners; null: none. */
  #reportedVerdict: Verdict | null = null
  /** The one that an earlier process recorded last, however long ago; a start with it is no change. */
  readonly #recordedVerdict: Verdict | null
  /** Checks until then say nothing of where the indexer is going: there was a long gap after them. */
  readonly #longAgo: string

  /**
   * @param label of the indexer: another one than the network's name where the network has several. Then it is recorded
   * and told only together with the others.
   * @param mayEnd true for a recording, whose slot rightly stands at its end
   */
  constructor(
    private readonly network: string,
    private readonly label = network,
    private readonly mayEnd = false,
  ) {
    const now = { monotonicMs: clock().monotonic(), wallMs: clock().wall() }
    this.#replacedAt = chainReplaced(network)?.at ?? null
    const checks = this.#isAlone ? lastRecorded(network, CHECKS_READ) : []
    this.#judgement = resumed(checks, this.#isAlone ? recordedBeginning(network) : null, now)
    this.#samples = checks.slice(-MAX_SAMPLES).map(({ verdict: _, ...sample }) => sample)
    for (const sample of this.#samples) if (sample.says === 'ok') this.#healthy.add(sample)
    const lastWithSlot = checks.findLast(({ slot }) => slot !== null)
    this.#seenMs = lastWithSlot ? now.monotonicMs - (now.wallMs - Date.parse(lastWithSlot.at)) : null
    this.#lastOkAt = checks.findLast(({ says }) => says === 'ok')?.at ?? null
    this.#recordedVerdict = checks.at(-1)?.verdict ?? null
    if (this.#judgement.recorded) this.#reportedVerdict = this.#recordedVerdict
    this.#longAgo = this.#judgement.recorded ? '' : (checks.at(-1)?.at ?? '')
  }

  get #isAlone(): boolean {
    return this.label === this.network
  }

  /** True once this process has checked the indexer. */
  get hasChecked(): boolean {
    return this.#hasChecked
  }

  get verdict(): Verdict {
    return this.#judgement.verdict
  }

  get slot(): number | null {
    return this.#judgement.slot?.value ?? null
  }

  /** The slot at which the indexer stands while its chain is ahead; null: it does not, or nobody knows. */
  get stoppedAt(): number | null {
    const { verdict, slot } = this.#judgement
    if (verdict !== 'frozen' || !slot || !this.#chain) return null
    return standstillBy(this.#chain, slot.value, slot.since.atMs) === 'indexer' ? slot.value : null
  }

  /** True while another check soon would tell more. */
  get inDoubt(): boolean {
    return isInDoubt(this.#judgement)
  }

  knowsTimeNear(slot: number): boolean {
    const anchor = blockTimesOf(this.network).nearest(slot)
    return anchor !== null && Math.abs(anchor.slot - slot) <= NEAR_SLOTS
  }

  /** True while the last check got a slot, in this process or in one that ended just now. */
  get answers(): boolean {
    return this.#samples.at(-1)?.slot != null
  }

  /** True where the last thing that an earlier process knew is that what readers ask fails. */
  get wasDegraded(): boolean {
    return this.#recordedVerdict === 'degraded'
  }

  /**
   * Adds a check, records it, and notifies listeners if it changed the verdict.
   * @param found what getIndexerHealth and getIndexerSlot answered.
   */
  note(found: ProbeSample, intervalSeconds: () => number, { wrong = [], chain = null }: Beside = {}): void {
    this.#chain = chain
    const { sample, otherChain } = this.#withEvidence(found, wrong, chain)
    if (found.says === 'ok') this.#healthy.add(sample)
    this.#samples = [...this.#samples, sample].slice(-MAX_SAMPLES)
    if (sample.says === 'ok') this.#lastOkAt = sample.at
    const { reset } = this.#judgement
    if (sample.slot !== null) this.#seenMs = clock().monotonic()
    this.#judgement = judge(this.#judgement, { ...sample, otherChain, atMs: clock().monotonic() })
    if (this.#judgement.reset !== reset) this.#noteReset()
    const first = !this.#hasChecked
    this.#hasChecked = true
    if (!this.#isAlone) return
    const { verdict, summary, since, headAge } = this.status(0)
    const headAgeSeconds = headAge?.seconds ?? null
    record(this.network, sample, {
      verdict,
      since: since ?? sample.at,
      summary,
      headAgeSeconds,
      intervalSeconds: intervalSeconds(),
    })
    const from = this.#reportedVerdict
    this.#reportedVerdict = verdict
    if (verdict === from || (first && verdict === this.#recordedVerdict)) return
    notifyVerdictChange({
      network: this.network,
      at: since ?? sample.at,
      confirmedAt: sample.at,
      from,
      to: verdict,
      summary,
    })
  }

  /** @param wanted how many of the newest checks to include. */
  status(wanted: number): NetworkStatus {
    const newest = this.#samples.at(-1)
    const newestSlot = newest?.slot ?? null
    const { slot, slotMovedAt } = this.#judgement
    // What an earlier process knew is no verdict of this one: never a green of yesterday.
    const { verdict, since } = this.#hasChecked ? this.#judgement : { verdict: 'unknown' as const, since: null }
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
      nextBlock: facts.nextBlock,
      degradations: [...this.#degradations],
      pending: facts.pending,
      standingSince: facts.isDoubted ? (slot?.since.at ?? null) : null,
      chain: facts.chain,
      replaced: chainReplaced(this.network),
      headAge: newest && newestSlot !== null ? this.#headAge(newestSlot, newest.at) : null,
      checkedAt: newest?.at ?? null,
      lastOkAt: this.#lastOkAt,
      reset: rollbackOf(lastReset(this.label), chainReplaced(this.network)),
      samples: wanted > 0 ? this.#samples.slice(-wanted) : [],
    }
  }

  strictVerdict(): Verdict {
    return this.#hasChecked ? strictVerdict(this.#judgement, clock().monotonic()) : 'unknown'
  }

  /** A check with all the evidence that there is, and whether its lower slot is right: another chain's. */
  #withEvidence(found: ProbeSample, wrong: readonly Degradation[], chain: ChainSeen | null) {
    const { slot, at, says, text } = found
    const replaced = chainReplaced(this.network)?.at ?? null
    if (replaced !== this.#replacedAt) this.#setBack.expect()
    this.#replacedAt = replaced
    const head = chain && chainHeadOf(chain, slot)
    const answered = withChain(found, head)
    this.#degradations = [...(says === 'degraded' ? [{ kind: 'health' as const, text }] : []), ...wrong]
    const age = slot === null ? null : this.#headAge(slot, at)
    const below = setBackAt(this.#judgement, slot)
    const recent = isRecent(age) || isNear(head)
    const evidence = { below: below !== null, healthOk: says === 'ok', recent, age }
    const otherChain = this.#setBack.isOtherChain(evidence, clock().monotonic())
    const parts = {
      answered,
      degradations: this.#degradations,
      // What was compared with the chain itself needs no estimate.
      headAge: isNear(head) ? null : age,
      setBack: otherChain ? null : below,
      above: replaced === null || chain === null || slot === null ? 0 : slot - chain.slot,
    }
    return { sample: { ...found, ...joined(parts) }, otherChain }
  }

  #noteReset(): void {
    const { reset } = this.#judgement
    this.#setBack.settled()
    if (!reset) return
    const higher = this.#samples.findLast(({ slot }) => slot !== null && slot >= reset.from)
    noteReset(this.label, reset, higher?.at ?? '')
    // They may be another chain's: no estimate until there are new ones.
    blockTimesOf(this.network).forget()
  }

  /** Of a slot as it was seen: what became of it since, nobody knows. */
  #headAge(slot: number, at: string): HeadAge | null {
    return headAgeOf(blockTimesOf(this.network), slot, Date.parse(at))
  }

  #facts(verdict: Verdict): Facts {
    const { slot, slotMovedAt, recent } = this.#judgement
    const newest = this.#samples.at(-1)
    const bearing = verdict === 'frozen' ? newest : this.#samples.findLast(({ says }) => says === verdict)
    const steps = this.#recentSamples()
    const chain = this.#chain && chainHeadOf(this.#chain, newest?.slot ?? null)
    const counted = recent.filter(({ settled }) => settled)
    const setBack = setBackAt(this.#judgement, newest?.slot ?? null)?.slots ?? null
    // The distance to where it was itself goes nowhere.
    const isLag = verdict === 'behind' && (setBack === null || setBack !== newest?.lag)
    const newestSlot = newest?.slot ?? null
    // A check without a slot is a doubt of its own.
    const mayStand = this.#hasChecked && !this.mayEnd && newestSlot !== null && this.#seenMs !== null
    return {
      verdict,
      isDoubted: mayStand && standingSince(this.#judgement, this.#seenMs ?? 0) !== null,
      slot: slot?.value ?? null,
      standsFor: slot && secondsSince(slot.since.atMs),
      seenAgo: this.#seenMs === null ? null : secondsSince(this.#seenMs),
      moved: slotMovedAt !== null,
      // While it does not answer, nobody knows how it moves.
      slotsPerSecond: VERDICT_FACTS[verdict].hasSlot ? paceOf(steps) : null,
      lag: newest?.lag ?? null,
      chain,
      trend: isLag ? trendOf(lagging(steps).map(({ lag }) => lag)) : null,
      arrivalSeconds: isLag ? arrivalOf(steps) : null,
      standstill: verdict === 'frozen' ? this.#standstill(steps) : null,
      nextBlock: verdict === 'frozen' ? nextBlockOf(this.network, slot?.value ?? null) : null,
      text: this.#hasChecked ? (bearing?.text ?? null) : null,
      doubtText: newest === undefined || newest.text === 'ok' ? null : newest.text,
      healthOk: bearing !== undefined && this.#healthy.has(bearing),
      setBack,
      isNear:
        isNear(chain) ||
        (newest !== undefined && newestSlot !== null && isRecent(this.#headAge(newestSlot, newest.at))),
      degradations: this.#degradations,
      pending: this.#hasChecked ? pendingOf(this.#judgement) : null,
      worse: { checks: counted.filter(({ says }) => isWorse(says, verdict)).length, of: counted.length },
    }
  }

  /** The chain tells who stopped; without it, what the indexer says of itself may. */
  #standstill(steps: readonly TrendSample[]): Standstill {
    const { slot } = this.#judgement
    const reported = this.#chain && slot ? standstillBy(this.#chain, slot.value, slot.since.atMs) : 'not known'
    return reported === 'not known' ? standstillOf(steps.filter((step) => step.slot === slot?.value)) : reported
  }

  /** The recent samples, from which direction and speed are computed. */
  #recentSamples(): TrendSample[] {
    return this.#samples
      .slice(-RECENT_CHECKS)
      .filter(({ at }) => at > this.#longAgo)
      .map((sample) => {
        const { at, slot, lag } = sample
        return { seconds: Date.parse(at) / 1_000, slot, lag, healthOk: lag === null && this.#healthy.has(sample) }
      })
  }
}

/** Milliseconds around the moment at which a chain was replaced in which its indexer goes to the new one. */
const TO_NEW_CHAIN_MS = 120_000

/** A reset, unless its slots went back because the chain is another one: nothing that was above is still to come. */
function rollbackOf(reset: SlotReset | null, replaced: ChainReplaced | null): SlotReset | null {
  if (!reset || !replaced) return reset
  return Math.abs(Date.parse(reset.at) - Date.parse(replaced.at)) < TO_NEW_CHAIN_MS ? null : reset
}

/** Seconds since a monotonic time; 0 for a check that was recorded by a clock ahead of this one. */
function secondsSince(ms: number): number {
  return Math.max(0, (clock().monotonic() - ms) / 1_000)
}
