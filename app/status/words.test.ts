import { expect, test } from 'vitest'
import type { ChainHead, ProbeSample } from '@/lib/api/status'
import { chainText, failureText, healthText, lagText, shareText, standstillText, timeRangeText } from './words'

function check(over: Partial<ProbeSample>): ProbeSample {
  return { at: '2026-11-20T10:00:00.000Z', slot: 1, says: 'ok', lag: null, text: 'ok', latencyMs: 1, ...over }
}

test('a lag comes with its trend and its end, as far as they are known', () => {
  const behind = { verdict: 'behind', lag: 1_057, trend: 'catching up', arrivalSeconds: 243, chain: null } as const
  expect(lagText(behind)).toBe('1,057 slots, catching up, caught up in about 4 min')
  expect(lagText({ ...behind, trend: 'losing ground', arrivalSeconds: null })).toBe('1,057 slots, losing ground')
  expect(lagText({ ...behind, lag: 1, trend: null, arrivalSeconds: null })).toBe('1 slot')
  expect(lagText({ ...behind, lag: null })).toBe('not reported')
  const ok = { verdict: 'ok', lag: null, trend: null, arrivalSeconds: null, chain: null } as const
  expect(lagText(ok)).toBe('not reported while healthy')
  expect(lagText({ ...ok, chain: { ...CHAIN, lag: 0, lagSeconds: 0 } })).toBe('none')
  expect(lagText({ ...ok, chain: { ...CHAIN, lag: null, lagSeconds: null } })).toBe('not reported while healthy')
  expect(lagText({ ...behind, chain: CHAIN })).toBe('1,060 slots (7 min), catching up, caught up in about 4 min')
})

const CHAIN: ChainHead = {
  slot: 418_890_000,
  seenAt: '2026-11-20T10:00:00.000Z',
  nodes: 1,
  counted: 1,
  moves: true,
  lag: 1_060,
  lagSeconds: 424,
}

test('the chain comes with who tells where it is', () => {
  expect(chainText(CHAIN)).toBe('slot 418,890,000, by its node')
  expect(chainText({ ...CHAIN, nodes: 3, counted: 3 })).toBe('slot 418,890,000, by 3 nodes')
  expect(chainText({ ...CHAIN, nodes: 3, counted: 2 })).toBe('slot 418,890,000, by 2 of 3 nodes')
  expect(chainText({ ...CHAIN, moves: false })).toBe('slot 418,890,000, where it stopped, by its node')
})

test('checks without an answer are counted', () => {
  expect(failureText([])).toBe('no checks yet')
  expect(failureText([check({ slot: null })])).toBe('the only check')
  expect(failureText([check({}), check({})])).toBe('none of the last 2')
  expect(failureText([check({}), check({ slot: null }), check({})])).toBe('1 of the last 3')
  expect(failureText([check({ slot: null }), check({ slot: null })])).toBe('all of the last 2')
  expect(healthText(undefined, '')).toBe('not checked yet')
  expect(healthText(check({}), 'Last check: ok.')).toBe('ok')
  expect(healthText(check({ text: 'The indexer says: Node is behind 57 slots' }), '')).toContain('57')
  const slow = check({ says: 'degraded', text: 'All 6 operations are slow (median 2.5 s).' })
  expect(healthText(slow, slow.text)).toBe('degraded')
})

test('a standstill of unknown cause is called unknown', () => {
  expect(standstillText('not known', null)).toMatch(/^unknown/)
  expect(standstillText('indexer', null)).toContain('the chain is moving')
  expect(standstillText('chain', null)).toBe('chain or indexer (can’t tell)')
  expect(standstillText('chain', CHAIN)).toBe('chain')
})

test.each([
  [0, 100, '0%'],
  [100, 100, '100%'],
  [99.9999, 100, '99.99%'],
  [0.001, 100, '<0.01%'],
  [50, 100, '50%'],
  [0, 0, '0%'],
])('%d of %d s is %s', (seconds, of, words) => {
  expect(shareText(seconds, of)).toBe(words)
})

test('a time range names its day once, and seconds where they count', () => {
  const at = (text: string) => Date.parse(text)
  const words = timeRangeText({ fromMs: at('2026-11-20T10:02:05Z'), toMs: at('2026-11-20T10:14:00Z') })
  expect(words).toBe('2026-11-20 10:02:05 to 10:14 UTC')
  const days = timeRangeText({ fromMs: at('2026-11-19T10:02:00Z'), toMs: at('2026-11-20T10:14:00Z') })
  expect(days).toBe('2026-11-19 10:02 to 2026-11-20 10:14 UTC')
})
