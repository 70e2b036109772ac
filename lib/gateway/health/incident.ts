import { statusHref } from '../../urls/links'

/** Milliseconds before and after a change of the verdict that tell how it came about and what came of it. */
const AROUND_MS = 30 * 60_000

/** A link to what happened around a moment: /status with the range held fast. `at`: ISO 8601 UTC. */
export function incidentUrl(site: string, network: string, at: string): string {
  const [from, to] = [-AROUND_MS, AROUND_MS].map((ms) => wholeSeconds(Date.parse(at) + ms)) as [string, string]
  return `${site}${statusHref(network, { from, to })}`
}

function wholeSeconds(ms: number): string {
  return new Date(Math.floor(ms / 1_000) * 1_000).toISOString().replace('.000Z', 'Z')
}
