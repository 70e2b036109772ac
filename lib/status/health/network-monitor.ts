import 'server-only'
import type {
  ChainReplaced,
  Degradation,
  HeadAge,
  IndexerStatus,
  NewestSignature,
  ProbeSample,
  SlotReset,
  Standstill,
} from '../../api/status'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { groupDigits } from '../../format/numbers'
import { clock } from '../../platform/clock'
import type { MethodName } from '../../protocol/rpc/methods'
import { lastReset, noteReset } from '../../upstream/cache/cache'
import { chainReplaced } from '../../upstream/chain/genesis'
import { blockTimesOf } from '../../upstream/indexer/block-times'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'
import { chainHeadOf, MAX_AHEAD_SLOTS, type ObservedChain, standstillCause } from '../chain/heads'
import { history } from '../history/history'
import { doubtSlot, mostSlotsIn, type SlotDoubt } from '../slot-doubt'
import { endSentence, isRecent, joinEvidence, OLD_SECONDS } from './joined'
import { restoreState } from './resume'
import { SetBack } from './set-back'
import {
  lagSamples,
  type SummaryFacts,
  secondsToCatchUp,
  slotsPerSecondOf,
  standstillOf,
  summaryOf,
  type TrendSample,
  trendOf,
} from './summary'
import {
  headAgeOf,
  isNear,
  isWorse,
  type Judgement,
  judge,
  pendingOf,
  RECENT_CHECKS,
  setBackFrom,
  standingSince,
  strictVerdict,
  withChain,
} from './verdict'

/** 20 minutes of checks, at the pace with clients. */
export const MAX_SAMPLES = 240

/** Half a minute: a signature this near gives the time of a slot accurately enough. */
const NEAR_SLOTS = 75

/** At least a minute of checks with the fastest probe, usually hours. */
const CHECKS_READ = 2_000

export interface OtherEvidence {
  wrong?: readonly Degradation[]
  refused?: readonly MethodName[]
  newestSignature?: NewestSignature | null
  chain?: ObservedChain | null
}

type NetworkStatus = Omit<
  IndexerStatus,
  'intervalSeconds' | 'operations' | 'windowSeconds' | 'maintenance' | 'acknowledged'
>

export class NetworkMonitor {
  /** Newest last, including checks of an earlier process. */
  #samples: ProbeSample[]
  readonly #healthy = new WeakSet<ProbeSample>()
  /** Of the last check, or of the last that had any while the verdict is `degraded`. */
  #degradations: readonly Degradation[] = []
  readonly #setBack = new SetBack()
  /** When the chain was last replaced; null: never. */
  #replacedAt: string | null
  #judgement: Judgement
  #lastOkAt: string | null
  /** Monotonic milliseconds of the last check with a slot; null: none. For ages, since wall clocks get adjusted. */
  #seenMs: number | null
  #doubt: SlotDoubt | null = null
  #first: { slot: number; atMs: number } | null = null
  #hasChecked = false
  #chain: ObservedChain | null = null
  #newestSignature: NewestSignature | null = null
  readonly #recordedVerdict: Verdict | null
  /** Time before a long gap: checks up to it do not count for the trend. */
  readonly #longAgo: string

  /** @param mayEnd true for a recording, whose slot stops at its end */
  constructor(
    private readonly network: string,
    private readonly label = network,
    private readonly mayEnd = false,
  ) {
    const now = { monotonicMs: clock().monotonic(), wallMs: clock().wall() }
    this.#replacedAt = chainReplaced(network)?.at ?? null
    const checks = history().last(label, CHECKS_READ)
    this.#judgement = restoreState(checks, history().began(label), now)
    this.#samples = checks.slice(-MAX_SAMPLES).map(({ verdict: _, ...sample }) => sample)
    for (const sample of this.#samples) if (sample.says === 'ok') this.#healthy.add(sample)
    const lastWithSlot = checks.findLast(({ slot }) => slot !== null)
    this.#seenMs = lastWithSlot ? now.monotonicMs - (now.wallMs - Date.parse(lastWithSlot.at)) : null
    this.#lastOkAt = checks.findLast(({ says }) => says === 'ok')?.at ?? null
    this.#recordedVerdict = checks.at(-1)?.verdict ?? null
    this.#longAgo = this.#judgement.recorded ? '' : (checks.at(-1)?.at ?? '')
  }

  get hasChecked(): boolean {
    return this.#hasChecked
  }

  get judgement(): Judgement {
    return this.#judgement
  }

  knowsTimeNear(slot: number): boolean {
    const anchor = blockTimesOf(this.network).nearest(slot)
    return anchor !== null && Math.abs(anchor.slot - slot) <= NEAR_SLOTS
  }

  /** Counts the last check of an earlier process, too. */
  get lastSlot(): number | null {
    return this.#samples.at(-1)?.slot ?? null
  }

  get wasDegraded(): boolean {
    return this.#recordedVerdict === 'degraded'
  }

  note(
    given: ProbeSample,
    { wrong = [], refused = [], newestSignature = null, chain = null }: OtherEvidence = {},
  ): void {
    this.#chain = chain
    this.#newestSignature = newestSignature
    const found = this.#believed(given)
    const degradations = [
      ...(found.says === 'degraded' ? [{ kind: 'health' as const, text: found.text }] : []),
      ...wrong,
    ]
    const { sample, otherChain } = this.#withEvidence(found, { wrong: degradations, refused, chain })
    if (found.says === 'ok') this.#healthy.add(sample)
    this.#samples = [...this.#samples, sample].slice(-MAX_SAMPLES)
    if (sample.says === 'ok') this.#lastOkAt = sample.at
    const { reset } = this.#judgement
    if (sample.slot !== null) this.#seenMs = clock().monotonic()
    this.#judgement = judge(this.#judgement, { ...sample, otherChain, atMs: clock().monotonic() })
    if (this.#judgement.reset !== reset) this.#noteReset()
    if (degradations.length > 0 || this.#judgement.verdict !== 'degraded') this.#degradations = degradations
    this.#hasChecked = true
  }

  status(wanted: number): NetworkStatus {
    const newest = this.#samples.at(-1)
    const newestSlot = newest?.slot ?? null
    const { slot, slotMovedAt } = this.#judgement
    // The verdict of an earlier process may be outdated: not shown.
    const { verdict, since } = this.#hasChecked ? this.#judgement : { verdict: 'unknown' as const, since: null }
    const facts = this.#facts(verdict)
    const { slotsPerSecond, lag, trend, arrivalSeconds, standstill, degradations, pending, chain } = facts
    return {
      ...{ slotsPerSecond, lag, trend, arrivalSeconds, standstill, degradations, pending, chain },
      ...{ verdict, since, slotMovedAt },
      network: this.network,
      summary: summaryOf(facts),
      slot: slot?.value ?? null,
      standingSince: facts.isDoubted ? (slot?.since.at ?? null) : null,
      replaced: chainReplaced(this.network),
      headAge: newest && newestSlot !== null ? this.#headAge(newestSlot, newest.at) : null,
      newestSignature: this.#newestSignature,
      checkedAt: newest?.at ?? null,
      lastOkAt: this.#lastOkAt,
      reset: rollbackOf(lastReset(this.label), chainReplaced(this.network)),
      samples: wanted > 0 ? this.#samples.slice(-wanted) : [],
    }
  }

  strictVerdict(): Verdict {
    return this.#hasChecked ? strictVerdict(this.#judgement, clock().monotonic()) : 'unknown'
  }

  /** With the slot before instead of one that is doubted. */
  #believed(found: ProbeSample): ProbeSample {
    const last = this.#samples.at(-1)
    const known = this.#judgement.slot?.value
    if (found.slot === null || !last || !known || this.#seenMs === null) return found
    this.#first ??= { slot: known, atMs: this.#seenMs }
    const age = last.slot === null ? null : this.#headAge(last.slot, last.at)
    // Counted from the time of its newest data, else from its first check, so that an indexer that lagged may catch up.
    const seen = age ? { slot: known, atMs: this.#seenMs - (age.seconds + age.errorSeconds) * 1_000 } : this.#first
    const at = { ...seen, slot: Math.max(seen.slot, known + (last.lag ?? 0)) }
    const isBelowChain = this.#chain !== null && found.slot <= this.#chain.slot + MAX_AHEAD_SLOTS
    const now = clock().monotonic()
    const doubted = this.#doubt
    this.#doubt = isBelowChain ? null : doubtSlot(this.#doubt, found.slot, at, now)
    if (!this.#doubt) {
      const isNowBelieved = doubted !== null && found.slot >= doubted.slot - SMALL_STEP_BACK
      if (isNowBelieved) this.#first = { slot: found.slot, atMs: now }
      return found
    }
    const text = `It named slot ${groupDigits(found.slot)}, which is too far above slot ${groupDigits(known)} to be believed yet.`
    return { ...found, slot: known, text: found.text === 'ok' ? text : `${endSentence(found.text)} ${text}` }
  }

  #withEvidence(found: ProbeSample, { wrong, refused, chain }: Required<Omit<OtherEvidence, 'newestSignature'>>) {
    const { slot, at, says } = found
    const replaced = chainReplaced(this.network)?.at ?? null
    if (replaced !== this.#replacedAt) this.#setBack.expect()
    this.#replacedAt = replaced
    const age = slot === null ? null : this.#headAge(slot, at)
    const mostLag = mostLagAt(age)
    const head = chain && chainHeadOf(chain, slot, mostLag)
    const isImpossible = found.lag !== null && found.lag > mostLag
    const answered = withChain(isImpossible ? { ...found, lag: null, text: TOO_FAR } : found, head)
    const below = setBackFrom(this.#judgement, slot)
    const recent = isRecent(age) || isNear(head)
    const evidence = { below: below !== null, healthOk: says === 'ok', recent, age }
    const otherChain = this.#setBack.isOtherChain(evidence, clock().monotonic())
    const parts = {
      answered,
      degradations: wrong,
      refused,
      // Not estimated if the chain shows that the indexer is near its head.
      headAge: isNear(head) ? null : age,
      setBack: otherChain ? null : below,
      above: replaced === null || chain === null || slot === null ? 0 : slot - chain.slot,
    }
    return { sample: { ...found, ...joinEvidence(parts) }, otherChain }
  }

  #noteReset(): void {
    const { reset } = this.#judgement
    this.#setBack.settled()
    if (!reset) return
    const higher = this.#samples.findLast(({ slot }) => slot !== null && slot >= reset.from)
    noteReset(this.label, reset, higher?.at ?? '')
    // Known block times may be of another chain.
    blockTimesOf(this.network).forget()
  }

  /** @param slot from the check at `at` */
  #headAge(slot: number, at: string): HeadAge | null {
    return headAgeOf(blockTimesOf(this.network), slot, Date.parse(at))
  }

  #facts(verdict: Verdict): SummaryFacts {
    const { slot, slotMovedAt, recent } = this.#judgement
    const newest = this.#samples.at(-1)
    const bearing = verdict === 'frozen' ? newest : this.#samples.findLast(({ says }) => says === verdict)
    const steps = this.#recentSamples()
    const headAge = newest?.slot == null ? null : this.#headAge(newest.slot, newest.at)
    const chain = this.#chain && chainHeadOf(this.#chain, newest?.slot ?? null, mostLagAt(headAge))
    const signed = signatureAge(this.#newestSignature)
    const counted = recent.filter(({ settled }) => settled)
    const setBack = setBackFrom(this.#judgement, newest?.slot ?? null)?.slots ?? null
    // The distance to the indexer's own old slot is no lag behind the chain.
    const isLag = verdict === 'behind' && (setBack === null || setBack !== newest?.lag)
    const newestSlot = newest?.slot ?? null
    const mayStand = this.#hasChecked && !this.mayEnd && newestSlot !== null && this.#seenMs !== null
    return {
      verdict,
      isDoubted: mayStand && standingSince(this.#judgement, this.#seenMs ?? 0) !== null,
      slot: slot?.value ?? null,
      standsFor: slot && secondsSince(slot.since.atMs),
      seenAgo: this.#seenMs === null ? null : secondsSince(this.#seenMs),
      moved: slotMovedAt !== null,
      // Verdicts without a slot have no pace.
      slotsPerSecond: VERDICT_FACTS[verdict].hasSlot ? slotsPerSecondOf(steps) : null,
      lag: newest?.lag ?? null,
      chain,
      trend: isLag ? trendOf(lagSamples(steps).map(({ lag }) => lag)) : null,
      arrivalSeconds: isLag ? secondsToCatchUp(steps) : null,
      standstill: verdict === 'frozen' ? this.#standstill(steps) : null,
      text: this.#hasChecked ? (bearing?.text ?? null) : null,
      doubtText: newest === undefined || newest.text === 'ok' ? null : newest.text,
      healthOk: bearing !== undefined && this.#healthy.has(bearing),
      setBack,
      isNear: isNear(chain) || (isRecent(headAge) && signed?.isOld === false),
      signatureAge: signed?.isOld ? signed.seconds : null,
      degradations: [...this.#degradations],
      pending: this.#hasChecked ? pendingOf(this.#judgement) : null,
      worse: { checks: counted.filter(({ says }) => isWorse(says, verdict)).length, of: counted.length },
    }
  }

  /** Decided by the chain nodes; without any, by the indexer's health. */
  #standstill(steps: readonly TrendSample[]): Standstill {
    const { slot } = this.#judgement
    const reported = this.#chain && slot ? standstillCause(this.#chain, slot.value, slot.since.atMs) : 'not known'
    return reported === 'not known' ? standstillOf(steps.filter((step) => step.slot === slot?.value)) : reported
  }

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

/** The chain cannot have made more slots since the newest data. */
function mostLagAt(age: HeadAge | null): number {
  return age ? mostSlotsIn(age.seconds + age.errorSeconds) : Number.POSITIVE_INFINITY
}

/** Milliseconds after which a look at the newest signature says nothing of now. */
const LOOKED_MS = 60_000

/** Age in seconds; null: not looked at lately. `isOld`: when it was looked at. */
function signatureAge(newest: NewestSignature | null): { seconds: number; isOld: boolean } | null {
  if (!newest) return null
  const [time, seenAt] = [Date.parse(newest.time), Date.parse(newest.seenAt)]
  if (clock().wall() - seenAt > LOOKED_MS) return null
  return { seconds: (clock().wall() - time) / 1_000, isOld: seenAt - time > OLD_SECONDS * 1_000 }
}

const TOO_FAR = 'It reports a lag that the times of its data rule out.'

/** Milliseconds before and after a chain replacement in which the indexer may switch to the new chain. */
const TO_NEW_CHAIN_MS = 120_000

/** A reset because of a new chain is no rollback. */
function rollbackOf(reset: SlotReset | null, replaced: ChainReplaced | null): SlotReset | null {
  if (!reset || !replaced) return reset
  return Math.abs(Date.parse(reset.at) - Date.parse(replaced.at)) < TO_NEW_CHAIN_MS ? null : reset
}

/** 0 for times in the future, which another clock may have recorded. */
function secondsSince(ms: number): number {
  return Math.max(0, (clock().monotonic() - ms) / 1_000)
}
