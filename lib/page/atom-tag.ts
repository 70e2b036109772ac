import { percentEncoded } from '../format/text'

/**
 * RFC 4151: names a feed and its entries for good, whatever the address that they are read at. The port is not part of
 * an authority's name there, so it stands behind it.
 */
export function tagOf(site: string, ...parts: string[]): string {
  const { hostname, port } = new URL(site)
  return `tag:${hostname.replace(/^\[|\]$/g, '')},2026:${port}/${parts.map(percentEncoded).join('/')}`
}
