import 'server-only'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { type Alert, type AlertNotice, incidentKey } from './alert'
import type { DeliveryResult } from './deliver'

/** The last try is some three minutes after the first. */
const TRIES = 5

/** Pauses between tries: first in milliseconds, growth factor, jitter. */
const FIRST_PAUSE_MS = 2_000
const FACTOR = 4
const JITTER = 0.25

/** `delivered`: of the newest try; null: none yet. */
export const webhookState = once('webhook state', (): { delivered: boolean | null } => ({ delivered: null }))

interface Undelivered {
  alert: Alert
  missed: number
  tries: number
  sending: boolean
  cancel(): void
}

/**
 * Retries with growing pauses. A host that was down gets only the newest state, with the number of missed changes. One change
 * per network is in flight.
 */
export class Webhook {
  readonly #undelivered = new Map<string, Undelivered>()
  readonly #lost = new Map<string, number>()
  /** Incidents that may be open at the host, since a failed try may have been delivered. */
  readonly #open = new Map<string, Set<string>>()

  constructor(
    private readonly send: (notice: AlertNotice) => Promise<DeliveryResult>,
    private readonly delivered: (alert: Alert) => void = () => {},
    private readonly random: () => number = Math.random,
  ) {}

  /** @param known key of the incident that was announced before, maybe by an earlier process; null: none is open */
  report(alert: Alert, known: string | null = null): void {
    const { network } = alert
    if (known !== null) this.#open.set(network, (this.#open.get(network) ?? new Set()).add(known))
    const before = this.#undelivered.get(network)
    if (before) {
      // An acknowledgement is not a change.
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
    webhookState().delivered = tried.delivered
    const fields = { upstream: alert.network, to: alert.to, outcome: tried.outcome }
    const newer = delivery.alert !== alert
    if (tried.delivered) {
      log('info', 'webhook delivered', { ...fields, attempt: delivery.tries })
      delivery.missed = Math.max(0, delivery.missed - missed - (newer ? 1 : 0))
      this.#open.set(alert.network, new Set(alert.to === 'ok' ? [] : [key]))
      this.#lost.delete(alert.network)
      this.delivered(alert)
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
