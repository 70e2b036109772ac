import { expect, test } from 'vitest'
import { estimate } from './estimate'

test.each([
  [37_000, 1.6, 'About 37 requests to the indexer, about 23 s on the current plan.'],
  [37_001, 8, 'About 38 requests to the indexer, about 5 s on the current plan.'],
  [12, 80, 'About 1 request to the indexer, about 1 s on the current plan.'],
  [0, 8, 'About 1 request to the indexer, about 1 s on the current plan.'],
  [2_500_000, 8, 'About 2,500 requests to the indexer, about 5 min 13 s on the current plan.'],
  [5_000, null, 'About 5 requests to the indexer.'],
  [
    null,
    8,
    'The number of rows is known only at the end. One request to the indexer per 1,000 rows, at most 8/s on the current plan.',
  ],
  [null, null, 'The number of rows is known only at the end. One request to the indexer per 1,000 rows.'],
  [null, 0.4, expect.stringContaining('at most one every 3 s on the current plan')],
])('%s rows at %s calls a second: %s', (rows, callsPerSecond, words) => {
  expect(estimate(rows, callsPerSecond)).toEqual(words)
})
