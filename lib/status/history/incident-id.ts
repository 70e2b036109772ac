/** Deduplication key of an incident at webhooks, and its address: at most 120 characters, URL-safe. */
export function incidentId(network: string, firstBeganMs: number): string {
  return `leafscan-${network.slice(0, 90)}-${firstBeganMs}`
}

export const INCIDENT_ID_RULE = 'An id looks like leafscan-<network>-<milliseconds since 1970>, as webhooks have it.'

/** null: no such id, or of a network that is not configured. */
export function readIncidentId(
  id: string,
  networks: readonly string[],
): { network: string; firstBeganMs: number } | null {
  const firstBeganMs = Number(/-(\d{1,15})$/.exec(id)?.[1] ?? Number.NaN)
  const network = networks.find((name) => incidentId(name, firstBeganMs) === id)
  return network === undefined ? null : { network, firstBeganMs }
}
