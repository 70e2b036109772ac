import { percentDecoded } from '../percent-decoded'
import { accountPage } from './account'
import { addressPage } from './address'
import { delegatePage } from './delegate'
import { helpPage } from './help'
import { homePage } from './home'
import { latestPage } from './latest'
import { ownerPage } from './owner'
import type { AnyPage } from './page'
import { searchPage } from './search'
import { statusPage } from './status'
import { txPage } from './tx'
import { walletPage } from './wallet'

/** Every page. */
export const pages: readonly AnyPage[] = [
  homePage,
  latestPage,
  ownerPage,
  walletPage,
  delegatePage,
  accountPage,
  statusPage,
  searchPage,
  txPage,
  helpPage,
  addressPage,
]

const BY_FOLDER = new Map(pages.map((page) => [folderOf(page.route), page]))

/** The page that a path belongs to and what it names there, decoded; null where there is no such page. */
export function pageAt(pathname: string): { page: AnyPage; subject: string } | null {
  const [, folder = '', text, ...rest] = pathname.split('/')
  const page = BY_FOLDER.get(folder)
  if (!page || rest.length > 0) return null
  // Without a subject where it has one, or with one where it has none, the path is no page.
  if (page.route.includes('[') !== Boolean(text)) return null
  return { page, subject: percentDecoded(text ?? '') }
}

function folderOf(route: string): string {
  return route.split('/')[1] ?? ''
}
