import { expect, test } from 'vitest'
import type { Degradation, HeadAge } from '../../api/status'
import { type CheckEvidence, type Finding, isRecent, joinEvidence } from './joined'

const OK: Finding = { says: 'ok', lag: null, text: 'ok' }
const FAILS: Degradation = {
  kind: 'fails',
  method: 'getCompressedAccountsByOwner',
  failed: 1,
  of: 1,
  text: 'The indexer says: Internal error',
}

function age(seconds: number, errorSeconds: number): HeadAge {
  return { seconds, errorSeconds, anchor: { slot: 1, time: '2026-11-20T00:00:00.000Z' } }
}

test.each<[string, Partial<CheckEvidence>, Partial<Finding>]>([
  ['nothing is wrong', {}, OK],
  [
    'an operation fails',
    { degradations: [FAILS] },
    { says: 'degraded', lag: null, text: 'getCompressedAccountsByOwner fails: The indexer says: Internal error.' },
  ],
  ['data of two minutes, to ten seconds', { headAge: age(120, 10) }, { says: 'behind', lag: null }],
  ['data that may be a minute old, or two', { headAge: age(90, 30) }, OK],
  ['a slot that went back', { setBack: { from: 1_000, slots: 900 } }, { says: 'behind', lag: 900 }],
  [
    'a slot of the chain before',
    { above: 151 },
    { says: 'behind', text: 'It is 151 slots above the chain, which was replaced: its data are of the chain before.' },
  ],
  ['one that a node has not reached yet', { above: 150 }, OK],
  [
    'a lag outweighs operations',
    { answered: { says: 'behind', lag: 57, text: 'lag' }, degradations: [FAILS] },
    { says: 'behind', lag: 57, text: 'lag' },
  ],
  [
    'health is unknown: what is known counts',
    { answered: { says: 'unknown', lag: null, text: 'no health' }, degradations: [FAILS] },
    { says: 'degraded' },
  ],
  [
    'and without anything known it stays so',
    { answered: { says: 'unknown', lag: null, text: 'x' } },
    { says: 'unknown' },
  ],
  [
    'health alone fails: so does what else is known to',
    { answered: { says: 'degraded', lag: null, text: 'no health' }, degradations: [FAILS] },
    { says: 'degraded', text: 'getCompressedAccountsByOwner fails: The indexer says: Internal error.' },
  ],
  [
    'who does not answer at all told nothing',
    { answered: { says: 'unreachable', lag: null, text: 'gone' }, degradations: [FAILS], headAge: age(900, 1) },
    { says: 'unreachable', text: 'gone' },
  ],
  [
    'nor did who refused',
    { answered: { says: 'limited', lag: null, text: '429' }, setBack: { from: 1_000, slots: 900 } },
    { says: 'limited', lag: null },
  ],
])('%s', (_, parts, finding) => {
  expect(joinEvidence({ answered: OK, degradations: [], headAge: null, setBack: null, ...parts })).toMatchObject(
    finding,
  )
})

test('data are as new as the clock where the oldest that they may be is a minute', () => {
  expect([null, age(5, 3), age(50, 10), age(50, 11)].map(isRecent)).toEqual([false, true, true, false])
})
