import type { Metadata } from 'next'
import { NO_EVIDENCE } from '@/lib/account/life'
import { previewPath } from '@/lib/page/address'
import { CARD_HEIGHT, CARD_WIDTH } from '@/lib/page/draw-card'
import type { Known, Page, PageMethod } from '@/lib/page/page'
import { INVALID_SUMMARY, MISSING_SUMMARY } from '@/lib/page/static-summaries'
import type { Summary } from '@/lib/page/summary'
import { loadStatus } from '@/lib/status/load'
import type { Network } from '@/lib/upstream/networks/networks'
import { load, loadMints, loadParts } from './load'
import { type OpenedPage, openPage, type PageInput } from './open-page'

/** Links to a page, as paths from SITE_URL. */
interface PageLinks {
  /** The one address of what it shows. */
  canonical: string
  /** The address of this view, for sharing; the canonical one when it is left out. */
  here?: string
  /** A feed of the same thing. */
  feed?: { href: string; title: string }
}

/**
 * The head of a page: for tabs, search results, and chats that show a shared link. Absolute addresses come from SITE_URL
 * (app/layout.tsx), never from a request. features.md a31; reliability.md S08.
 */
export function headOf(
  { title, description, index }: Summary,
  { canonical, here = canonical, feed }: PageLinks,
): Metadata {
  const image = { url: previewPath(here), width: CARD_WIDTH, height: CARD_HEIGHT, type: 'image/png', alt: title }
  return {
    title: title.startsWith('Leafscan') ? { absolute: title } : title,
    description,
    alternates: {
      canonical,
      ...(feed && { types: { 'application/atom+xml': [{ url: feed.href, title: feed.title }] } }),
    },
    ...(!index && { robots: { index: false } }),
    openGraph: { type: 'website', siteName: 'Leafscan', title, description, url: here, images: [image] },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  }
}

/**
 * The head of a page by its definition: what the framework calls `generateMetadata`.
 * @param knownOf what came of its request and goes with it, where the page makes it in a way of its own.
 * @param isWorthIndexing false keeps search engines out of a page that the summary would let them find.
 */
export function metadataOf<Url, M extends PageMethod>(
  page: Page<Url, M>,
  {
    knownOf = outcomeOfRequest,
    isWorthIndexing = async () => true,
  }: {
    knownOf?: (page: Page<Url, M>, opened: OpenedPage<Url, M>) => Promise<Pick<Known<M>, 'outcome'> & Partial<Known<M>>>
    isWorthIndexing?: (network: Network) => Promise<boolean>
  } = {},
): (input: PageInput) => Promise<Metadata> {
  return async (input) => {
    const opened = await openPage(page, input)
    if (!opened.ok) return invalidHead()
    const { network, cluster, url, position } = opened
    const partRequests = page.parts?.(url)
    const [own, parts, status, isWorth] = await Promise.all([
      partRequests ? { outcome: null } : knownOf(page, opened),
      loadParts(network, partRequests ?? []),
      loadStatus(network),
      isWorthIndexing(network),
    ])
    const answers = { life: NO_EVIDENCE, ...own, parts }
    // With the page's own wait, so that both are in the same unit.
    const { mints } = await loadMints(network, page.mints?.(url, answers) ?? [])
    const known = { ...answers, mints, network: network.name, rowsBefore: position.rowsBefore, status }
    const summary = page.summary(url, known)
    const feed = page.feed?.(url, cluster, known)
    return headOf(
      { ...summary, index: summary.index && isWorth },
      {
        canonical: page.canonical(url, cluster),
        ...(page.here && { here: page.here(url, cluster) }),
        ...(feed && { feed }),
      },
    )
  }
}

async function outcomeOfRequest<Url, M extends PageMethod>(
  { request }: Page<Url, M>,
  { network, params }: OpenedPage<Url, M>,
): Promise<Pick<Known<M>, 'outcome'>> {
  return { outcome: request && (await load(network, request.method, params)).outcome }
}

/** Of a link that cannot be read. */
function invalidHead(): Metadata {
  return { ...emptyHead(INVALID_SUMMARY), robots: { index: false } }
}

/** Of a path without a page; the framework itself keeps it out of indexes. */
export function missingHead(): Metadata {
  return emptyHead(MISSING_SUMMARY)
}

/** Nothing stands there, so no address is named for it, and its image is the static one. */
function emptyHead({ title, description }: Summary): Metadata {
  const image = {
    url: previewPath('/none'),
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    type: 'image/png',
    alt: 'Leafscan',
  }
  return {
    title,
    description,
    openGraph: { type: 'website', siteName: 'Leafscan', title, description, images: [image] },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  }
}
