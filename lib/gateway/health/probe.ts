import 'server-only'
import type { IndexerStatus, ProbeSample, Verdict } from '../../rpc/status'
import { lastReset } from '../memory/remembered'
import { endpointOf, type Network, planOf, probeSeconds } from '../networks'
import { processWide } from '../process-wide'
import { look } from './look'
import { type Judgement, judge, NOT_LOOKED, strictVerdict, summaryOf, trendOf } from './verdict'

/** Milliseconds between looks while someone watches or the indexer is on this machine. design.md 4.2, PROBE_SECONDS. */
const WATCHED_MS = 5_000

/** Milliseconds between looks while nobody watches. */
const IDLE_MS = 60_000

/** Someone who looked this recently (ms) is still watching. */
const WATCHING_MS = 60_000

/** Milliseconds that a reader waits for the very first look. */
const FIRST_LOOK_MS = 2_000

/** Looks that are kept: 20 minutes of a watched indexer. */
export const MAX_SAMPLES = 240

/** Looks from which a trend is told: the last minute of a watched indexer. */
const TREND_SAMPLES = 12

/**
 * What the probe knows about a network's indexer. The first call starts the probe, one per process and network, and
 * waits for its first look at most 2 s; later ones answer at once. Never throws.
 * @param samples how many of the newest looks to include: all of them take some 30 kB.
 */
export async function statusOf(network: Network, samples = MAX_SAMPLES): Promise<IndexerStatus> {
  const probe = probeOf(network)
  await probe.watch()
  return probe.status(samples)
}

/** As statusOf(), without a wait: what nobody has looked at yet is `unknown`. For machines, which ask again. */
export function statusNow(network: Network, samples = 0): IndexerStatus {
  const probe = probeOf(network)
  void probe.watch()
  return probe.status(samples)
}

/** The verdict that strict monitors go by. design.md 4.4, /api/v1/health. */
export function strictVerdictOf(network: Network): Verdict {
  return strictVerdict(probeOf(network).judgement, performance.now())
}

/** Ends a network's probe, for tests; the next reader starts another one. */
export function endProbe(network: Network): void {
  probeOf(network).end()
  probes().delete(network)
}

function probes(): Map<Network, Probe> {
  return processWide('probes', () => new Map())
}

function probeOf(network: Network): Probe {
  const probe = probes().get(network) ?? new Probe(network)
  probes().set(network, probe)
  return probe
}

class Probe {
  judgement: Judgement = NOT_LOOKED
  #samples: ProbeSample[] = []
  #lastOkAt: string | null = null
  #watchedMs = Number.NEGATIVE_INFINITY
  #lookedMs = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(private readonly network: Network) {}

  /** Notes that someone is looking; waits only while nothing is known. */
  async watch(): Promise<void> {
    this.#watchedMs = performance.now()
    const due = performance.now() - this.#lookedMs >= this.#intervalMs()
    if (!this.#looking && due) this.#lookNow()
    if (this.judgement.since !== null || !this.#looking) return
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FIRST_LOOK_MS)
    })
    await Promise.race([this.#looking, patience])
    clearTimeout(timer)
  }

  status(samples: number): IndexerStatus {
    const { verdict, since, slot, slotMovedAt } = this.judgement
    const newest = this.#samples.at(-1)
    const lags = this.#samples.slice(-TREND_SAMPLES).flatMap(({ lag }) => lag ?? [])
    const trend = verdict === 'behind' ? trendOf(lags) : null
    const lag = newest?.lag ?? null
    return {
      network: this.network.name,
      verdict,
      summary: summaryOf(verdict, { slot: slot?.value ?? null, lag, trend, text: newest?.text ?? null }),
      since,
      slot: slot?.value ?? null,
      slotMovedAt,
      slotsPerSecond: this.#slotsPerSecond(),
      lag,
      trend,
      checkedAt: newest?.at ?? null,
      lastOkAt: this.#lastOkAt,
      reset: lastReset(this.network.name),
      intervalSeconds: this.#intervalMs() / 1000,
      samples: samples > 0 ? this.#samples.slice(-samples) : [],
      arrivalSeconds: null,
      standstill: null,
      headAge: null,
      operations: [],
      windowSeconds: 300,
    }
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  #lookNow(): void {
    clearTimeout(this.#timer)
    this.#lookedMs = performance.now()
    this.#looking = look(this.network)
      .then((sample) => this.#note(sample))
      // look() turns every failure of an indexer into a sample; a fault of our own must not end the probe.
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : 'the probe failed'))
      .finally(() => {
        this.#looking = null
        this.#schedule()
      })
  }

  #note(sample: ProbeSample): void {
    this.#samples = [...this.#samples, sample].slice(-MAX_SAMPLES)
    if (sample.says === 'ok') this.#lastOkAt = sample.at
    this.judgement = judge(this.judgement, { ...sample, atMs: performance.now() })
  }

  #schedule(): void {
    if (this.#ended) return
    const left = Math.max(0, this.#lookedMs + this.#intervalMs() - performance.now())
    this.#timer = setTimeout(() => this.#lookNow(), left)
    this.#timer.unref()
  }

  #intervalMs(): number {
    const fixed = probeSeconds()
    if (fixed !== null) return fixed * 1000
    const watched = performance.now() - this.#watchedMs < WATCHING_MS || endpointOf(this.network).loopback
    // A plan may be too small for looks at this pace.
    return Math.max(watched ? WATCHED_MS : IDLE_MS, planOf(this.network)?.probeMs ?? 0)
  }

  #slotsPerSecond(): number | null {
    const seen = this.#samples.filter(({ slot }) => slot !== null)
    const [first] = seen
    const last = seen.at(-1)
    if (!first || !last || first.slot === null || last.slot === null) return null
    const seconds = (Date.parse(last.at) - Date.parse(first.at)) / 1000
    return seconds > 0 ? Math.max(0, (last.slot - first.slot) / seconds) : null
  }
}
