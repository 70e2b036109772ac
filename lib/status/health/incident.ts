import { statusHref } from '../address'
import type { VerdictChange } from '../history/contract'
import { rangeParams } from '../range'

/** Milliseconds shown before and after a change. */
const AROUND_MS = 30 * 60_000

export function incidentUrl(
  site: string,
  network: string,
  { at, confirmedAt }: Pick<VerdictChange, 'at' | 'confirmedAt'>,
): string {
  const range = { fromMs: Date.parse(at) - AROUND_MS, toMs: Date.parse(confirmedAt) + AROUND_MS }
  return `${site}${statusHref(network, rangeParams(range))}`
}
