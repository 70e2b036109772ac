import { createdParams } from '../../api/request-params'
import { capitalize } from '../../format/text'
import type { Cluster } from '../../page/address'
import { definePage, type Page, type PageRequest, type SummaryInput } from '../../page/page'
import type { Outcome, Summary } from '../../page/summary'
import type { Search, UrlResult } from '../../page/url-reader'
import { type ListMethod, type Params, rowsNameOf } from '../../protocol/rpc/methods'
import type { Mints } from '../../protocol/solana/mint-info'
import { CREATED_PARAMS, createdText } from '../address/created'
import { type ListAddress, type ListUrl, listHref } from '../address/list-address'
import { type ListSummaryFacts, listSummary } from './list-summary'

/** Pages with these parameters are kept from search engines, since they are unlimited in number. */
const PLACE_VIEWS = ['cursor', 'sort', 'limit', 'mode', 'open', 'at', 'takenAt', 'minSlot']

interface ListTexts {
  subject: { kind: string; text: string } | null
  title: string
  noun: string
  rows: string
  end: string
}

interface ListFeed {
  href: string
  title: string
  what: string
}

interface ListDefinition<Url extends ListUrl, M extends ListMethod> {
  route: `/${string}`
  method: M
  read(subject: string, search: Search): UrlResult<Url>
  list(url: Url, cluster: Cluster): ListAddress
  params(url: Url): Omit<Params<M>, 'limit' | 'cursor'>
  words(url: Url): ListTexts
  parts?: (url: Url) => readonly PageRequest[]
  summary: ((url: Url, mints: Mints) => ListSummaryFacts) | { of(url: Url, known: SummaryInput<M>): Summary }
  /** Mints to name in the summary; absent: those of the sum. */
  mints?: (url: Url, known: Pick<SummaryInput<M>, 'outcome' | 'parts'>) => readonly string[]
  feed?: (url: Url, cluster: Cluster) => ListFeed
  /** Parameters that links to other networks keep. */
  elsewhere: readonly ('limit' | 'sort' | 'mode' | 'at' | 'columns')[]
  /** False for endless lists, which never show completeness. */
  judged?: boolean
  crawlers: 'listed' | 'open' | 'closed'
  narrowing: readonly string[]
}

export interface ListPage<Url extends ListUrl, M extends ListMethod>
  extends Page<Url, M>,
    Pick<ListDefinition<Url, M>, 'method' | 'list' | 'words' | 'elsewhere'> {
  judged: boolean
  feed?: ((url: Url, cluster: Cluster) => ListFeed) | undefined
}

export function defineListPage<Url extends ListUrl, M extends ListMethod>(
  definition: ListDefinition<Url, M>,
): ListPage<Url, M> {
  const { route, read, method, params, parts, summary, feed, elsewhere, crawlers, narrowing } = definition
  const list = (url: Url, cluster: Cluster): ListAddress => {
    const { narrowed, ...address } = definition.list(url, cluster)
    return { ...address, narrowed: { ...narrowed, ...url.created } }
  }
  const words = (url: Url): ListTexts => {
    const { rows, ...others } = definition.words(url)
    return { ...others, rows: url.created ? `${rows} ${createdText(url.created)}` : rows }
  }
  const { judged = true, mints = (_, { outcome }) => summedMint(outcome) } = definition
  const page = definePage<Url, M>({
    route,
    read,
    request: {
      method,
      // Omits absent members: an indexer may refuse null.
      params: (url) =>
        ({
          ...params(url),
          limit: url.limit,
          ...(url.cursor && { cursor: url.cursor }),
          ...(url.sort && { sort: url.sort }),
          ...(url.minSlot !== null && { minSlot: url.minSlot }),
          ...(url.created && createdParams(url.created)),
        }) as unknown as Params<M>,
    },
    parts,
    mints,
    summary(url, known) {
      const created = url.created && createdText(url.created)
      if (typeof summary !== 'function') {
        const whole = summary.of(url, known)
        return created ? { ...whole, title: `${whole.title}, ${created}`, index: false } : whole
      }
      const { path, ...address } = list(url, undefined)
      const isFirst = url.cursor === null
      const isPlain = isFirst && url.minSlot === null && listHref({ path, ...address }) === path
      const about = createdAbout(summary(url, known.mints), created)
      return listSummary({ ...words(url), ...about }, { ...known, isFirst, isPlain })
    },
    canonical: (url, cluster) => {
      const { limit, sort, cursor } = url
      return listHref(list(url, cluster), cursor ? { limit, sort, cursor } : {})
    },
    feed,
    crawlers,
    views: [...PLACE_VIEWS, ...(rowsNameOf(method) === 'signatures' ? [] : CREATED_PARAMS), ...narrowing],
  })
  return { ...page, method, list, words, elsewhere, judged, feed }
}

function createdAbout(about: ListSummaryFacts, created: string | null): ListSummaryFacts {
  if (created === null) return about
  return {
    ...about,
    title: `${about.title}, ${created}`,
    about: `${about.about} Only those ${created}.`,
    none: `${about.none} ${created}`,
    narrowed: [about.narrowed ?? [], capitalize(created)].flat().join(', '),
  }
}

export function summedMint(outcome: Outcome<ListMethod>): string[] {
  const tokens = outcome && 'answer' in outcome ? outcome.answer.meta.sum?.tokens : undefined
  return tokens ? [tokens.mint] : []
}
