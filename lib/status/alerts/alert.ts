import { VERDICT_FACTS } from '../../api/verdicts'
import { formatCount } from '../../format/numbers'
import { escapeInvisible } from '../../format/text'
import type { NetworkChange } from '../health/changes'
import { incidentId } from '../history/incident-id'

/** A change of verdict as sent to webhooks. Times are ISO 8601 UTC. */
export interface Alert extends NetworkChange {
  slot: number | null
  /** URL of the incident's page. */
  link: string
  /** URL of the run book section; null: no action needed. */
  runbook: string | null
  /** When the incident began, as known now. */
  began: string
  /** `began` at the incident's first change. Never changes, so that it identifies the incident together with the network. */
  firstBegan: string
  acknowledged: AlertNote | null
  /** True if the alert was delayed by a maintenance window, now over. */
  afterMaintenance: boolean
}

export interface AlertNote {
  at: string
  note: string
}

export interface AlertNotice {
  alert: Alert
  /** Number of earlier changes that were not delivered. */
  missed: number
  /** Keys of ended incidents that may still be open at the webhook's host. */
  over: readonly string[]
}

export function incidentKey({ network, firstBegan }: Pick<Alert, 'network' | 'firstBegan'>): string {
  return incidentId(network, Date.parse(firstBegan))
}

export function severityOf({ to }: Pick<Alert, 'to'>): 'critical' | 'warning' | 'ok' {
  const { health } = VERDICT_FACTS[to]
  return health === 'pass' ? 'ok' : health === 'fail' ? 'critical' : 'warning'
}

export function headlineOf({ network, from, to, acknowledged }: Alert): string {
  if (acknowledged) return `${network}: ${to}, acknowledged`
  return `${network}: ${to}${from === null || from === to ? '' : `, was ${from}`}`
}

export function noticeText({ alert, missed }: AlertNotice): string {
  const { summary, acknowledged, afterMaintenance } = alert
  return [
    afterMaintenance ? 'Maintenance has ended.' : '',
    acknowledged ? `Acknowledged: ${escapeInvisible(acknowledged.note).replace(/[^.!?…]$/, '$&.')}` : '',
    escapeInvisible(summary),
    missed > 0 ? `${formatCount(missed, 'earlier change')} did not arrive.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

export function truncate(text: string, characters: number): string {
  if (text.length <= characters) return text
  return `${text.slice(0, characters - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
