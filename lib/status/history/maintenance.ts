import type { HistoryDatabase } from './database'
import { momentOf } from './values'

/** A stretch of time, epoch milliseconds. */
export interface Span {
  fromMs: number
  toMs: number
}

/**
 * The maintenance windows of a network, and of all networks, that touch a range: cut to it, joined where they overlap or
 * meet, oldest first. No availability counts what lies in them.
 * @throws DamagedHistory, or what SQLite throws
 */
export function maintenanceIn(db: HistoryDatabase, network: string, { fromMs, toMs }: Span): Span[] {
  const rows = db.all(
    `SELECT from_at, to_at FROM maintenance
     WHERE kind = 'maintenance' AND (network IS NULL OR network = ?) AND from_at < ? AND to_at > ? ORDER BY from_at`,
    network,
    toMs,
    fromMs,
  )
  const windows = rows.map(({ from_at, to_at }) => {
    return { fromMs: Math.max(momentOf(from_at), fromMs), toMs: Math.min(momentOf(to_at), toMs) }
  })
  return joined(windows)
}

/** @param spans by their beginning. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { fromMs, toMs } of spans) {
    const last = result.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else if (toMs > fromMs) result.push({ fromMs, toMs })
  }
  return result
}
