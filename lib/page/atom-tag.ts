import { percentEncoded } from '../format/text'

/** RFC 4151: a permanent id for a feed or entry. An authority has no port there, so the port follows it. */
export function tagOf(site: string, ...parts: string[]): string {
  const { hostname, port } = new URL(site)
  return `tag:${hostname.replace(/^\[|\]$/g, '')},2026:${port}/${parts.map(percentEncoded).join('/')}`
}
