import 'server-only'
import type { NetworkChange } from '../health/changes'
import type { VerdictChange } from '../history/contract'
import { changesOf } from '../history/history'
import type { Alert } from './alert'

/** When an incident began: `firstBegan` as its first change said, `began` as its later ones have found. ISO 8601 UTC. */
export type Beginning = Pick<Alert, 'began' | 'firstBegan'>

/** Changes of an incident that are read: it may have gone on for days, from bad to worse and back. */
const CHANGES_READ = 200

/**
 * When the incident began that a network is in before a moment (ISO 8601 UTC): by the changes since it was ok. null where it was
 * ok, or nothing is recorded. Gaps, such as a restart, do not end it.
 */
export function beginningOf(network: string, before: string): Beginning | null {
  const toMs = Date.parse(before) - 1
  return beginningIn(changesOf(network, { fromMs: 0, toMs, limit: CHANGES_READ }))
}

/** The same by changes, oldest first. */
export function beginningIn(changes: readonly Pick<VerdictChange, 'at' | 'to'>[]): Beginning | null {
  const lastOk = changes.findLastIndex(({ to }) => to === 'ok')
  return changes.slice(lastOk + 1).reduce<Beginning | null>((known, { at }) => withChange(known, at), null)
}

/** Tells of changes which incident they belong to, by when it began. */
export class Incidents {
  readonly #open = new Map<string, Beginning>()

  constructor(private readonly recorded: typeof beginningOf = beginningOf) {}

  /** Of a change to ok: the incident that it ends. */
  beginningOf({ network, from, to, at, confirmedAt }: NetworkChange): Beginning {
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

/** A verdict may be found to have begun before the one that it takes the place of: a slot that is behind, then frozen. */
function withChange(known: Beginning | null, at: string): Beginning {
  if (known === null) return { began: at, firstBegan: at }
  return { ...known, began: Date.parse(at) < Date.parse(known.began) ? at : known.began }
}
