import type { HistoryDatabase } from './database'
import { select } from './rows'
import { momentOf } from './values'

export interface Span {
  fromMs: number
  toMs: number
}

/** Of the network and of all networks; cut to the range, merged, oldest first. */
export function maintenanceIn(db: HistoryDatabase, network: string, { fromMs, toMs }: Span): Span[] {
  const from = `FROM maintenance
    WHERE kind = 'maintenance' AND (network IS NULL OR network = ?) AND from_at < ? AND to_at > ? ORDER BY from_at`
  const windows = select(db, { fromAt: momentOf, toAt: momentOf }, from, network, toMs, fromMs).map(
    ({ fromAt, toAt }) => {
      return { fromMs: Math.max(fromAt, fromMs), toMs: Math.min(toAt, toMs) }
    },
  )
  return joined(windows)
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { fromMs, toMs } of spans) {
    const last = result.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else if (toMs > fromMs) result.push({ fromMs, toMs })
  }
  return result
}
