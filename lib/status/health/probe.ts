import 'server-only'
import type { IndexerStatus } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { clock, inTime } from '../../platform/clock'
import { errorClass, log } from '../../platform/log'
import { once } from '../../platform/once'
import { type MethodName, methods } from '../../protocol/rpc/methods'
import { upstreamOf } from '../../upstream/indexer/guards'
import { indexersInTurn } from '../../upstream/indexer/preferred'
import { WINDOW_SECONDS } from '../../upstream/indexer/recent-calls'
import {
  endpointOf,
  type Indexer,
  indexersOf,
  type Network,
  networks,
  planOf,
  probeSeconds,
} from '../../upstream/networks/networks'
import type { ChainSeen } from '../chain/lag'
import { findNextBlock } from '../chain/next-block'
import { learnChainTimes, readChainHead } from '../chain/watch'
import { learnBlockTime } from '../operations/canary'
import { type Asking, checkOperations } from '../operations/degradations'
import { noteCalls, operationsOf } from '../operations/operations'
import { checkIndexer } from './check'
import { JoinedRecorder } from './joined-recorder'
import { NetworkMonitor } from './network-monitor'
import { acknowledgementOf, maintenanceOf } from './operator-notes'
import { bestVerdict, type IndexerPart, joinedStatus } from './several'

/** Milliseconds between checks while there are readers, or for an indexer on this machine. design.md 4.2, PROBE_SECONDS. */
const ACTIVE_MS = 5_000

/** Milliseconds between checks without readers. */
const IDLE_MS = 60_000

/** Milliseconds after its last request for which a reader counts. */
const ACTIVE_FOR_MS = 60_000

/** Milliseconds that a reader waits for the very first check. */
const FIRST_CHECK_MS = 2_000

/** Milliseconds by which a check may be late: one alone may take some ten seconds. */
const LATE_MS = 30_000

/** The newest signature is asked for with every sixth check at most: the plan pays for two requests of a check. */
const CHECKS_PER_SIGNATURE = 6

/**
 * What the probe knows about a network's indexer. The first call starts the probe, one per process and indexer, and
 * waits for its first check at most 2 s; later ones answer at once. Never throws.
 * @param samples how many of the newest checks to include: all of them take some 30 kB.
 */
export async function statusOf(network: Network, samples?: number): Promise<IndexerStatus> {
  await Promise.all(probesOf(network).map((probe) => probe.firstCheck()))
  return statusTogether(network, samples)
}

/** As statusOf(), without a wait: what has not been checked yet is `unknown`. For machines, which ask again. */
export function statusNow(network: Network, samples = 0): IndexerStatus {
  for (const probe of probesOf(network)) probe.noteReader()
  return statusTogether(network, samples)
}

/** As statusNow(), for the explorer's own purposes: nobody reads it, so checks come no faster. */
export function statusUnread(network: Network): IndexerStatus {
  return statusTogether(network, 0)
}

/** The verdict that strict monitors go by; `unknown` before the first check. design.md 4.4, /api/v1/health. */
export function strictVerdictOf(network: Network): Verdict {
  return bestVerdict(probesOf(network).map((probe) => probe.strictVerdict()))
}

/** When a network's indexer is checked. */
export interface ProbeSchedule {
  intervalMs: number
  /** Milliseconds until the next check; null while one is running, or before the first. */
  nextInMs: number | null
  running: boolean
  /** True while another check soon would tell more. */
  inDoubt: boolean
}

/** When an indexer is checked, as it stands; starts nothing. */
export function probeScheduleOf(indexer: Indexer): ProbeSchedule {
  return probeOf(indexer).schedule
}

/** What the probe knows of one indexer, as statusNow(). */
export function indexerStatusNow(indexer: Indexer, samples: number): IndexerStatus {
  const probe = probeOf(indexer)
  probe.noteReader()
  return probe.status(samples)
}

/** Networks whose checks have stopped coming, a fault of the explorer's own, whatever its indexers do. */
export function networksUnchecked(): string[] {
  return networks()
    .filter((network) => probesOf(network).some((probe) => probe.isLate()))
    .map(({ name }) => name)
}

/** Begins to check all networks, with readers or without: what is recorded must not depend on readers. */
export function startProbes(): void {
  noteCalls()
  for (const network of networks()) for (const probe of probesOf(network)) probe.start()
}

/** Ends a network's probe, for tests; the next reader starts another one. */
export function endProbe(network: Network): void {
  for (const indexer of indexersOf(network)) {
    probes().get(indexer)?.end()
    probes().delete(indexer)
  }
}

/** Ends all probes, for tests. */
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

/** The status of a network's only indexer, or that of all together. */
function statusTogether(network: Network, samples?: number): IndexerStatus {
  const [first, ...others] = indexersInTurn(network).map((indexer): IndexerPart => {
    return { label: indexer.label, status: probeOf(indexer).status(samples) }
  })
  if (!first) throw new Error('a network has an indexer')
  return others.length === 0 ? first.status : joinedStatus([first, ...others])
}

/** What was recorded last of each network of several indexers. */
const recorders = once('history recorders', () => new WeakMap<Network, JoinedRecorder>())

/** Notes that an indexer was checked: the verdict of several is recorded with the checks of the first. */
function checked({ network, number }: Indexer, intervalSeconds: number): void {
  if (number !== 1 || indexersOf(network).length === 1) return
  const recorder = recorders().get(network) ?? new JoinedRecorder(network.name)
  recorders().set(network, recorder)
  recorder.record(statusTogether(network, 1), intervalSeconds)
}

/** What the nodes of a chain said last: the indexers of a network are compared with one reading. */
const chainReadings = once('chain readings', () => new WeakMap<Network, Promise<ChainSeen | null>>())

/** What a probe calls: tests bring their own. */
export interface ProbeDeps {
  sample: typeof checkIndexer
  operations: typeof checkOperations
  learnBlockTime: typeof learnBlockTime
  readChainHead: typeof readChainHead
  learnChainTimes: typeof learnChainTimes
  findNextBlock: typeof findNextBlock
}

const DEPS: ProbeDeps = {
  sample: checkIndexer,
  operations: checkOperations,
  learnBlockTime,
  readChainHead,
  learnChainTimes,
  findNextBlock,
}

/** Checks an indexer again and again. */
export class Probe {
  readonly #monitor: NetworkMonitor
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
  private readonly deps: ProbeDeps

  constructor(
    private readonly indexer: Indexer,
    deps: Partial<ProbeDeps> = {},
  ) {
    this.deps = { ...DEPS, ...deps }
    this.network = indexer.network
    const { name, recorded } = indexer.network
    this.#monitor = new NetworkMonitor(name, indexer.label, recorded)
  }

  /** Checks now unless it has done so already, and then at intervals. */
  start(): void {
    if (this.#checking === null && this.#checkedMs === Number.NEGATIVE_INFINITY) this.#checkNow()
  }

  /** Notes that someone reads the status: checks come faster for a while. */
  noteReader(): void {
    const now = clock().monotonic()
    this.#lastReaderMs = now
    if (this.#checking !== null) return
    const dueMs = this.#checkedMs + this.#intervalMs()
    if (dueMs <= now) this.#checkNow()
    else if (dueMs < this.#dueMs) this.#schedule()
  }

  /** As noteReader(), and waits while nothing is known, at most 2 s. */
  async firstCheck(): Promise<void> {
    this.noteReader()
    if (this.#monitor.hasChecked || this.#checking === null) return
    await inTime(this.#checking, FIRST_CHECK_MS)
  }

  status(samples?: number): IndexerStatus {
    const wanted = samples ?? Number.POSITIVE_INFINITY
    const status = this.#monitor.status(wanted)
    const { name } = this.network
    return {
      ...status,
      maintenance: maintenanceOf(name),
      acknowledged: status.verdict === 'ok' ? null : acknowledgementOf(name),
      intervalSeconds: this.#intervalMs() / 1_000,
      operations: wanted > 0 ? upstreamOf(this.indexer).recent.health(Object.keys(methods) as MethodName[]) : [],
      windowSeconds: WINDOW_SECONDS,
    }
  }

  get schedule(): ProbeSchedule {
    const running = this.#checking !== null
    const isPlanned = !running && Number.isFinite(this.#dueMs)
    return {
      intervalMs: this.#intervalMs(),
      nextInMs: isPlanned ? Math.max(0, Math.round(this.#dueMs - clock().monotonic())) : null,
      running,
      inDoubt: this.#monitor.inDoubt,
    }
  }

  /** True when the next check should have begun long ago. */
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
    if (this.#wantsBlockTime()) this.#learn()
    // The chain is read in the same moment: the distance between both is the lag.
    this.#checking = Promise.all([
      // First: what the check itself costs may leave no room in the plan.
      this.deps.operations(this.indexer, this.#asking()),
      this.deps.sample(this.indexer),
      this.#chainHead(),
    ])
      .then(([wrong, sample, chain]) => {
        if (this.#ended) return
        this.#monitor.note(sample, () => this.#intervalMs() / 1_000, { wrong, chain })
        upstreamOf(this.indexer).verdict = this.#monitor.verdict
        checked(this.indexer, this.#intervalMs() / 1_000)
        if (chain && sample.slot !== null) this.deps.learnChainTimes(this.network, sample.slot).catch(fault)
        const { stoppedAt } = this.#monitor
        if (stoppedAt !== null) this.deps.findNextBlock(this.network, stoppedAt).catch(fault)
      })
      // check() turns every failure of an indexer into a sample; a fault of our own must not end the probe.
      .catch(fault)
      .finally(() => {
        this.#checking = null
        this.#schedule()
      })
  }

  #chainHead(): Promise<ChainSeen | null> {
    const known = this.indexer.number === 1 ? undefined : chainReadings().get(this.network)
    const reading = known ?? this.deps.readChainHead(this.network)
    chainReadings().set(this.network, reading)
    return reading
  }

  /** The first check is about whether it is there at all; and one that is not there is not asked for more. */
  #asking(): Asking {
    if (!this.#monitor.hasChecked) return this.#monitor.wasDegraded ? 'doubtful' : 'no'
    return this.#monitor.answers ? 'in turn' : 'no'
  }

  /** A signature's time is asked for where readers' questions bring none, and never for a slot that stands. */
  #wantsBlockTime(): boolean {
    const { slot } = this.#monitor
    if (slot === null || slot === this.#learnedSlot || this.#monitor.knowsTimeNear(slot)) return false
    return clock().monotonic() - this.#learnedMs >= CHECKS_PER_SIGNATURE * this.#intervalMs()
  }

  /** Beside the check, which does not wait for it. */
  #learn(): void {
    this.#learnedMs = clock().monotonic()
    this.#learnedSlot = this.#monitor.slot
    this.deps.learnBlockTime(this.indexer).catch(fault)
  }

  #schedule(): void {
    this.#cancel()
    if (this.#ended) return
    this.#dueMs = this.#checkedMs + this.#intervalMs()
    const left = Math.max(0, this.#dueMs - clock().monotonic())
    this.#cancel = clock().after(left, () => this.#checkNow())
  }

  /** Milliseconds between two checks at present. A doubt is settled at the pace of a probe with readers. */
  #intervalMs(): number {
    const fixed = probeSeconds()
    if (fixed !== null) return fixed * 1_000
    const monitor = clock().monotonic() - this.#lastReaderMs < ACTIVE_FOR_MS || endpointOf(this.indexer).loopback
    const inDoubt = this.#monitor.inDoubt || operationsOf(this.indexer).inDoubt
    // A plan may be too small for checks at this pace.
    return Math.max(monitor || inDoubt ? ACTIVE_MS : IDLE_MS, planOf(this.indexer)?.probeMs ?? 0)
  }
}

function fault(error: unknown): void {
  log('error', 'the probe failed', { error: errorClass(error) })
}
