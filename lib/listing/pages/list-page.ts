import type { Cluster } from '../../page/address'
import type { ReadUrl, Search } from '../../page/address-reader'
import { definePage, type Known, type Page, type PageRequest } from '../../page/page'
import type { Outcome, Summary } from '../../page/summary'
import type { ListMethod, Params } from '../../protocol/rpc/methods'
import type { Mints } from '../../protocol/solana/mint-info'
import { type ListAddress, type ListRoute, type ListUrl, listHref } from '../address/list-address'
import { type ListAbout, listSummary } from './list-summary'

/** Parameters of every list, of which there is no end: not for search engines. */
const PLACE_VIEWS = ['cursor', 'sort', 'limit', 'mode', 'open', 'at', 'takenAt', 'minSlot']

/** A list in words, as the frame of its page says it. */
export interface ListWords {
  /** Whose list it is; null: nobody's. */
  subject: { kind: string; text: string } | null
  /** Its title for whom it is shared with: its subject is whole. */
  title: string
  noun: string
  /** Its rows, in words that complete "All …". */
  rows: string
  /** Said at its end. */
  end: string
}

export interface ListFeed {
  href: string
  title: string
  /** What it tells, in words that complete "Feed of …". */
  what: string
}

/** A list's page as it is defined. */
interface ListDefinition<Url extends ListUrl, M extends ListMethod> {
  /** Its folder in app/. */
  route: ListRoute
  method: M
  /** Reads an address: readListUrl() in lib/listing/address/list-address.ts, with what the page adds to a place. */
  read(subject: string, search: Search): ReadUrl<Url>
  /** The list that an address names, without a place in it. */
  list(url: Url, cluster: Cluster): ListAddress
  /** What its operation is asked with, beside the place. */
  params(url: Url): Omit<Params<M>, 'limit' | 'cursor'>
  words(url: Url): ListWords
  /** Requests that its summary is made of, where that is not its list. */
  parts?: (url: Url) => readonly PageRequest[]
  /** What its summary says, or where it is not that of other lists, the summary itself. */
  summary: ((url: Url, mints: Mints) => ListAbout) | { of(url: Url, known: Known<M>): Summary }
  /** The mints that its summary names or sums; left out: those of the answer's sum. */
  mints?: (url: Url, known: Pick<Known<M>, 'outcome' | 'parts'>) => readonly string[]
  feed?: (url: Url, cluster: Cluster) => ListFeed
  /** What of a place goes along to another network. */
  elsewhere: readonly ('limit' | 'sort' | 'mode' | 'at' | 'columns')[]
  /** False for a list that nobody expects to see whole: nothing is said of its completeness. */
  judged?: boolean
  crawlers: 'listed' | 'open' | 'closed'
  /** Names of the parameters that narrow it. */
  narrowing: readonly string[]
}

/** A page that lists the rows of one operation. */
export interface ListPage<Url extends ListUrl, M extends ListMethod>
  extends Page<Url, M>,
    Pick<ListDefinition<Url, M>, 'method' | 'list' | 'words' | 'elsewhere'> {
  judged: boolean
  feed?: ((url: Url, cluster: Cluster) => ListFeed) | undefined
}

/**
 * Defines a page that lists rows: what definePage() needs follows, and so does the frame of the page
 * (components/listing/list-page.tsx).
 */
export function defineListPage<Url extends ListUrl, M extends ListMethod>({
  route,
  method,
  read,
  list,
  params,
  words,
  parts,
  summary,
  mints = (_, { outcome }) => summedMint(outcome),
  feed,
  elsewhere,
  judged = true,
  crawlers,
  narrowing,
}: ListDefinition<Url, M>): ListPage<Url, M> {
  const page = definePage<Url, M>({
    route,
    read,
    request: {
      method,
      // Absent members are left out, because an indexer may refuse a null. What the compiler loses: these are all of M's.
      params: (url) =>
        ({
          ...params(url),
          limit: url.limit,
          ...(url.cursor && { cursor: url.cursor }),
          ...(url.sort && { sort: url.sort }),
          ...(url.minSlot !== null && { minSlot: url.minSlot }),
        }) as unknown as Params<M>,
    },
    parts,
    mints,
    summary(url, known) {
      if (typeof summary !== 'function') return summary.of(url, known)
      const { subject, noun } = words(url)
      const { path, ...address } = list(url, undefined)
      const isFirst = url.cursor === null
      const isPlain = isFirst && url.minSlot === null && listHref({ path, ...address }) === path
      return listSummary({ subject, noun, ...summary(url, known.mints) }, { ...known, isFirst, isPlain })
    },
    canonical: (url, cluster) => {
      const { limit, sort, cursor } = url
      return listHref(list(url, cluster), cursor ? { limit, sort, cursor } : {})
    },
    feed,
    crawlers,
    views: [...PLACE_VIEWS, ...narrowing],
  })
  return { ...page, method, list, words, elsewhere, judged, feed }
}

/** The mint whose amounts an answer sums, where there is one. */
export function summedMint(outcome: Outcome<ListMethod>): string[] {
  const tokens = outcome && 'answer' in outcome ? outcome.answer.meta.sum?.tokens : undefined
  return tokens ? [tokens.mint] : []
}
