import { accountPage } from '../account/page'
import { comparePage } from '../compare/page'
import { delegatePage } from '../listing/pages/delegate'
import { latestPage } from '../listing/pages/latest'
import { mintPage } from '../listing/pages/mint'
import { ownerPages } from '../listing/pages/owner'
import type { AnyPage } from '../page/page'
import { percentDecoded } from '../platform/percent-decoded'
import { base58Bytes } from '../protocol/rpc/primitives'
import { searchPage } from '../search/page'
import { incidentPage, statusPage } from '../status/page'
import { txPage } from '../transaction/page'
import { walletPage } from '../wallet/page'
import { addressPage, apiHelpPage, guidePage, helpPage, homePage } from './static-pages'

export const pages: readonly AnyPage[] = [
  homePage,
  latestPage,
  ownerPages,
  walletPage,
  delegatePage,
  mintPage,
  accountPage,
  statusPage,
  incidentPage,
  searchPage,
  txPage,
  comparePage,
  helpPage,
  apiHelpPage,
  guidePage,
  addressPage,
]

const BY_PATH = new Map(pages.filter(({ route }) => !route.includes('[')).map((page) => [page.route.slice(1), page]))
const BY_FOLDER = new Map(
  pages.filter(({ route }) => route.includes('[')).map((page) => [page.route.replace(/\/\[.*/, '').slice(1), page]),
)

/** True if some page's path begins with this folder. */
export function hasPage(folder: string): boolean {
  return BY_PATH.has(folder) || BY_FOLDER.has(folder)
}

export function pageAt(pathname: string): { page: AnyPage; subject: string } | null {
  const page = BY_PATH.get(pathname.replace(/^\/|\/$/g, ''))
  if (page) return { page, subject: '' }
  const [, folder = '', text] = /^\/(.+)\/([^/]+)$/.exec(pathname) ?? []
  const withSubject = BY_FOLDER.get(folder)
  return withSubject && text ? { page: withSubject, subject: percentDecoded(text) } : null
}

const FOREIGN: Record<string, string> = {
  accounts: 'account',
  addresses: 'address',
  mints: 'mint',
  token: 'mint',
  tokens: 'mint',
  transaction: 'tx',
  transactions: 'tx',
  txn: 'tx',
  txs: 'tx',
}

/** `/accounts/x` → `/account/x`, `/account/<64-byte signature>` → `/tx/…`, `network=` → `cluster=`. design.md 4.3. */
export function redirectForOldPath(pathname: string, searchParams: URLSearchParams): string | null {
  // A redirect to a path that begins with two slashes would lead to another host.
  const path = newPath(pathname.replace(/[/\\]{2,}/g, '/').replace(/(.)\/$/, '$1'))
  const search = new URLSearchParams(searchParams)
  const network = search.get('network')
  if (network !== null) {
    search.delete('network')
    if (!search.has('cluster')) search.set('cluster', network)
  }
  if (path === pathname && network === null) return null
  return displayUrl(path, search)
}

export function displayUrl(path: string, search: URLSearchParams): string {
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
