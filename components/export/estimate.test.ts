import { expect, test } from 'vitest'
import { estimate } from './estimate'

test.each([
  [37_000, 1.6, 'About 37 requests to the indexer, about 23 s on the current plan.'],
  [37_001, 8, 'About 38 requests to the indexer, about 5 s on the current plan.'],
  [12, 80, 'About 1 request to the indexer, about 1 s on the current plan.'],
  [0, 8, 'About 1 request to the indexer, about 1 s on the current plan.'],
  [2_500_000, 8, 'About 2,500 requests to the indexer, about 5 min 13 s on the current plan.'],
  [5_000, null, 'About 5 requests to the indexer. How long they take shows when they run: no rate is set for it.'],
  [
    null,
    8,
    'How many rows follow, the indexer tells only at the end. It is asked once for each 1,000 rows, at most 8 a second on the current plan.',
  ],
  [null, null, 'How many rows follow, the indexer tells only at the end. It is asked once for each 1,000 rows.'],
  [null, 0.4, expect.stringContaining('at most once in 3 s at the present plan')],
])('%s rows at %s calls a second: %s', (rows, callsPerSecond, words) => {
  expect(estimate(rows, callsPerSecond)).toEqual(words)
})
