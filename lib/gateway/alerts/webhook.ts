import 'server-only'
import { clock } from '../../clock'
import { log } from '../../log/log'
import type { NetworkChange } from '../health/changes'
import type { Tried } from './deliver'

/** A change as its receiver gets it; `text` is what chat services show. Times are ISO 8601 UTC. */
export interface Alert extends NetworkChange {
  slot: number | null
  /** What happened around it: /status with the range held fast. */
  link: string
}

/** Tries for one change. With the pauses between them the last one is some three minutes after the first. */
const TRIES = 5

/** Pause after the first try (ms), by how much each one is longer than the last, and by how much it varies either way. */
const FIRST_PAUSE_MS = 2_000
const FACTOR = 4
const JITTER = 0.25

/** What is on its way to the receiver about one network. */
interface Undelivered {
  /** The newest one. */
  alert: Alert
  /** Changes before it that did not arrive. */
  missed: number
  tries: number
  sending: boolean
  cancel(): void
}

/**
 * Tells a receiver of each change of the verdict. What does not arrive is tried again, a few times, later and later; the
 * newest state wins: who was away learns how things are and how many changes it missed, not each of them. One change of a
 * network at a time is on its way.
 */
export class Webhook {
  readonly #undelivered = new Map<string, Undelivered>()
  /** Changes that were given up since the last one that arrived, by network. */
  readonly #lost = new Map<string, number>()

  constructor(
    private readonly post: (json: string) => Promise<Tried>,
    private readonly random: () => number = Math.random,
  ) {}

  report(alert: Alert): void {
    const { network } = alert
    const before = this.#undelivered.get(network)
    if (before) {
      before.alert = alert
      before.missed++
      before.tries = 0
      if (!before.sending) void this.#send(before)
      return
    }
    const missed = this.#lost.get(network) ?? 0
    const undelivered = { alert, missed, tries: 0, sending: false, cancel: () => {} }
    this.#undelivered.set(network, undelivered)
    void this.#send(undelivered)
  }

  async #send(delivery: Undelivered): Promise<void> {
    delivery.cancel()
    delivery.sending = true
    delivery.tries++
    const { alert, missed } = delivery
    const tried = await this.post(bodyOf(alert, missed))
    delivery.sending = false
    const fields = { upstream: alert.network, to: alert.to, outcome: tried.outcome }
    const newer = delivery.alert !== alert
    if (tried.delivered) {
      log('info', 'webhook delivered', { ...fields, attempt: delivery.tries })
      delivery.missed -= missed + (newer ? 1 : 0)
      this.#lost.delete(alert.network)
      if (newer) void this.#send(delivery)
      else this.#undelivered.delete(alert.network)
      return
    }
    if (delivery.tries >= TRIES) {
      log('error', 'webhook given up', { ...fields, attempt: delivery.tries })
      this.#lost.set(alert.network, delivery.missed + 1)
      this.#undelivered.delete(alert.network)
      return
    }
    const pauseMs = this.#pauseMs(delivery.tries, tried.retryAfterMs)
    log('warn', 'webhook failed', { ...fields, attempt: delivery.tries, retry_after_ms: pauseMs })
    delivery.cancel = clock().after(pauseMs, () => void this.#send(delivery))
  }

  #pauseMs(tries: number, wantedMs: number | null): number {
    const pause = FIRST_PAUSE_MS * FACTOR ** Math.max(0, tries - 1) * (1 - JITTER + 2 * JITTER * this.random())
    return Math.round(Math.max(pause, wantedMs ?? 0))
  }
}

function bodyOf({ network, from, to, at, summary, slot, link }: Alert, missed: number): string {
  const text = `${network}: ${to}${from === null ? '' : `, was ${from}`}. ${summary} ${link}`
  return JSON.stringify({ text, network, from, to, at, summary, slot, link, missed })
}
