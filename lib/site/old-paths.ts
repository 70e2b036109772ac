import { base58Bytes } from '../protocol/rpc/primitives'

/** First parts of paths that other explorers use, with ours. */
const FOREIGN: Record<string, string> = {
  accounts: 'account',
  addresses: 'address',
  transaction: 'tx',
  transactions: 'tx',
  txn: 'tx',
  txs: 'tx',
}

/**
 * Where an old or foreign address has moved to, or null: `/accounts/x` → `/account/x`, `/txs` → `/latest`,
 * `/account/<64-byte signature>` → `/tx/…`, `network=` → `cluster=`. design.md 4.3.
 */
export function oldPath(pathname: string, searchParams: URLSearchParams): string | null {
  // A path that began with two slashes would name another host when redirected to.
  const path = newPath(pathname.replace(/[/\\]{2,}/g, '/').replace(/(.)\/$/, '$1'))
  const search = new URLSearchParams(searchParams)
  const network = search.get('network')
  if (network !== null) {
    search.delete('network')
    if (!search.has('cluster')) search.set('cluster', network)
  }
  if (path === pathname && network === null) return null
  return addressText(path, search)
}

/** A path with a query as our links write it. */
export function addressText(path: string, search: URLSearchParams): string {
  const text = search.toString().replaceAll('%3A', ':')
  return text === '' ? path : `${path}?${text}`
}

function newPath(pathname: string): string {
  const [, kind = '', text] = pathname.split('/')
  if (pathname === '/txs' || pathname === '/transactions') return '/latest'
  if (kind === 'account' && text && text.length <= 88 && base58Bytes(text)?.length === 64) return `/tx/${text}`
  const ours = Object.hasOwn(FOREIGN, kind) ? FOREIGN[kind] : undefined
  return ours && text ? `/${ours}/${text}` : pathname
}
