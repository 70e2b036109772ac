import { percentDecoded } from '@/lib/platform/percent-decoded'
import { type ParsedIdentifier, parseIdentifier } from '../protocol/identifiers'

/** A link to another site. features.md a2. */
export interface PastedLink {
  site: string
  /** Our name of the network; null: unknown site or custom endpoint. */
  network: string | null
  custom: boolean
  /** null: the page shows no address, hash, signature or slot. */
  thing: ParsedIdentifier | null
}

/** By host. All default to mainnet. features.md (c). */
const SITES: Readonly<Record<string, string>> = {
  'explorer.solana.com': 'Solana Explorer',
  'solscan.io': 'Solscan',
  'photon.helius.dev': 'Photon Explorer',
  'xray.helius.xyz': 'XRAY',
  'orb.markets': 'Orb',
  'orbmarkets.io': 'Orb',
  'solana.fm': 'SolanaFM',
  'explorer.solana.fm': 'SolanaFM',
  'solanabeach.io': 'Solana Beach',
}

/** `https://host/…`, `//host/…` and `host.name/…`. */
const WITH_HOST = /^(?:(?:https?:)?\/\/)?(?=[^/?#\s]*[.:])[^/?#\s]+(?:[/?#]\S*)?$/i

/** This explorer's hosts, and whether a page's path begins with a folder. */
export interface OwnSite {
  hosts: readonly string[]
  hasPage(folder: string): boolean
}

/** null: no link. A string: the path of a link to this explorer, with exactly one leading slash. */
export function parsePastedLink(text: string, own: OwnSite): PastedLink | string | null {
  const url = urlOf(text)
  if (!url) return null
  const host = url.host.toLowerCase()
  const parts = url.pathname.split('/').slice(1).map(percentDecoded)
  if (
    (url.origin === PLACEHOLDER_BASE || own.hosts.includes(host)) &&
    own.hasPage(parts[0] ?? '') &&
    !url.pathname.startsWith('//')
  ) {
    return `${url.pathname}${url.search}${url.hash}`
  }
  const name = host.replace(/^www\./, '')
  const site = Object.hasOwn(SITES, name) ? SITES[name] : undefined
  const things = [...parts, ...url.searchParams.values()].flatMap((part) => parseIdentifier(part) ?? [])
  const thing = things.find(({ kind }) => kind !== 'number') ?? null
  if (!site) return thing && { site: host, network: null, custom: false, thing }
  const network = networkOf(url.searchParams)
  const isBlock = /^(?:block|slot)$/.test(parts.at(-2) ?? '')
  return { site, network, custom: network === null, thing: thing ?? (isBlock ? (things[0] ?? null) : null) }
}

/** Base for pasted paths without a host; `.invalid` is never a real host. */
const PLACEHOLDER_BASE = 'http://leafscan.invalid'

function urlOf(text: string): URL | null {
  const isPath = /^\/(?!\/)[a-z]+(?:[/?]\S*)?$/.test(text)
  if (!isPath && !WITH_HOST.test(text)) return null
  try {
    if (isPath) return new URL(text, PLACEHOLDER_BASE)
    return new URL(/^https?:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`)
  } catch {
    return null
  }
}

function networkOf(search: URLSearchParams): string | null {
  const name = (search.get('cluster') ?? search.get('network') ?? 'mainnet-beta').toLowerCase()
  // SolanaFM writes devnet-solana and mainnet-solanafmbeta, XRAY mainnet.
  const known = ['mainnet-beta', 'devnet', 'testnet'].find((each) => name.startsWith(each.replace('-beta', '')))
  return known ?? (name === '' ? 'mainnet-beta' : /^(?:custom|local)/.test(name) ? null : name)
}
