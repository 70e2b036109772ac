import { helpHref, homeHref, latestFeedHref, searchHref } from '../page/address'
import { STATIC_CARD } from '../page/card'
import { definePage, readNoParams } from '../page/page'
import { SEARCH_SUMMARY } from '../search/page'
import { homeSummary } from '../status/summary'
import { guideHref, guideNamed } from './guides'

export const HOME_LIMIT = 10

export const homePage = definePage({
  route: '/',
  read: readNoParams,
  request: null,
  summary: (_, { status }) => homeSummary(status),
  canonical: (_, cluster) => homeHref(cluster),
  feed: (_, cluster) => ({ href: latestFeedHref(cluster), title: 'Latest transactions' }),
  crawlers: 'listed',
  views: [],
})

export const helpPage = definePage({
  route: '/help',
  read: readNoParams,
  request: null,
  summary: () => ({
    title: 'Help',
    description:
      'How to search, filter, share and export compressed state on Leafscan, keyboard shortcuts, page addresses and the API.',
    card: { ...STATIC_CARD, kind: 'Help', headline: 'Help', foot: 'Search, lists, exports, shortcuts, API' },
    index: true,
  }),
  canonical: () => helpHref(),
  crawlers: 'listed',
  views: [],
})

/** Unknown names are 404, by proxy.ts. */
export const guidePage = definePage({
  route: '/help/[guide]',
  read: (name) => ({ ok: true, value: { name } }),
  request: null,
  summary: ({ name }) => {
    const { title, about } = guideNamed(name) ?? { title: 'Help', about: '' }
    return {
      title,
      description: about,
      card: { ...STATIC_CARD, kind: 'Help', headline: title, foot: about },
      index: name !== 'on-call',
    }
  },
  canonical: ({ name }) => guideHref(name),
  crawlers: 'open',
  views: [],
})

export const apiHelpPage = definePage({
  route: '/help/api',
  read: readNoParams,
  request: null,
  summary: () => ({
    title: 'API',
    description: 'Every route of the API of Leafscan, with its parameters, answers and a request to copy.',
    card: { ...STATIC_CARD, kind: 'Help', headline: 'API', foot: 'Routes, parameters, answers, examples' },
    index: false,
  }),
  canonical: () => guideHref('api'),
  // The address of a guide begins with this one.
  crawlers: 'open',
  views: [],
})

/** /address/[x], a path that other explorers use: redirects to the search. design.md 4.3. */
export const addressPage = definePage({
  route: '/address/[x]',
  read: (text) => ({ ok: true, value: { text } }),
  request: null,
  summary: () => SEARCH_SUMMARY,
  canonical: ({ text }, cluster) => searchHref(text, cluster),
  crawlers: 'closed',
  views: [],
})
