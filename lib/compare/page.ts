import { STATIC_CARD } from '../page/card'
import { definePage } from '../page/page'
import type { Summary } from '../page/summary'
import { COMPARE_PARAMS, compareHref, compareParams, readCompareUrl } from './address'

export const COMPARE_SUMMARY: Summary = {
  title: 'Compare indexers',
  description: 'The same request to two indexers of a network: rows and fields that differ, aligned by slot.',
  card: {
    ...STATIC_CARD,
    kind: 'Compare',
    headline: 'Two indexers, side by side',
    foot: 'Rows and fields that differ, aligned by slot',
  },
  index: false,
}

export const comparePage = definePage({
  route: '/compare',
  read: (_, search) => readCompareUrl(search),
  request: null,
  summary: () => COMPARE_SUMMARY,
  canonical: ({ query }, cluster) => compareHref(query ? compareParams(query) : {}, cluster),
  crawlers: 'closed',
  views: [...COMPARE_PARAMS],
})
