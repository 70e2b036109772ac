import { expect, test } from 'vitest'
import { readPromql } from './promql'

test('names, matchers and grouping labels are read, functions, keywords and durations are not taken for metrics', () => {
  const text = `sum without (op, x) (rate(a_total{op="b{c",r=~"d|e"}[5m])) / on (job) group_left (up) histogram_quantile(0.99, f_bucket) > 1
    or g unless h offset 10m and time() - i{} > 0`
  expect(readPromql(text)).toEqual({
    selectors: [
      {
        metric: 'a_total',
        matchers: [
          { label: 'op', op: '=', value: 'b{c' },
          { label: 'r', op: '=~', value: 'd|e' },
        ],
      },
      { metric: 'f_bucket', matchers: [] },
      { metric: 'g', matchers: [] },
      { metric: 'h', matchers: [] },
      { metric: 'i', matchers: [] },
    ],
    grouped: ['op', 'x', 'job', 'up'],
  })
})
