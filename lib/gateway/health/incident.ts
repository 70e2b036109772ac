import { statusHref } from '../../urls/links'
import { rangeParams } from '../../urls/status-range'

/** Milliseconds before and after a change of the verdict that tell how it came about and what came of it. */
const AROUND_MS = 30 * 60_000

/** A link to what happened around a moment: /status with the range held fast. `at`: ISO 8601 UTC. */
export function incidentUrl(site: string, network: string, at: string): string {
  const moment = Date.parse(at)
  return `${site}${statusHref(network, rangeParams({ fromMs: moment - AROUND_MS, toMs: moment + AROUND_MS }))}`
}
