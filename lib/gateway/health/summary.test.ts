import { expect, test } from 'vitest'
import { type Facts, summaryOf } from './summary'

const FACTS: Facts = {
  verdict: 'ok',
  slot: 418_890_010,
  standsFor: 2,
  seenAgo: 2,
  moved: true,
  slotsPerSecond: 12.34,
  lag: null,
  trend: null,
  arrivalSeconds: null,
  standstill: null,
  text: 'ok',
  worse: { checks: 0, of: 12 },
}

test.each<[Partial<Facts>, string]>([
  [{}, 'The indexer moves and is close to the chain at slot 418,890,010.'],
  [
    { moved: false },
    'The indexer says that it is close to the chain at slot 418,890,010; it has not been seen to move yet.',
  ],
  [
    { worse: { checks: 4, of: 12 } },
    'The indexer moves and is close to the chain at slot 418,890,010. 4 of the last 12 looks found it worse.',
  ],
  [{ worse: { checks: 1, of: 12 } }, 'The indexer moves and is close to the chain at slot 418,890,010.'],
  [{ verdict: 'behind', lag: 1 }, 'The indexer is 1 slot behind the chain.'],
  [
    { verdict: 'behind', lag: 5_700, trend: 'catching up', arrivalSeconds: 95 },
    'The indexer is 5,700 slots behind the chain, catching up while it moves by 12.3 slots a second; it arrives in about 1 min 35 s if it goes on so.',
  ],
  [
    { verdict: 'behind', lag: 57, trend: 'losing ground', slotsPerSecond: 1.1 },
    'The indexer is 57 slots behind the chain, losing ground while it moves by 1.1 slots a second.',
  ],
  [
    { verdict: 'behind', text: 'The indexer says: Internal server error' },
    'The indexer says that it is not healthy at slot 418,890,010: The indexer says: Internal server error',
  ],
  [{ verdict: 'behind', slot: 0, lag: null }, 'The indexer has no data: it is at slot 0.'],
  [
    { verdict: 'frozen', standsFor: 120, standstill: 'indexer', lag: 310 },
    'Slot 418,890,010 has not moved for 2 min, while its own health answer says that the chain is 310 slots ahead and the distance grows: the indexer stopped, the chain goes on.',
  ],
  [
    { verdict: 'frozen', standsFor: 125, standstill: 'chain' },
    'Slot 418,890,010 has not moved for 2 min 5 s, and its own health answer is ok, so it sees nothing newer on the chain: the chain stopped, or its comparison with the chain stands still too.',
  ],
  [
    { verdict: 'frozen', standsFor: 60, standstill: 'not known', lag: 57 },
    'Slot 418,890,010 has not moved for 1 min. Its own health answer says that the chain is 57 slots ahead, and the distance has not been seen to grow: whether the indexer alone stopped or the chain too cannot be told.',
  ],
  [
    { verdict: 'frozen', standsFor: 60, standstill: 'not known', text: 'The indexer answered HTTP 500.' },
    'Slot 418,890,010 has not moved for 1 min. Whether the indexer or the chain stopped cannot be told: The indexer answered HTTP 500.',
  ],
  [
    { verdict: 'frozen', slot: 0, standsFor: 3_600, standstill: 'chain' },
    'The indexer has no data: it is at slot 0, and that has not changed for 1 h.',
  ],
  [
    { verdict: 'unreachable', seenAgo: 185, text: 'The connection to the indexer was refused.' },
    'The indexer does not answer as it should. The connection to the indexer was refused. It was last seen at slot 418,890,010, 3 min 5 s ago.',
  ],
  [
    { verdict: 'unreachable', slot: null, seenAgo: null, text: 'The connection to the indexer was refused.' },
    'The indexer does not answer as it should. The connection to the indexer was refused.',
  ],
  [
    { verdict: 'limited', seenAgo: 12 },
    'The indexer is asked too often and wants a pause; its state is not known meanwhile. It was last seen at slot 418,890,010, 12 s ago.',
  ],
  [
    { verdict: 'unknown', text: 'The indexer did not answer in time.' },
    'The indexer answers at slot 418,890,010 and moves, but how far it is from the chain is not known: The indexer did not answer in time.',
  ],
  [{ verdict: 'unknown', slot: null, text: null }, 'Nobody has looked at the indexer yet.'],
])('%o', (facts, sentence) => {
  expect(summaryOf({ ...FACTS, ...facts })).toBe(sentence)
})
