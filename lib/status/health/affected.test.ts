import { expect, test } from 'vitest'
import type { Degradation, IndexerStatus } from '../../api/status'
import { areReadersAffected } from './affected'

const method = 'getLatestCompressionSignatures'
const FAILS: Degradation = { kind: 'fails', method, failed: 3, of: 3, text: '' }
const SLOW: Degradation = { kind: 'slow', method, medianMs: 2_100 }
const OTHER: Degradation = { kind: 'indexer', indexer: 'a#2', verdict: 'unreachable', text: '' }
const chain = { moves: true, lag: 0 } as IndexerStatus['chain']
const OK = { verdict: 'ok', lag: null, chain: null, degradations: [], pending: null } as unknown as IndexerStatus

test.each<[boolean, string, Partial<IndexerStatus>]>([
  [false, 'ok', {}],
  [true, 'unreachable', { verdict: 'unreachable' }],
  [true, 'limited', { verdict: 'limited' }],
  [true, 'frozen without a chain node', { verdict: 'frozen' }],
  [true, 'frozen while the chain moves', { verdict: 'frozen', chain }],
  [false, 'frozen with its chain', { verdict: 'frozen', chain: { ...chain, moves: false } as IndexerStatus['chain'] }],
  [false, 'behind by 100', { verdict: 'behind', lag: 100 }],
  [true, 'behind by 101', { verdict: 'behind', lag: 101 }],
  [
    true,
    'behind its chain node by 101',
    { verdict: 'behind', chain: { ...chain, lag: 101 } as IndexerStatus['chain'] },
  ],
  [
    true,
    'behind by more than it says',
    { verdict: 'behind', lag: 57, chain: { ...chain, lag: 500 } as IndexerStatus['chain'] },
  ],
  [true, 'behind by an unknown number', { verdict: 'behind' }],
  [false, 'behind, and recovering', { verdict: 'behind', pending: { better: true } as IndexerStatus['pending'] }],
  [true, 'an operation that fails', { verdict: 'degraded', degradations: [SLOW, FAILS] }],
  [true, 'rows that are wrong', { verdict: 'degraded', degradations: [{ kind: 'wrong rows', hashes: 1 }] }],
  [true, 'rows of an old slot', { verdict: 'degraded', degradations: [{ kind: 'old slot', method, slots: 900 }] }],
  [false, 'slowness', { verdict: 'degraded', degradations: [SLOW] }],
  [false, 'one of several indexers', { verdict: 'degraded', degradations: [OTHER] }],
  [false, 'no health', { verdict: 'unknown', degradations: [{ kind: 'health', text: '' }] }],
])('readers lose something: %s, %s', (affected, _, status) => {
  expect(areReadersAffected({ ...OK, ...status })).toBe(affected)
})
