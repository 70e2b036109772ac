import 'server-only'
import type { IndexerStatus } from '../../api/status'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
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
import { type IncidentStart, Incidents, incidentStartBefore } from './incidents'

/** Milliseconds until windows are read again at the latest: another process may have written some. */
const FOLLOW_MS = 60_000

const SOURCES = {
  networkNames,
  statusByName,
  lastChange,
  incidentStartBefore,
  currentMaintenance,
  msUntilNextWindow,
  announced: (network: string) => history().announced(network),
  keepAnnounced: (...kept: Parameters<ReturnType<typeof history>['keepAnnounced']>) => history().keepAnnounced(...kept),
}

type Announced = NonNullable<ReturnType<typeof SOURCES.announced>>

/**
 * Decides which changes to announce: none during maintenance, and at its end the present verdict, unless ok before and after.
 * For an acknowledged incident only its end and verdicts worse than those announced.
 */
export class Announcer {
  /** Since the first check of each network. `delivered` is kept for the next process. */
  readonly #networks = new Map<string, { reported: Announced; delivered: Announced }>()
  readonly #incidents: Incidents
  #cancel = () => {}

  /** @param report gets an alert, and the key of the incident that was announced before */
  constructor(
    private readonly report: (alert: Alert, known: string | null) => void,
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
    const { network, from, to } = change
    const beginning = this.#incidents.beginningOf(change)
    const { reported } = this.#networks.get(network) ?? this.#restore(change, beginning)
    if (Date.parse(beginning.firstBegan) === reported.firstBeganAt) reported.beganAt = Date.parse(beginning.began)
    this.#followOne(network)
    if (reported.silent || to === (reported.verdict ?? 'ok')) return
    const { acknowledged, slot } = this.sources.statusByName(network)
    if (to !== 'ok' && acknowledged && severity(to) <= severity(reported.worst)) return
    const found =
      from === to ? { ...this.#present(network), from: reported.verdict } : { ...change, ...beginning, slot }
    this.#report({ ...found, acknowledged: null, afterMaintenance: false })
  }

  acknowledge(network: string, acknowledged: AlertNote): void {
    if (this.sources.currentMaintenance(network)) return
    this.#report({ ...this.#present(network), acknowledged, afterMaintenance: false })
  }

  delivered(alert: Alert): void {
    const known = this.#networks.get(alert.network)
    if (!known) return
    Object.assign(known.delivered, announcedAfter(known.delivered, alert))
    this.#keep(alert.network)
  }

  /** Without a record, takes the verdict before for announced. */
  #restore({ network, from, to, confirmedAt }: NetworkChange, { began, firstBegan }: IncidentStart) {
    const stored = this.sources.announced(network)
    const before = new Date(Date.parse(confirmedAt) - 1).toISOString()
    const verdict = from ?? this.sources.lastChange(network, before)?.to ?? (to === 'ok' ? to : null)
    const incident = { beganAt: Date.parse(began), firstBeganAt: Date.parse(firstBegan) }
    const announced = stored ?? { verdict, worst: verdict ?? 'ok', ...incident, silent: 0 }
    const known = { reported: { ...announced }, delivered: { ...announced } }
    this.#networks.set(network, known)
    if (!stored) this.#keep(network)
    return known
  }

  #keep(network: string): void {
    const known = this.#networks.get(network)
    if (known) this.sources.keepAnnounced(network, { ...known.delivered, silent: known.reported.silent })
  }

  #followOne(network: string): void {
    const reported = this.#networks.get(network)?.reported
    const silent = this.sources.currentMaintenance(network) ? 1 : 0
    if (!reported || silent === reported.silent) return
    reported.silent = silent
    const present = this.#present(network)
    const from = reported.verdict
    // Until the message is delivered, the end of the window is not kept.
    if (silent || (present.to === 'ok' && (from ?? 'ok') === 'ok')) this.#keep(network)
    else this.#report({ ...present, from, acknowledged: null, afterMaintenance: true })
  }

  #present(network: string): Omit<Alert, 'link' | 'runbook' | 'acknowledged' | 'afterMaintenance'> {
    const { verdict, since, summary, slot } = this.sources.statusByName(network)
    const now = nowIso()
    const last = this.sources.lastChange(network, now)
    const change = { network, from: verdict, to: verdict, at: since ?? now, confirmedAt: now, summary }
    const beginning = this.#incidents.beginningOf(change)
    return { ...change, ...beginning, confirmedAt: last?.to === verdict ? last.confirmedAt : now, slot }
  }

  #report(found: Omit<Alert, 'link' | 'runbook'>): void {
    const { network, to } = found
    const reported = this.#networks.get(network)?.reported
    const wasOpen = reported !== undefined && (reported.verdict ?? 'ok') !== 'ok'
    const open = wasOpen ? { began: iso(reported.beganAt), firstBegan: iso(reported.firstBeganAt) } : null
    const alert = { ...found, ...(to === 'ok' && open) }
    if (reported) Object.assign(reported, announcedAfter(reported, alert))
    const link = siteUrl() + incidentHref(incidentKey(alert))
    const runbook = to === 'ok' ? null : siteUrl() + onCallHref(network, to)
    this.report({ ...alert, link, runbook }, open && incidentKey({ network, ...open }))
  }
}

function announcedAfter(
  { worst }: Announced,
  { to, began, firstBegan }: Pick<Alert, 'to' | 'began' | 'firstBegan'>,
): Omit<Announced, 'silent'> {
  const isWorst = to === 'ok' || severity(to) > severity(worst)
  return { verdict: to, worst: isWorst ? to : worst, beganAt: Date.parse(began), firstBeganAt: Date.parse(firstBegan) }
}

function severity(verdict: Verdict): number {
  return VERDICT_FACTS[verdict].severity
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
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
