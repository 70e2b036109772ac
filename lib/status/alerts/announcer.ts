import 'server-only'
import type { IndexerStatus } from '../../api/status'
import { VERDICT_FACTS } from '../../api/verdicts'
import { clock, nowIso } from '../../platform/clock'
import { networkNamed, networkNames, siteUrl } from '../../upstream/networks/networks'
import { incidentHref } from '../address'
import type { NetworkChange } from '../health/changes'
import { currentMaintenance, msUntilNextWindow } from '../health/operator-notes'
import { peekStatus } from '../health/probe'
import type { VerdictChange } from '../history/contract'
import { history } from '../history/history'
import { onCallHref } from '../run-book-address'
import { type Alert, type AlertNote, incidentKey } from './alert'
import { Incidents, incidentStartBefore } from './incidents'

/** Milliseconds until windows are read again at the latest: another process may have written some. */
const FOLLOW_MS = 60_000

const SOURCES = {
  networkNames,
  statusByName,
  lastChange,
  incidentStartBefore,
  currentMaintenance,
  msUntilNextWindow,
}

/**
 * Decides which changes to announce: none during maintenance, and at its end the present verdict, unless ok before and after.
 * For an acknowledged incident only its end and verdicts worse than those announced.
 */
export class Announcer {
  /** Start of the maintenance window of each network at the last follow(). */
  readonly #maintenance = new Map<string, string>()
  readonly #worst = new Map<string, number>()
  readonly #incidents: Incidents
  #cancel = () => {}

  constructor(
    private readonly report: (alert: Alert) => void,
    private readonly sources = SOURCES,
  ) {
    this.#incidents = new Incidents(sources.incidentStartBefore)
  }

  /** Must be called when windows change. */
  follow(): void {
    this.#cancel()
    for (const network of this.sources.networkNames()) this.#followOne(network)
    const next = this.sources.msUntilNextWindow() ?? FOLLOW_MS
    this.#cancel = clock().after(Math.min(FOLLOW_MS, next), () => this.follow())
  }

  change(change: NetworkChange): void {
    const { network, to } = change
    const beginning = this.#incidents.beginningOf(change)
    if (this.sources.currentMaintenance(network) || this.#isFirst(change)) return
    const { acknowledged, slot } = this.sources.statusByName(network)
    const severity = VERDICT_FACTS[to].severity
    if (to !== 'ok' && acknowledged && severity <= (this.#worst.get(network) ?? 0)) return
    this.#report({ ...change, ...beginning, slot, acknowledged: null, afterMaintenance: false })
  }

  acknowledge(network: string, acknowledged: AlertNote): void {
    if (this.sources.currentMaintenance(network)) return
    this.#report({ ...this.#present(network), acknowledged, afterMaintenance: false })
  }

  /** Ok at a first start, or after a pause that began with ok: no news. */
  #isFirst({ network, from, to, at }: NetworkChange): boolean {
    if (from !== null || to !== 'ok') return false
    const before = this.sources.lastChange(network, new Date(Date.parse(at) - 1).toISOString())
    return before === null || before.to === 'ok'
  }

  #followOne(network: string): void {
    const maintenance = this.sources.currentMaintenance(network)
    const since = this.#maintenance.get(network)
    if (maintenance) {
      if (since === undefined) this.#maintenance.set(network, maintenance.from)
      return
    }
    if (since === undefined) return
    this.#maintenance.delete(network)
    const before = this.sources.lastChange(network, since)?.to ?? null
    const present = this.#present(network)
    const isOk = present.to === 'ok'
    if (isOk && (before === null || before === 'ok')) return
    const beginning = isOk
      ? (this.sources.incidentStartBefore(network, since) ?? { began: since, firstBegan: since })
      : {}
    this.#report({ ...present, ...beginning, from: before, acknowledged: null, afterMaintenance: true })
  }

  #present(network: string): Omit<Alert, 'link' | 'runbook' | 'acknowledged' | 'afterMaintenance'> {
    const { verdict, since, summary, slot } = this.sources.statusByName(network)
    const now = nowIso()
    const last = this.sources.lastChange(network, now)
    const change = { network, from: verdict, to: verdict, at: since ?? now, confirmedAt: now, summary }
    const beginning = this.#incidents.beginningOf(change)
    return { ...change, ...beginning, confirmedAt: last?.to === verdict ? last.confirmedAt : now, slot }
  }

  #report(alert: Omit<Alert, 'link' | 'runbook'>): void {
    const { network, to } = alert
    const severity = VERDICT_FACTS[to].severity
    if (to === 'ok') this.#worst.delete(network)
    else this.#worst.set(network, Math.max(severity, this.#worst.get(network) ?? 0))
    const link = siteUrl() + incidentHref(incidentKey(alert))
    this.report({ ...alert, link, runbook: to === 'ok' ? null : siteUrl() + onCallHref(network, to) })
  }
}

export function statusByName(name: string): IndexerStatus {
  const network = networkNamed(name)
  if (!network) throw new Error('a network is gone')
  return peekStatus(network, 0)
}

function lastChange(network: string, before: string): Pick<VerdictChange, 'to' | 'confirmedAt'> | null {
  return (
    history()
      .changes(network, { fromMs: 0, toMs: Date.parse(before), limit: 1 })
      .at(-1) ?? null
  )
}
