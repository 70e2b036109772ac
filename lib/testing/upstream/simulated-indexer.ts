import type { ProbeSample } from '@/lib/api/status'
import { clock } from '@/lib/platform/clock'
import type { RpcFailure } from '@/lib/protocol/rpc/failure'
import { checkFinding } from '@/lib/status/health/check'

/** `pace` in slots per second, at most up to the chain's tip. */
export type Mode =
  | { does: 'indexes'; pace: number }
  | { does: 'fails'; with: RpcFailure }
  | { does: 'hides its health'; with: RpcFailure; pace: number }

const REFUSED: RpcFailure = {
  kind: 'network',
  reason: 'unreachable',
  message: 'The indexer refused the connection.',
}
const LIMITED: RpcFailure = {
  kind: 'http',
  status: 429,
  retryAfterMs: 5_000,
  message: 'The indexer returned HTTP 429.',
}
const BROKEN: RpcFailure = { kind: 'http', status: 500, retryAfterMs: null, message: 'The indexer returned HTTP 500.' }

export const MODES = {
  follows: { does: 'indexes', pace: 100 },
  pauses: { does: 'indexes', pace: 0 },
  crawls: { does: 'indexes', pace: 1 },
  'catches up': { does: 'indexes', pace: 10 },
  refuses: { does: 'fails', with: REFUSED },
  limits: { does: 'fails', with: LIMITED },
  'hides its health': { does: 'hides its health', with: BROKEN, pace: 100 },
} as const satisfies Record<string, Mode>

/** Slots per second: a whole number of them between two checks. */
const CHAIN_PACE = 2.4

/** Slots; above it getIndexerHealth returns an error. */
const MAX_LAG = 20

export class SimulatedIndexer {
  mode: Mode = MODES.follows
  chainGoesOn = true
  claimsToBeWell = false
  odd: Mode | { does: 'answers'; slot: number } | null = null
  #tip: number
  #slot: number
  #lastMs = clock().monotonic()

  constructor(slot = 418_890_000) {
    this.#tip = slot
    this.#slot = slot
  }

  get slot(): number {
    return Math.floor(this.#slot)
  }

  get tip(): number {
    return Math.floor(this.#tip)
  }

  setBack(slots: number): void {
    this.#goOn()
    this.#slot -= slots
    this.mode = { does: 'indexes', pace: CHAIN_PACE }
  }

  catchUp(): void {
    this.#goOn()
    this.#slot = this.#tip
    this.mode = MODES.follows
  }

  check(): ProbeSample {
    this.#goOn()
    const { mode, odd } = this
    this.odd = null
    const now = odd ?? mode
    const slot = now.does === 'fails' ? null : now.does === 'answers' ? now.slot : this.slot
    const answered = slot === null ? null : { slot, lag: Math.floor(this.#tip) - slot }
    const failure = 'with' in now ? now.with : null
    const health =
      failure !== null
        ? { ok: false as const, failure }
        : answered && answered.lag > MAX_LAG && !this.claimsToBeWell
          ? { ok: false as const, failure: behind(answered.lag) }
          : { ok: true as const, result: 'ok' as const }
    const slotResult =
      answered === null
        ? { ok: false as const, failure: failure ?? REFUSED }
        : { ok: true as const, result: answered.slot }
    return { at: new Date(clock().wall()).toISOString(), slot, latencyMs: 3, ...checkFinding(health, slotResult) }
  }

  #goOn(): void {
    const now = clock().monotonic()
    const seconds = (now - this.#lastMs) / 1_000
    this.#lastMs = now
    if (this.chainGoesOn) this.#tip += CHAIN_PACE * seconds
    const pace = 'pace' in this.mode ? this.mode.pace : this.mode === MODES.limits ? 100 : 0
    this.#slot = Math.min(this.#tip, this.#slot + pace * seconds)
  }
}

function behind(lag: number): RpcFailure {
  return { kind: 'rpc', code: -32_000, message: `Node is behind ${lag} slots` }
}
