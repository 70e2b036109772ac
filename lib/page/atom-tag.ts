import { percentEncoded } from '../format/text'

/** RFC 4151: a permanent id for a feed or entry. Its authority cannot hold a port, so the port follows. */
export function atomTag(site: string, ...parts: string[]): string {
  const { hostname, port } = new URL(site)
  return `tag:${hostname.replace(/^\[|\]$/g, '')},2026:${port}/${parts.map(percentEncoded).join('/')}`
}
