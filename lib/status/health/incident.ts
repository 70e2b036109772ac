import { statusHref } from '../address'
import type { VerdictChange } from '../history/contract'
import { rangeParams } from '../range'

/** Milliseconds before and after a change of the verdict that tell how it came about and what came of it. */
const AROUND_MS = 30 * 60_000

/** A link to what happened around a change: /status with the range held fast, from before it began to after it was settled. */
export function incidentUrl(
  site: string,
  network: string,
  { at, confirmedAt }: Pick<VerdictChange, 'at' | 'confirmedAt'>,
): string {
  const range = { fromMs: Date.parse(at) - AROUND_MS, toMs: Date.parse(confirmedAt) + AROUND_MS }
  return `${site}${statusHref(network, rangeParams(range))}`
}
