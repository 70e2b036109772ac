import 'server-only'
import type { IndexerStatus, MaintenanceWindow } from '../../api/status'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { clock, nowIso } from '../../platform/clock'
import type { NetworkChange } from '../health/changes'
import type { Alert, Note } from './alert'
import type { Beginning } from './incidents'

/** Maximum milliseconds until windows are read again: another explorer may have written them. */
const FOLLOW_MS = 60_000

export interface AnnouncerDeps {
  networks(): string[]
  statusOf(network: string): IndexerStatus
  beginningOf(change: NetworkChange): Beginning
  /** The verdict in force before a moment (ISO 8601 UTC); null: unknown. */
  before(network: string, at: string): { verdict: Verdict; beginning: Beginning } | null
  maintenanceOf(network: string): MaintenanceWindow | null
  /** null: no window is planned. */
  untilNextWindow(): number | null
  link(change: NetworkChange): string
  runbook(change: NetworkChange): string | null
  report(alert: Alert): void
}

/**
 * Decides which changes are announced. None during maintenance: at its end the present verdict, unless ok before and after. Of
 * an acknowledged incident only its end and verdicts worse than announced.
 */
export class Announcer {
  /** Start of the window a network was in at the last follow(); absent: none. */
  readonly #maintenance = new Map<string, string>()
  readonly #worst = new Map<string, number>()
  #cancel = () => {}

  constructor(private readonly deps: AnnouncerDeps) {}

  /** Call it again when windows change. */
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
