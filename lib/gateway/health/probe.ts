import 'server-only'
import type { IndexerStatus, Verdict } from '../../api/status'
import { clock, inTime } from '../../clock'
import { errorClass, log } from '../../log/log'
import { once } from '../../once'
import { type MethodName, methods } from '../../rpc/methods'
import { endpointOf, type Network, networks, planOf, probeSeconds } from '../networks'
import { WINDOW_SECONDS } from '../upstream/recent-calls'
import { upstreamOf } from '../upstream/upstream'
import { learnBlockTime, look } from './look'
import { Watched } from './watched'

/** Milliseconds between looks while someone watches or the indexer is on this machine. design.md 4.2, PROBE_SECONDS. */
const WATCHED_MS = 5_000

/** Milliseconds between looks while nobody watches. */
const IDLE_MS = 60_000

/** Someone who looked this recently (ms) is still watching. */
const WATCHING_MS = 60_000

/** Milliseconds that a reader waits for the very first look. */
const FIRST_LOOK_MS = 2_000

/** The newest signature is asked for with every sixth look at most: the plan pays for two questions of a look. */
const LOOKS_PER_SIGNATURE = 6

/**
 * What the probe knows about a network's indexer. The first call starts the probe, one per process and network, and
 * waits for its first look at most 2 s; later ones answer at once. Never throws.
 * @param samples how many of the newest looks to include: all of them take some 30 kB.
 */
export async function statusOf(network: Network, samples?: number): Promise<IndexerStatus> {
  const probe = probeOf(network)
  await probe.firstLook()
  return probe.status(samples)
}

/** As statusOf(), without a wait: what has not been looked at yet is `unknown`. For machines, which ask again. */
export function statusNow(network: Network, samples = 0): IndexerStatus {
  const probe = probeOf(network)
  probe.watch()
  return probe.status(samples)
}

/** All networks side by side, the default one first: the slowest of them keeps nobody for more than 2 s. */
export function statusOfAll(samples = 0): Promise<IndexerStatus[]> {
  return Promise.all(networks().map((network) => statusOf(network, samples)))
}

/** The verdict that strict monitors go by; `unknown` before the first look. design.md 4.4, /api/v1/health. */
export function strictVerdictOf(network: Network): Verdict {
  return probeOf(network).strictVerdict()
}

/** Begins to look at all networks, watched or not: what is recorded must not depend on readers. */
export function startProbes(): void {
  for (const network of networks()) probeOf(network).start()
}

/** Ends a network's probe, for tests; the next reader starts another one. */
export function endProbe(network: Network): void {
  probes().get(network)?.end()
  probes().delete(network)
}

/** Ends all probes, for tests. */
export function endProbes(): void {
  for (const probe of probes.made()?.values() ?? []) probe.end()
}

const probes = once(() => new Map<Network, Probe>())

function probeOf(network: Network): Probe {
  const probe = probes().get(network) ?? new Probe(network)
  probes().set(network, probe)
  return probe
}

/** How a probe looks: tests of an hour bring their own. */
export interface Eyes {
  look: typeof look
  learnBlockTime: typeof learnBlockTime
}

/** Looks again and again, and keeps what it saw. */
export class Probe {
  readonly #watched: Watched
  #watchedMs = Number.NEGATIVE_INFINITY
  #lookedMs = Number.NEGATIVE_INFINITY
  #learnedMs = Number.NEGATIVE_INFINITY
  #learnedSlot: number | null = null
  #looking: Promise<void> | null = null
  #dueMs = Number.POSITIVE_INFINITY
  #cancel = () => {}
  #ended = false

  constructor(
    private readonly network: Network,
    private readonly eyes: Eyes = { look, learnBlockTime },
  ) {
    this.#watched = new Watched(network.name)
  }

  /** Looks now unless it has done so already; goes on by itself from then on. */
  start(): void {
    if (this.#looking === null && this.#lookedMs === Number.NEGATIVE_INFINITY) this.#lookNow()
  }

  /** Notes that someone is looking. */
  watch(): void {
    const now = clock().monotonic()
    this.#watchedMs = now
    if (this.#looking !== null) return
    const dueMs = this.#lookedMs + this.#intervalMs()
    if (dueMs <= now) this.#lookNow()
    else if (dueMs < this.#dueMs) this.#schedule()
  }

  /** As watch(), and waits while nothing is known, at most 2 s. */
  async firstLook(): Promise<void> {
    this.watch()
    if (this.#watched.looked || this.#looking === null) return
    await inTime(this.#looking, FIRST_LOOK_MS)
  }

  status(samples?: number): IndexerStatus {
    const wanted = samples ?? Number.POSITIVE_INFINITY
    return {
      ...this.#watched.status(wanted),
      intervalSeconds: this.#intervalMs() / 1_000,
      operations: wanted > 0 ? upstreamOf(this.network).recent.health(Object.keys(methods) as MethodName[]) : [],
      windowSeconds: WINDOW_SECONDS,
    }
  }

  strictVerdict(): Verdict {
    return this.#watched.strictVerdict()
  }

  end(): void {
    this.#ended = true
    this.#cancel()
  }

  #lookNow(): void {
    this.#cancel()
    this.#lookedMs = clock().monotonic()
    if (this.#wantsBlockTime()) this.#learn()
    this.#looking = this.eyes
      .look(this.network)
      .then((sample) => {
        if (!this.#ended) this.#watched.note(sample, () => this.#intervalMs() / 1_000)
      })
      // look() turns every failure of an indexer into a sample; a fault of our own must not end the probe.
      .catch(fault)
      .finally(() => {
        this.#looking = null
        this.#schedule()
      })
  }

  /** A signature's time is asked for where readers' questions bring none, and never for a slot that stands. */
  #wantsBlockTime(): boolean {
    const { slot } = this.#watched
    if (slot === null || slot === this.#learnedSlot || this.#watched.knowsTimeNear(slot)) return false
    return clock().monotonic() - this.#learnedMs >= LOOKS_PER_SIGNATURE * this.#intervalMs()
  }

  /** Beside the look, which does not wait for it. */
  #learn(): void {
    this.#learnedMs = clock().monotonic()
    this.#learnedSlot = this.#watched.slot
    this.eyes.learnBlockTime(this.network).catch(fault)
  }

  #schedule(): void {
    this.#cancel()
    if (this.#ended) return
    this.#dueMs = this.#lookedMs + this.#intervalMs()
    const left = Math.max(0, this.#dueMs - clock().monotonic())
    this.#cancel = clock().after(left, () => this.#lookNow())
  }

  /** Milliseconds between two looks at present. A doubt is settled at a watched probe's pace. */
  #intervalMs(): number {
    const fixed = probeSeconds()
    if (fixed !== null) return fixed * 1_000
    const watched = clock().monotonic() - this.#watchedMs < WATCHING_MS || endpointOf(this.network).loopback
    // A plan may be too small for looks at this pace.
    return Math.max(watched || this.#watched.inDoubt ? WATCHED_MS : IDLE_MS, planOf(this.network)?.probeMs ?? 0)
  }
}

function fault(error: unknown): void {
  log('error', 'the probe failed', { error: errorClass(error) })
}
