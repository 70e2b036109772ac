import { accountPage } from '../account/page'
import { comparePage } from '../compare/page'
import { delegatePage } from '../listing/pages/delegate'
import { latestPage } from '../listing/pages/latest'
import { ownerPages } from '../listing/pages/owner'
import type { AnyPage } from '../page/page'
import { percentDecoded } from '../platform/percent-decoded'
import { searchPage } from '../search/page'
import { statusPage } from '../status/page'
import { txPage } from '../transaction/page'
import { walletPage } from '../wallet/page'
import { addressPage } from './address-page'
import { helpPage } from './help-page'
import { homePage } from './home-page'
import { onCallPage } from './on-call-page'

/** Every page. */
export const pages: readonly AnyPage[] = [
  homePage,
  latestPage,
  ownerPages,
  walletPage,
  delegatePage,
  accountPage,
  statusPage,
  searchPage,
  txPage,
  comparePage,
  helpPage,
  onCallPage,
  addressPage,
]

/** Pages without a subject by their path, those with one by the folder before it. */
const BY_PATH = new Map(pages.filter(({ route }) => !route.includes('[')).map((page) => [page.route.slice(1), page]))
const BY_FOLDER = new Map(
  pages.filter(({ route }) => route.includes('[')).map((page) => [page.route.split('/')[1] ?? '', page]),
)

/** The page that a path belongs to and what it names there, decoded; null where there is no such page. */
export function pageAt(pathname: string): { page: AnyPage; subject: string } | null {
  const page = BY_PATH.get(pathname.replace(/^\/|\/$/g, ''))
  if (page) return { page, subject: '' }
  const [, folder = '', text, ...rest] = pathname.split('/')
  const withSubject = BY_FOLDER.get(folder)
  return withSubject && text && rest.length === 0 ? { page: withSubject, subject: percentDecoded(text) } : null
}
