import type { Metadata } from 'next'
import { NO_EVIDENCE } from '@/lib/account/life'
import { previewPath } from '@/lib/page/address'
import { CARD_HEIGHT, CARD_WIDTH } from '@/lib/page/draw-card'
import type { Page, PageMethod, SummaryInput } from '@/lib/page/page'
import type { Summary } from '@/lib/page/summary'
import { loadStatus } from '@/lib/status/api'
import { keptText } from '@/lib/transaction/kept'
import type { Network } from '@/lib/upstream/networks/networks'
import { load, loadMints, loadParts } from './load'
import { type OpenedPage, openPage, type PageInput } from './open-page'

interface PageLinks {
  /** Absent: the page does not exist. */
  canonical?: string
  here?: string
  feed?: { href: string; title: string }
}

/** Absolute URLs come from SITE_URL (app/layout.tsx), never from a request. features.md a31; reliability.md S08. */
export function buildMetadata(
  { title, description, index }: Pick<Summary, 'title' | 'description' | 'index'>,
  { canonical, here = canonical, feed }: PageLinks,
): Metadata {
  const alt = here === undefined ? 'Leafscan' : title
  const image = { url: previewPath(here ?? '/none'), width: CARD_WIDTH, height: CARD_HEIGHT, type: 'image/png', alt }
  const about = { title, description, images: [image] }
  const types = feed && { 'application/atom+xml': [{ url: feed.href, title: feed.title }] }
  return {
    title: title.startsWith('Leafscan') ? { absolute: title } : title,
    description,
    ...(canonical !== undefined && { alternates: { canonical, ...(types && { types }) } }),
    ...(!index && { robots: { index: false } }),
    openGraph: { type: 'website', siteName: 'Leafscan', ...about, ...(here !== undefined && { url: here }) },
    twitter: { card: 'summary_large_image', ...about },
  }
}

/** @param isWorthIndexing false: noindex, even if the summary allows indexing */
export function pageMetadata<Url, M extends PageMethod>(
  page: Page<Url, M>,
  {
    knownOf = outcomeOfRequest,
    isWorthIndexing = async () => true,
  }: {
    knownOf?: (
      page: Page<Url, M>,
      opened: OpenedPage<Url, M>,
    ) => Promise<Pick<SummaryInput<M>, 'outcome'> & Partial<SummaryInput<M>>>
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
    // Waits like the page, so that both show the same unit.
    const { mints } = await loadMints(network, page.mints?.(url, answers) ?? [])
    const happened = page.signature ? keptText(network, page.signature(url)) : null
    const known = { ...answers, mints, happened, network: network.name, rowsBefore: position.rowsBefore, status }
    const summary = page.summary(url, known)
    const feed = page.feed?.(url, cluster, known)
    return buildMetadata(
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
): Promise<Pick<SummaryInput<M>, 'outcome'>> {
  return { outcome: request && (await load(network, request.method, params)).outcome }
}

function invalidHead(): Metadata {
  const description = 'Part of this link is invalid. The page says which, and what is allowed.'
  return buildMetadata({ title: 'Invalid link', description, index: false }, {})
}

export function notFoundMetadata(): Metadata {
  const description = 'Leafscan shows compressed accounts, tokens, delegates and transactions.'
  return buildMetadata({ title: 'Page not found', description, index: true }, {})
}
