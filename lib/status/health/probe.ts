import 'server-only'
import type { IndexerStatus, OperationHealth } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { clock, inTime } from '../../platform/clock'
import { errorClass, log } from '../../platform/log'
import { once } from '../../platform/once'
import { type MethodName, methods } from '../../protocol/rpc/methods'
import { indexersInTurn, upstreamOf } from '../../upstream/indexer/indexers'
import { WINDOW_SECONDS } from '../../upstream/indexer/recent-calls'
import {
  configuration,
  endpointOf,
  type Indexer,
  indexersOf,
  isAbsent,
  type Network,
  networks,
  planOf,
} from '../../upstream/networks/networks'
import type { ObservedChain } from '../chain/heads'
import { readChainHead } from '../chain/watch'
import { learnBlockTime } from '../operations/canary'
import { type CanaryMode, checkOperations } from '../operations/degradations'
import { operationsOf, startNotingCalls } from '../operations/operations'
import { recordIndexer, VerdictRecorder } from './changes'
import { checkIndexer } from './check'
import { NetworkMonitor } from './network-monitor'
import { currentAcknowledgement, currentMaintenance } from './operator-notes'
import { bestVerdict, type IndexerPart, joinStatuses } from './several'
import { isInDoubt } from './verdict'

/** Milliseconds between checks: active with clients, or for a local indexer. design.md 4.2, PROBE_SECONDS. */
const ACTIVE_MS = 5_000

const IDLE_MS = 60_000

/** Milliseconds after a request in which checks keep the active pace. */
const ACTIVE_FOR_MS = 60_000

const FIRST_CHECK_MS = 2_000

/** Longer than a check, which may take some ten seconds. */
const LATE_MS = 30_000

/** Because the probe's share of the plan covers two requests per check. */
const CHECKS_PER_SIGNATURE = 6

/**
 * The first call starts the probe and waits at most 2 s for its first check. Never throws.
 * @param samples number of newest checks to include; all are some 30 kB
 */
export async function statusOf(network: Network, samples?: number): Promise<IndexerStatus> {
  await Promise.all(probesOf(network).map((probe) => probe.firstCheck()))
  return peekStatus(network, samples)
}

/** Does not wait: `unknown` before the first check. */
export function statusNow(network: Network, samples = 0): IndexerStatus {
  for (const probe of probesOf(network)) probe.noteClient()
  return peekStatus(network, samples)
}

/** `unknown` before the first check. design.md 4.4, /api/v1/health. */
export function strictVerdictOf(network: Network): Verdict {
  return bestVerdict(probesOf(network).map((probe) => ({ ...probe.status(0), verdict: probe.strictVerdict() })))
}

export function indexerStatusNow(indexer: Indexer, samples: number): IndexerStatus {
  const probe = probeOf(indexer)
  probe.noteClient()
  return probe.status(samples)
}

/** Networks whose checks have stopped, which is the explorer's fault. */
export function networksUnchecked(): string[] {
  return networks()
    .filter((network) => probesOf(network).some((probe) => probe.isLate()))
    .map(({ name }) => name)
}

/** Starts at once, so that the record does not depend on clients. */
export function startProbes(): void {
  startNotingCalls()
  for (const network of networks()) for (const probe of probesOf(network)) probe.start()
}

/** For tests; the next statusOf() starts another probe. */
export function endProbe(network: Network): void {
  for (const indexer of indexersOf(network)) {
    probes().get(indexer)?.end()
    probes().delete(indexer)
  }
}

export function endProbes(): void {
  for (const probe of probes.existing()?.values() ?? []) probe.end()
}

const probes = once('probes', () => new Map<Indexer, Probe>())

function probeOf(indexer: Indexer): Probe {
  const probe = probes().get(indexer) ?? new Probe(indexer)
  probes().set(indexer, probe)
  return probe
}

function probesOf(network: Network): Probe[] {
  return indexersOf(network).map(probeOf)
}

/** Unlike statusNow(), does not speed up checks. */
export function peekStatus(network: Network, samples?: number): IndexerStatus {
  const [first, ...others] = indexersInTurn(network).map((indexer): IndexerPart => {
    return { label: indexer.label, status: probeOf(indexer).status(samples) }
  })
  if (!first) throw new Error('a network has an indexer')
  return others.length === 0 ? first.status : probeOf(indexersOf(network)[0]).joined([first, ...others])
}

/** Shared, so that all indexers of a network are compared with the same head. */
const chainReadings = once('chain readings', () => new WeakMap<Network, Promise<ObservedChain | null>>())

const DEPS = { sample: checkIndexer, operations: checkOperations, learnBlockTime, readChainHead }

export class Probe {
  readonly #monitor: NetworkMonitor
  /** Only the probe of the first indexer records, with the joint verdict. */
  readonly #recorder: VerdictRecorder | null
  private readonly network: Network
  readonly #madeMs = clock().monotonic()
  #lastReaderMs = Number.NEGATIVE_INFINITY
  #checkedMs = Number.NEGATIVE_INFINITY
  #learnedMs = Number.NEGATIVE_INFINITY
  #learnedSlot: number | null = null
  #checking: Promise<void> | null = null
  #dueMs = Number.POSITIVE_INFINITY
  #cancel = () => {}
  #ended = false
  private readonly deps: typeof DEPS

  constructor(
    private readonly indexer: Indexer,
    deps: Partial<typeof DEPS> = {},
  ) {
    this.deps = { ...DEPS, ...deps }
    this.network = indexer.network
    const { name, recorded } = indexer.network
    this.#recorder = indexer.number === 1 ? new VerdictRecorder(name, () => upstreamOf(indexer).counts.answers) : null
    this.#monitor = new NetworkMonitor(name, indexer.label, recorded)
  }

  start(): void {
    if (this.#checking === null && this.#checkedMs === Number.NEGATIVE_INFINITY) this.#checkNow()
  }

  noteClient(): void {
    const now = clock().monotonic()
    this.#lastReaderMs = now
    if (this.#checking !== null) return
    const dueMs = this.#checkedMs + this.#intervalMs()
    if (dueMs <= now) this.#checkNow()
    else if (dueMs < this.#dueMs) this.#schedule()
  }

  async firstCheck(): Promise<void> {
    this.noteClient()
    if (this.#monitor.hasChecked || this.#checking === null) return
    await inTime(this.#checking, FIRST_CHECK_MS)
  }

  /** False while it recovers, as what is said then is no error. */
  #isFailing(): boolean {
    const { verdict, pending } = this.#monitor.judgement
    return verdict !== 'ok' && verdict !== 'unknown' && pending?.worse !== false
  }

  async #firstResult(): Promise<void> {
    if (!this.#monitor.hasChecked) await this.#checking
  }

  status(samples?: number): IndexerStatus {
    const wanted = samples ?? Number.POSITIVE_INFINITY
    const status = this.#monitor.status(wanted)
    const { name } = this.network
    return {
      ...status,
      maintenance: currentMaintenance(name),
      acknowledged: status.verdict === 'ok' ? null : currentAcknowledgement(name),
      intervalSeconds: this.#intervalMs() / 1_000,
      operations: wanted > 0 ? this.#operations() : [],
      windowSeconds: WINDOW_SECONDS,
    }
  }

  #operations(): OperationHealth[] {
    const health = upstreamOf(this.indexer).recent.health(Object.keys(methods) as MethodName[])
    return health.map((each) => (isAbsent(this.network, each.method) ? { ...each, absent: true } : each))
  }

  joined(parts: readonly [IndexerPart, ...IndexerPart[]]): IndexerStatus {
    const status = joinStatuses(parts)
    return this.#recorder?.joined(status) ?? status
  }

  isLate(): boolean {
    const sinceMs = clock().monotonic() - Math.max(this.#checkedMs, this.#madeMs)
    return sinceMs > this.#intervalMs() + LATE_MS
  }

  strictVerdict(): Verdict {
    return this.#monitor.strictVerdict()
  }

  end(): void {
    this.#ended = true
    this.#cancel()
  }

  #checkNow(): void {
    this.#cancel()
    this.#checkedMs = clock().monotonic()
    this.#learnTime()
    // In parallel, because the lag is the difference of both slots.
    this.#checking = Promise.all([
      // Canaries go first: the check itself may use up the plan.
      this.deps.operations(this.indexer, this.#asking()),
      this.deps.sample(this.indexer),
      this.#chainHead(),
    ])
      .then(async ([wrong, sample, chain]) => {
        if (this.#ended) return
        const { refused, newestSignature } = operationsOf(this.indexer)
        this.#monitor.note(sample, { wrong, refused, newestSignature, chain })
        const upstream = upstreamOf(this.indexer)
        upstream.verdict = this.#monitor.judgement.verdict
        upstream.slotTold = this.#monitor.lastSlot
        const several = indexersOf(this.network).length > 1
        const own = this.#monitor.status(1)
        if (several) recordIndexer(this.indexer.label, own, this.#intervalMs() / 1_000)
        if (!this.#recorder) return
        // The first one to answer after a start does not decide for all.
        if (several) await Promise.all(probesOf(this.network).map((probe) => probe !== this && probe.#firstResult()))
        if (this.#ended) return
        const status = several ? peekStatus(this.network, 1) : own
        const isOfOther = status.verdict === 'degraded' && probesOf(this.network).some((probe) => probe.#isFailing())
        this.#recorder.record(status, this.#intervalMs() / 1_000, several && isOfOther)
      })
      // Failures of indexers become samples; our own faults must not end the probe.
      .catch(fault)
      .finally(() => {
        this.#checking = null
        this.#schedule()
      })
  }

  #chainHead(): Promise<ObservedChain | null> {
    const known = this.indexer.number === 1 ? undefined : chainReadings().get(this.network)
    const reading = known ?? this.deps.readChainHead(this.network)
    chainReadings().set(this.network, reading)
    return reading
  }

  /** The first check sends no canaries, so that an unreachable indexer gets no more requests. */
  #asking(): CanaryMode {
    if (!this.#monitor.hasChecked) return this.#monitor.wasDegraded ? 'doubtful' : 'no'
    return this.#monitor.lastSlot !== null ? 'in turn' : 'no'
  }

  /** Only if clients' requests yield no block time near the slot, and never for an unmoved slot. */
  #learnTime(): void {
    const slot = this.#monitor.judgement.slot?.value ?? null
    if (slot === null || slot === this.#learnedSlot || this.#monitor.knowsTimeNear(slot)) return
    if (clock().monotonic() - this.#learnedMs < CHECKS_PER_SIGNATURE * this.#intervalMs()) return
    this.#learnedMs = clock().monotonic()
    this.#learnedSlot = slot
    this.deps.learnBlockTime(this.indexer).catch(fault)
  }

  #schedule(): void {
    this.#cancel()
    if (this.#ended) return
    this.#dueMs = this.#checkedMs + this.#intervalMs()
    const left = Math.max(0, this.#dueMs - clock().monotonic())
    this.#cancel = clock().after(left, () => this.#checkNow())
  }

  /** In doubt, checks keep the active pace. */
  #intervalMs(): number {
    const fixed = configuration().probeSeconds
    if (fixed !== null) return fixed * 1_000
    const monitor = clock().monotonic() - this.#lastReaderMs < ACTIVE_FOR_MS || endpointOf(this.indexer).loopback
    const inDoubt = isInDoubt(this.#monitor.judgement) || operationsOf(this.indexer).inDoubt
    return Math.max(monitor || inDoubt ? ACTIVE_MS : IDLE_MS, planOf(this.indexer)?.probeMs ?? 0)
  }
}

function fault(error: unknown): void {
  log('error', 'the probe failed', { error: errorClass(error) })
}
