import { VERDICT_FACTS } from '../../api/verdicts'
import { counted } from '../../format/numbers'
import { visible } from '../../format/text'
import type { NetworkChange } from '../health/changes'

/** A change as receivers learn of it. Times are ISO 8601 UTC. */
export interface Alert extends NetworkChange {
  slot: number | null
  /** What happened around it: /status with the range held fast. */
  link: string
  /** What to do about the verdict: its part of the run book; null: nothing is to be done. */
  runbook: string | null
  /** When the indexer stopped to be ok, as far as is known now; of a change to ok, when that incident began. */
  began: string
  /** The same as the incident's first change had it. With the network it names the incident, and never changes. */
  firstBegan: string
  /** Set when somebody has taken the incident over. */
  acknowledged: Note | null
  /** True when it was held back by a maintenance window that has ended. */
  afterMaintenance: boolean
}

/** What an operator wrote, and when. */
export interface Note {
  at: string
  note: string
}

/** An alert with what else its receiver has to learn. */
export interface Notice {
  alert: Alert
  /** Changes before it that did not arrive. */
  missed: number
  /** Incidents that are over, yet may be open at the receiver, by their keys. */
  over: readonly string[]
}

/** Names an incident to receivers that open one alert for it and close the same one: at most 120 characters, all good in a URL. */
export function incidentKey({ network, firstBegan }: Pick<Alert, 'network' | 'firstBegan'>): string {
  return `leafscan-${network.slice(0, 90)}-${Date.parse(firstBegan)}`
}

/** How urgent it is, in the words of most receivers. */
export function severityOf({ to }: Pick<Alert, 'to'>): 'critical' | 'warning' | 'ok' {
  const { health } = VERDICT_FACTS[to]
  return health === 'pass' ? 'ok' : health === 'fail' ? 'critical' : 'warning'
}

/** The alert in a line, without a full stop. */
export function headlineOf({ network, from, to, acknowledged }: Alert): string {
  if (acknowledged) return `${network}: ${to}, acknowledged`
  return `${network}: ${to}${from === null || from === to ? '' : `, was ${from}`}`
}

/** Everything else, in sentences: foreign texts in it show what cannot be seen. */
export function sentencesOf({ alert, missed }: Notice): string {
  const { summary, acknowledged, afterMaintenance } = alert
  return [
    afterMaintenance ? 'Maintenance has ended.' : '',
    acknowledged ? `Acknowledged: ${visible(acknowledged.note).replace(/[^.!?…]$/, '$&.')}` : '',
    visible(summary),
    missed > 0 ? `${counted(missed, 'earlier change')} did not arrive.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** A text of at most so many characters (UTF-16), its end marked where it was cut. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text
  return `${text.slice(0, characters - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A text of at most so many bytes of UTF-8, its end marked where it was cut. */
export function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let short = cut(text, bytes)
  while (Buffer.byteLength(short) > bytes) short = cut(short, short.length - 1)
  return short
}
