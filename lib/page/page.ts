import type { IndexerStatus } from '../api/status'
import type { ListMethod, Params } from '../protocol/rpc/methods'
import type { Mints } from '../protocol/solana/mint-info'
import type { Cluster, UrlFilter } from './address'
import type { LifeEvidence } from './evidence'
import type { Outcome, Summary } from './summary'
import type { Search, UrlResult } from './url-reader'

export type PageMethod = ListMethod | 'getCompressionSignaturesForAccount'

export interface SummaryInput<M extends PageMethod> {
  network: string
  outcome: Outcome<M>
  parts: readonly Outcome<PageMethod>[]
  rowsBefore: number | null
  status: IndexerStatus
  life: LifeEvidence
  mints: Mints
  /** What the page's transaction did, in a sentence; null: not read yet, or it has none. */
  happened: string | null
}

interface Definition<Url, M extends PageMethod> {
  route: `/${string}`
  /** `subject`: the decoded value of the bracketed part; '' if there is none. */
  read(subject: string, search: Search): UrlResult<Url>
  /** null: the summary needs no request. */
  request: { method: M; params(url: Url): Params<M> } | null
  /** Requests that the summary needs instead of `request`. */
  parts?: ((url: Url) => readonly PageRequest[]) | undefined
  account?: ((url: Url) => AccountInUrl) | undefined
  /** The transaction that it is about. */
  signature?: ((url: Url) => string) | undefined
  mints?: ((url: Url, known: Pick<SummaryInput<M>, 'outcome' | 'parts'>) => readonly string[]) | undefined
  summary(url: Url, known: SummaryInput<M>): Summary
  canonical(url: Url, cluster: Cluster): string
  /** The URL of this view, for previews; default: the canonical one. */
  here?(url: Url, cluster: Cluster): string
  feed?: ((url: Url, cluster: Cluster, known: SummaryInput<M>) => { href: string; title: string } | null) | undefined
  /** `listed`: in the sitemap; `open`: indexable; `closed`: noindex. An open page with a parameter in `views` is noindex too. */
  crawlers: 'listed' | 'open' | 'closed'
  /** Parameters with unbounded values: cursors, form input. */
  views: readonly string[]
}

export interface AccountInUrl {
  hash: string
  owner: string | null
  filters: UrlFilter[]
}

export type PageRequest = { [M in PageMethod]: { method: M; params: Params<M> } }[PageMethod]

export interface PageAtUrl {
  request: PageRequest | null
  parts: readonly PageRequest[] | null
  account: AccountInUrl | null
  signature: string | null
  mints(known: Pick<SummaryInput<PageMethod>, 'outcome' | 'parts'>): readonly string[]
  summary(known: SummaryInput<PageMethod>): Summary
}

export interface AnyPage {
  readonly route: string
  readonly crawlers: Definition<never, never>['crawlers']
  readonly views: readonly string[]
  /** The URL without parameters; null: the page needs a subject. */
  plain(cluster: Cluster): string | null
  open(subject: string, search: Search): UrlResult<PageAtUrl>
}

export type Page<Url, M extends PageMethod> = Definition<Url, M> & AnyPage

/**
 * Defines a page. Derived from it: the 400 for a malformed URL (proxy.ts), its head (lib/site/head.ts), its preview image,
 * metrics routes, robots.txt and the sitemap.
 */
export function definePage<Url, M extends PageMethod = never>(definition: Definition<Url, M>): Page<Url, M> {
  return {
    ...definition,
    plain(cluster) {
      const read = definition.read('', {})
      return read.ok ? definition.canonical(read.value, cluster) : null
    },
    open(subject, search) {
      const read = definition.read(subject, search)
      if (!read.ok) return read
      const { method, params } = definition.request ?? {}
      // Method and params belong to the same M; the compiler loses that in the union.
      const request = method === undefined ? null : ({ method, params: params?.(read.value) } as PageRequest)
      const { value: url } = read
      return {
        ok: true,
        value: {
          request,
          parts: definition.parts?.(url) ?? null,
          account: definition.account?.(url) ?? null,
          signature: definition.signature?.(url) ?? null,
          mints: (known) => definition.mints?.(url, known as SummaryInput<M>) ?? [],
          summary: (known) => definition.summary(url, known as SummaryInput<M>),
        },
      }
    },
  }
}

export function readNoParams(): UrlResult<object> {
  return { ok: true, value: {} }
}
