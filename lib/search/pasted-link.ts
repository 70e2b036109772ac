import { percentDecoded } from '@/lib/platform/percent-decoded'
import { LIST_PATHS } from '../listing/address/list-address'
import { type Thing, thingOf } from '../protocol/identifiers'

/** A link into another site, and what it is about. features.md a2. */
export interface PastedLink {
  /** The explorer's name, or the host of a site that is not known. */
  site: string
  /**
   * The network that the link is about, by the name that Leafscan has for it; null where it is not known: an unknown
   * site, or a custom endpoint.
   */
  network: string | null
  /** True for a custom endpoint: nobody else can reach what the link shows. */
  custom: boolean
  /** What it is about; null for a page about nothing that can be looked up. */
  thing: Thing | null
}

/** Explorers by host. All of them call mainnet by leaving the network out. features.md (c). */
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

/** First parts of this explorer's own paths. */
const OWN = new Set([
  ...LIST_PATHS.map((path) => path.split('/')[1]),
  ...['', 'account', 'tx', 'status', 'compare', 'help', 'search', 'address'],
])

/** `https://host/…`, `//host/…` and `host.name/…`. */
const WITH_HOST = /^(?:(?:https?:)?\/\/)?(?=[^/?#\s]*[.:])[^/?#\s]+(?:[/?#]\S*)?$/i

/**
 * Reads a link; null for a text that is none. A link to this explorer, or a path of it, comes back as its path, which
 * always begins with one slash.
 */
export function readLink(text: string, ownHosts: readonly string[]): PastedLink | string | null {
  const url = urlOf(text)
  if (!url) return null
  const host = url.host.toLowerCase()
  const parts = url.pathname.split('/').slice(1).map(percentDecoded)
  if (
    (url.origin === NOWHERE || ownHosts.includes(host)) &&
    OWN.has(parts[0] ?? '') &&
    !url.pathname.startsWith('//')
  ) {
    return `${url.pathname}${url.search}${url.hash}`
  }
  const name = host.replace(/^www\./, '')
  const site = Object.hasOwn(SITES, name) ? SITES[name] : undefined
  const things = [...parts, ...url.searchParams.values()].flatMap((part) => thingOf(part) ?? [])
  const thing = things.find(({ kind }) => kind !== 'number') ?? null
  if (!site) return thing && { site: host, network: null, custom: false, thing }
  const network = networkOf(url.searchParams)
  const isBlock = /^(?:block|slot)$/.test(parts.at(-2) ?? '')
  return { site, network, custom: network === null, thing: thing ?? (isBlock ? (things[0] ?? null) : null) }
}

/** Base of paths without a host; a name that no host can have. */
const NOWHERE = 'http://leafscan.invalid'

function urlOf(text: string): URL | null {
  const isPath = /^\/(?!\/)[a-z]+(?:[/?]\S*)?$/.test(text)
  if (!isPath && !WITH_HOST.test(text)) return null
  try {
    if (isPath) return new URL(text, NOWHERE)
    return new URL(/^https?:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`)
  } catch {
    return null
  }
}

/** The network of a link into another explorer; null for a custom endpoint. */
function networkOf(search: URLSearchParams): string | null {
  const name = (search.get('cluster') ?? search.get('network') ?? 'mainnet-beta').toLowerCase()
  // SolanaFM writes devnet-solana and mainnet-solanafmbeta, XRAY mainnet.
  const known = ['mainnet-beta', 'devnet', 'testnet'].find((each) => name.startsWith(each.replace('-beta', '')))
  return known ?? (name === '' ? 'mainnet-beta' : /^(?:custom|local)/.test(name) ? null : name)
}
