import type { IndexerStatus } from '../api/status'
import type { ListMethod, Params } from '../protocol/rpc/methods'
import type { Mints } from '../protocol/solana/mint-info'
import type { Cluster, UrlFilter } from './address'
import type { ReadUrl, Search } from './address-reader'
import type { LifeEvidence } from './evidence'
import type { Outcome, Summary } from './summary'

/** The operations that pages are made of. */
export type PageMethod = ListMethod | 'getCompressionSignaturesForAccount'

/** What is known of a page when it is summed up. */
export interface Known<M extends PageMethod> {
  network: string
  /** What came of the page's request; null: not known in time, or the page requests nothing. */
  outcome: Outcome<M>
  /** What came of the requests that its summary is made of, in their order; null where it was not known in time. */
  parts: readonly Outcome<PageMethod>[]
  /** Rows of the list before this page; null: not known. */
  rowsBefore: number | null
  /** The indexer's state as of the last check. */
  status: IndexerStatus
  /** Of the account that the page is about, beside its signatures. */
  life: LifeEvidence
  /** What is known of the mints that `mints()` names. */
  mints: Mints
}

/** A page as it is defined: everything that other parts of the site know of it derives from this. */
interface Definition<Url, M extends PageMethod> {
  /** Its folder in app/, with what its addresses name in brackets. */
  route: `/${string}`
  /** Reads an address. `subject`: what stands for the brackets, decoded; '' where there are none. */
  read(subject: string, search: Search): ReadUrl<Url>
  /** What it requests of an indexer; null: nothing that a summary is made of. */
  request: { method: M; params(url: Url): Params<M> } | null
  /** Requests that its summary is made of, where that is not its request: then only these are made for it. */
  parts?: ((url: Url) => readonly PageRequest[]) | undefined
  /** The account version whose life its summary states; left out: none. */
  account?: ((url: Url) => StatedAccount) | undefined
  /** The mints whose amounts its summary states. */
  mints?: ((url: Url, known: Pick<Known<M>, 'outcome' | 'parts'>) => readonly string[]) | undefined
  /** Its title, description and preview. */
  summary(url: Url, known: Known<M>): Summary
  /** The one address of what it shows, without what only changes the view. */
  canonical(url: Url, cluster: Cluster): string
  /** The address of this very view, for previews; the canonical one when left out. */
  here?(url: Url, cluster: Cluster): string
  /** The feed of the same thing; null or left out: there is none. */
  feed?: ((url: Url, cluster: Cluster, known: Known<M>) => { href: string; title: string } | null) | undefined
  /**
   * `listed`: in the sitemap; `open`: search engines may find it; `closed`: they are asked to stay out. Of an open page
   * with parameters named in `views` they are asked to stay out as well.
   */
  crawlers: 'listed' | 'open' | 'closed'
  /** Parameters of which there is no end: places in a list, what a form sends. */
  views: readonly string[]
}

/** An account version, and in which list it may be. */
export interface StatedAccount {
  hash: string
  /** Null: in none that is known. */
  owner: string | null
  filters: UrlFilter[]
}

/** A request of a page, for whichever operation. */
export type PageRequest = { [M in PageMethod]: { method: M; params: Params<M> } }[PageMethod]

/** An address that a page has read. */
export interface ReadPage {
  request: PageRequest | null
  /** What its summary is made of instead of its request; null: of its request. */
  parts: readonly PageRequest[] | null
  /** The account version whose life its summary states; null: none. */
  account: StatedAccount | null
  mints(known: Pick<Known<PageMethod>, 'outcome' | 'parts'>): readonly string[]
  summary(known: Known<PageMethod>): Summary
}

/** A page of any kind: for code that treats all alike. */
export interface AnyPage {
  readonly route: string
  readonly crawlers: Definition<never, never>['crawlers']
  readonly views: readonly string[]
  /** Its address without any parameter; null for a page that needs a subject. */
  plain(cluster: Cluster): string | null
  /** Reads an address: what the page requests for it and how it is summed up, or what is wrong with it. */
  open(subject: string, search: Search): ReadUrl<ReadPage>
}

/** A page as its own files know it, with the types of its address and operation; others take it for AnyPage. */
export type Page<Url, M extends PageMethod> = Definition<Url, M> & AnyPage

/**
 * Defines a page. From its definition derive: the 400 for a malformed address (proxy.ts), its head (lib/site/head.ts), its
 * preview image, the routes that metrics count by, robots.txt and the sitemap.
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
      // Method and params belong to the same M, which the compiler loses in the union.
      const request = method === undefined ? null : ({ method, params: params?.(read.value) } as PageRequest)
      const { value: url } = read
      return {
        ok: true,
        value: {
          request,
          parts: definition.parts?.(url) ?? null,
          account: definition.account?.(url) ?? null,
          mints: (known) => definition.mints?.(url, known as Known<M>) ?? [],
          summary: (known) => definition.summary(url, known as Known<M>),
        },
      }
    },
  }
}

/** For pages whose addresses have nothing to check. */
export function readNothing(): ReadUrl<object> {
  return { ok: true, value: {} }
}
