import { VERDICT_FACTS } from '../../api/verdicts'
import { formatCount } from '../../format/numbers'
import { escapeInvisible } from '../../format/text'
import type { NetworkChange } from '../health/changes'

/** Sent to receivers. Times are ISO 8601 UTC. */
export interface Alert extends NetworkChange {
  slot: number | null
  /** /status at the fixed range around the change. */
  link: string
  /** Run book section; null: no action needed. */
  runbook: string | null
  /** When the indexer stopped being ok, as known now; for a change to ok, when that incident began. */
  began: string
  /** `began` as of the incident's first change. With the network it identifies the incident, and never changes. */
  firstBegan: string
  acknowledged: Note | null
  /** True if a maintenance window, now over, held it back. */
  afterMaintenance: boolean
}

export interface Note {
  at: string
  note: string
}

export interface Notice {
  alert: Alert
  /** Changes before it that were not delivered. */
  missed: number
  /** Keys of ended incidents that may still be open at the receiver. */
  over: readonly string[]
}

/** Deduplication key of an incident: at most 120 characters, URL-safe. */
export function incidentKey({ network, firstBegan }: Pick<Alert, 'network' | 'firstBegan'>): string {
  return `leafscan-${network.slice(0, 90)}-${Date.parse(firstBegan)}`
}

export function severityOf({ to }: Pick<Alert, 'to'>): 'critical' | 'warning' | 'ok' {
  const { health } = VERDICT_FACTS[to]
  return health === 'pass' ? 'ok' : health === 'fail' ? 'critical' : 'warning'
}

export function headlineOf({ network, from, to, acknowledged }: Alert): string {
  if (acknowledged) return `${network}: ${to}, acknowledged`
  return `${network}: ${to}${from === null || from === to ? '' : `, was ${from}`}`
}

export function sentencesOf({ alert, missed }: Notice): string {
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

export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text
  return `${text.slice(0, characters - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
