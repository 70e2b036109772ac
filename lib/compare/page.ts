import { definePage } from '../page/page'
import { firstOf } from '../page/query-params'
import { COMPARE_SUMMARY } from '../page/static-summaries'
import { COMPARE_PARAMS, compareHref, compareParams, readCompare } from './address'

/** /compare: the same request to two indexers of a network, side by side. design.md 4.3. */
export const comparePage = definePage({
  route: '/compare',
  read: (_, search) => readCompare((name) => firstOf(search, name)),
  request: null,
  summary: () => COMPARE_SUMMARY,
  canonical: ({ query }, cluster) => compareHref(query ? compareParams(query) : {}, cluster),
  crawlers: 'closed',
  views: [...COMPARE_PARAMS],
})
