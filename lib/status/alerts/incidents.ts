import 'server-only'
import type { NetworkChange } from '../health/changes'
import { history } from '../history/history'
import type { Alert } from './alert'

/** ISO 8601 UTC. `firstBegan` never changes; `began` includes later findings. */
export type IncidentStart = Pick<Alert, 'began' | 'firstBegan'>

/** null: ok just before `before`, or no record. Gaps, such as a restart, do not end an incident. */
export function incidentStartBefore(network: string, before: string): IncidentStart | null {
  const row = history().incidentBefore(network, Date.parse(before))
  return row && { began: new Date(row.beganAt).toISOString(), firstBegan: new Date(row.at).toISOString() }
}

export class Incidents {
  readonly #open = new Map<string, IncidentStart>()

  constructor(private readonly recorded: typeof incidentStartBefore = incidentStartBefore) {}

  beginningOf({ network, from, to, at, confirmedAt }: NetworkChange): IncidentStart {
    const known = this.#open.get(network) ?? (from === 'ok' ? null : this.recorded(network, confirmedAt))
    if (to === 'ok') {
      this.#open.delete(network)
      return known ?? withChange(null, at)
    }
    const beginning = withChange(known, at)
    this.#open.set(network, beginning)
    return beginning
  }
}

/** A new verdict may begin before the one it replaces: `frozen` begins when its slot was first seen. */
function withChange(known: IncidentStart | null, at: string): IncidentStart {
  if (known === null) return { began: at, firstBegan: at }
  return { ...known, began: Date.parse(at) < Date.parse(known.began) ? at : known.began }
}
