import 'server-only'
import type { NetworkChange } from '../health/changes'
import { changesOf } from '../health/history/history'

/** Changes of an incident that are read: it may have gone on for days, from bad to worse and back. */
const CHANGES_READ = 200

/**
 * When the incident began that a network is in before a moment: the first change since it was ok; null where it was ok, or nothing is
 * recorded. Gaps, such as a restart, do not end it. Times are ISO 8601 UTC.
 */
export function beginningOf(network: string, before: string): string | null {
  const toMs = Date.parse(before) - 1
  const changes = changesOf(network, { fromMs: 0, toMs, limit: CHANGES_READ })
  const lastOk = changes.findLastIndex(({ to }) => to === 'ok')
  return changes[lastOk + 1]?.at ?? null
}

/** Tells of changes which incident they belong to, by when it began. */
export class Incidents {
  readonly #open = new Map<string, string>()

  /** Of a change to ok: the incident that it ends. */
  beganOf({ network, from, to, at, confirmedAt }: NetworkChange): string {
    const known = this.#open.get(network) ?? (from === 'ok' ? null : beginningOf(network, confirmedAt))
    const began = known ?? at
    if (to === 'ok') this.#open.delete(network)
    else this.#open.set(network, began)
    return began
  }
}
