import { formatCount } from '../../format/numbers'
import { capitalize } from '../../format/text'
import { feedHref, type UrlFilter } from '../../page/address'
import { STATIC_CARD } from '../../page/card'
import { type AnyPage, definePage } from '../../page/page'
import { shortIdentifier } from '../../page/summary'
import { firstOf, type Search, searchOf } from '../../page/url-reader'
import { percentDecoded } from '../../platform/percent-decoded'
import { MINT_OFFSET, TOKEN_PROGRAM, WALLET_OFFSET } from '../../protocol/light/token-program'
import { address } from '../../protocol/rpc/primitives'
import type { Mints } from '../../protocol/solana/mint-info'
import { type OwnerUrl, ownerHref, ownerListAddress, readOwnerUrl } from '../address/owner-address'
import { readOwnerQuery } from '../address/owner-query'
import { defineListPage, summedMint } from './list-page'
import type { ListSummaryFacts } from './list-summary'

const ROUTE = '/owner/[owner]'

export const ownerPage = defineListPage({
  route: ROUTE,
  method: 'getCompressedAccountsByOwner',
  read: readOwnerUrl,
  list: ({ owner, filters, slice }, cluster) => ownerListAddress(owner, { filters, slice }, cluster),
  params: ({ owner, filters, slice }) => ({
    owner,
    ...(filters.length > 0 && { filters: filters.map((memcmp) => ({ memcmp })) }),
    ...(slice && { dataSlice: slice }),
  }),
  words: ({ owner, filters, slice }) => ({
    subject: { kind: 'Owner', text: owner },
    title: `Accounts of ${owner}`,
    noun: 'account',
    rows: filters.length > 0 || slice ? 'matching accounts' : 'accounts of this owner',
    end: 'End of list',
  }),
  summary: ({ owner, filters }, mints) => {
    const named = namedTokens(owner, filters)
    if (named) return tokensAbout(named, mints)
    const filtered = filters.length > 0
    const count = formatCount(filters.length, 'filter')
    return {
      title: `Accounts of ${shortIdentifier(owner)}${filtered ? ', filtered' : ''}`,
      about: `Live compressed accounts of ${owner}${filtered ? ` that match ${count}` : ''}.`,
      none: filtered ? 'No matching accounts' : 'No live accounts',
      narrowed: filtered ? `Matching ${count}` : null,
      what: 'Live compressed accounts',
    }
  },
  mints: ({ owner, filters }, { outcome }) => {
    const mint = namedTokens(owner, filters)?.mint
    return mint ? [mint] : summedMint(outcome)
  },
  feed: ({ owner }, cluster) => ({
    href: feedHref('owner', owner, cluster),
    title: 'New accounts of this owner',
    what: 'new accounts of this owner',
  }),
  elsewhere: ['sort', 'limit', 'mode', 'at', 'columns'],
  crawlers: 'open',
  narrowing: ['filter', 'slice', 'whole', 'calls'],
})

interface NamedTokens {
  mint: string | null
  wallet: string | null
}

function namedTokens(owner: string, filters: readonly UrlFilter[]): NamedTokens | null {
  if (owner !== TOKEN_PROGRAM || filters.length === 0 || filters.length > 2) return null
  const at = (offset: number) =>
    filters.find((filter) => filter.offset === offset && isAddress(filter.bytes))?.bytes ?? null
  const [mint, wallet] = [at(MINT_OFFSET), at(WALLET_OFFSET)]
  return [mint, wallet].filter((each) => each !== null).length === filters.length ? { mint, wallet } : null
}

function isAddress(text: string): boolean {
  return address.safeParse(text).success
}

function tokensAbout({ mint, wallet }: NamedTokens, mints: Mints): ListSummaryFacts {
  const symbol = mint === null ? null : (mints[mint]?.symbol ?? null)
  const claimed = symbol === null ? '' : `${symbol}, `
  const of = mint === null ? 'wallet' : 'mint'
  const ofWallet = wallet === null ? '' : ` of wallet ${shortIdentifier(wallet)}`
  return {
    title: `Token accounts${ofWallet}${mint === null ? '' : `${wallet ? ',' : ' of'} mint ${claimed}${shortIdentifier(mint)}`}`,
    about: `Live compressed token accounts${wallet === null ? '' : ` of wallet ${wallet}`}${mint === null ? '' : ` of mint ${claimed}${mint}`}.`,
    none: 'No token accounts',
    narrowed: null,
    what: 'Live token accounts',
    noun: 'token account',
    of: { kind: mint !== null && wallet !== null ? 'Wallet, one mint' : capitalize(of), text: wallet ?? mint ?? '' },
  }
}

/** The same list, read whole. The summary makes no request. */
export const wholeOwnerPage = definePage<OwnerUrl>({
  route: ROUTE,
  read: readOwnerUrl,
  request: null,
  summary: ({ owner, filters }, { network }) => ({
    title: `All accounts of ${shortIdentifier(owner)}${filters.length > 0 ? ', filtered' : ''}`,
    description: `Every live compressed account of ${owner} on ${network}, read in parts, with what is proven of it.`,
    card: {
      ...STATIC_CARD,
      network,
      kind: 'Owner',
      subject: owner,
      headline: 'Whole list',
      foot: filters.length > 0 ? `Matching ${formatCount(filters.length, 'filter')}` : 'Read in parts',
    },
    index: false,
  }),
  canonical: ({ owner, filters, slice, whole }, cluster) => ownerHref(owner, { filters, slice, whole }, cluster),
  crawlers: 'closed',
  views: [],
})

export function isWhole(search: Search): boolean {
  return firstOf(search, 'whole') !== null
}

export const ownerPages: AnyPage = {
  ...ownerPage,
  open: (subject, search) => (isWhole(search) ? wholeOwnerPage : ownerPage).open(subject, search),
}

/** The canonical path of a submitted form. Null: none was submitted, or the page has to explain an invalid field. */
export function canonicalOwnerPath(pathname: string, searchParams: URLSearchParams): string | null {
  const [, kind, text = '', ...rest] = pathname.split('/')
  if (kind !== 'owner' || rest.length > 0) return null
  const owner = percentDecoded(text)
  const search = searchOf(searchParams)
  if (!readOwnerQuery(owner, search).typed) return null
  const read = readOwnerUrl(owner, search)
  return read.ok ? ownerHref(owner, read.value, searchParams.get('cluster') || undefined) : null
}
