import 'server-only'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { type Alert, incidentKey, type Notice } from './alert'
import type { Tried } from './deliver'

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
  /** Incidents that may be open at the receiver, by network: a try that failed may have arrived. */
  readonly #open = new Map<string, Set<string>>()

  constructor(
    private readonly send: (notice: Notice) => Promise<Tried>,
    private readonly random: () => number = Math.random,
  ) {}

  report(alert: Alert): void {
    const { network } = alert
    const before = this.#undelivered.get(network)
    if (before) {
      // That somebody took the incident over is no change of its own.
      if (alert.acknowledged === null) before.missed++
      before.alert = alert
      before.tries = 0
      if (!before.sending) void this.#try(before)
      return
    }
    const missed = this.#lost.get(network) ?? 0
    const undelivered = { alert, missed, tries: 0, sending: false, cancel: () => {} }
    this.#undelivered.set(network, undelivered)
    void this.#try(undelivered)
  }

  async #try(delivery: Undelivered): Promise<void> {
    delivery.cancel()
    delivery.sending = true
    delivery.tries++
    const { alert, missed } = delivery
    const key = incidentKey(alert)
    const open = this.#open.get(alert.network) ?? new Set()
    this.#open.set(alert.network, open.add(key))
    const over = [...open].filter((other) => other !== key)
    const tried = await this.send({ alert, missed, over })
    delivery.sending = false
    const fields = { upstream: alert.network, to: alert.to, outcome: tried.outcome }
    const newer = delivery.alert !== alert
    if (tried.delivered) {
      log('info', 'webhook delivered', { ...fields, attempt: delivery.tries })
      delivery.missed = Math.max(0, delivery.missed - missed - (newer ? 1 : 0))
      this.#open.set(alert.network, new Set(alert.to === 'ok' ? [] : [key]))
      this.#lost.delete(alert.network)
      if (newer) void this.#try(delivery)
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
    delivery.cancel = clock().after(pauseMs, () => void this.#try(delivery))
  }

  #pauseMs(tries: number, wantedMs: number | null): number {
    const pause = FIRST_PAUSE_MS * FACTOR ** Math.max(0, tries - 1) * (1 - JITTER + 2 * JITTER * this.random())
    return Math.round(Math.max(pause, wantedMs ?? 0))
  }
}
