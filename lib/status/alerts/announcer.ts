import 'server-only'
import type { IndexerStatus, MaintenanceWindow } from '../../api/status'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { clock, nowIso } from '../../platform/clock'
import type { NetworkChange } from '../health/changes'
import type { Alert, Note } from './alert'
import type { Beginning } from './incidents'

/** Milliseconds after which windows are read again at the latest: another explorer may have been given them. */
const FOLLOW_MS = 60_000

/** What an announcer goes by: tests bring their own. */
export interface AnnouncerDeps {
  networks(): string[]
  statusOf(network: string): IndexerStatus
  /** When the incident of a change began, by its changes. */
  beginningOf(change: NetworkChange): Beginning
  /** The verdict that was in force before a moment (ISO 8601 UTC), and when its incident began; null: not known. */
  before(network: string, at: string): { verdict: Verdict; beginning: Beginning } | null
  maintenanceOf(network: string): MaintenanceWindow | null
  /** Milliseconds until a maintenance window begins or ends; null: none is planned. */
  untilNextWindow(): number | null
  link(change: NetworkChange): string
  runbook(change: NetworkChange): string | null
  report(alert: Alert): void
}

/**
 * Decides which changes a receiver learns of. None while a network is in maintenance: at its end how it is, unless it is ok and was
 * before. Of an incident that somebody has taken over only what is worse than what was reported, and its end.
 */
export class Announcer {
  /** When the maintenance began that a network was in when it was last followed; absent: it was in none. */
  readonly #maintenance = new Map<string, string>()
  /** The worst that was reported of the present incident. */
  readonly #worst = new Map<string, number>()
  #cancel = () => {}

  constructor(private readonly deps: AnnouncerDeps) {}

  /** From now on the ends of maintenance windows are noticed; call it again when windows were changed. */
  follow(): void {
    this.#cancel()
    for (const network of this.deps.networks()) this.#followOne(network)
    const next = this.deps.untilNextWindow() ?? FOLLOW_MS
    this.#cancel = clock().after(Math.min(FOLLOW_MS, next), () => this.follow())
  }

  change(change: NetworkChange): void {
    const { network, to } = change
    const beginning = this.deps.beginningOf(change)
    if (this.deps.maintenanceOf(network)) return
    const { acknowledged, slot } = this.deps.statusOf(network)
    const severity = VERDICT_FACTS[to].severity
    if (to !== 'ok' && acknowledged && severity <= (this.#worst.get(network) ?? 0)) return
    this.#report({ ...change, ...beginning, slot, acknowledged: null, afterMaintenance: false })
  }

  /** Somebody has taken over the incident that a network is in. */
  acknowledge(network: string, acknowledged: Note): void {
    if (this.deps.maintenanceOf(network)) return
    this.#report({ ...this.#present(network), acknowledged, afterMaintenance: false })
  }

  #followOne(network: string): void {
    const maintenance = this.deps.maintenanceOf(network)
    const since = this.#maintenance.get(network)
    if (maintenance) {
      if (since === undefined) this.#maintenance.set(network, maintenance.from)
      return
    }
    if (since === undefined) return
    this.#maintenance.delete(network)
    const before = this.deps.before(network, since)
    const present = this.#present(network)
    const wasOk = before === null || before.verdict === 'ok'
    if (present.to === 'ok' && wasOk) return
    const beginning = present.to === 'ok' && before ? before.beginning : {}
    this.#report({
      ...present,
      ...beginning,
      from: before?.verdict ?? null,
      acknowledged: null,
      afterMaintenance: true,
    })
  }

  /** How a network is, as if it had just become so. */
  #present(network: string): Omit<Alert, 'link' | 'runbook' | 'acknowledged' | 'afterMaintenance'> {
    const { verdict, since, summary, slot } = this.deps.statusOf(network)
    const confirmedAt = nowIso()
    const change = { network, from: verdict, to: verdict, at: since ?? confirmedAt, confirmedAt, summary }
    return { ...change, ...this.deps.beginningOf(change), slot }
  }

  #report(alert: Omit<Alert, 'link' | 'runbook'>): void {
    const { network, to } = alert
    const severity = VERDICT_FACTS[to].severity
    if (to === 'ok') this.#worst.delete(network)
    else this.#worst.set(network, Math.max(severity, this.#worst.get(network) ?? 0))
    this.deps.report({ ...alert, link: this.deps.link(alert), runbook: this.deps.runbook(alert) })
  }
}
