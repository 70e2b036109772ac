import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IndexerStatus } from '../api/status'
import { VERDICT_FACTS, VERDICTS } from '../api/verdicts'
import { allStatusFrom, worstFirst } from './all-networks'

const status = (network: string, verdict: IndexerStatus['verdict'], minute = 0) =>
  ({
    network,
    verdict,
    summary: `What ${network} is like.`,
    since: `2026-11-20T08:0${minute}:00.000Z`,
    checkedAt: `2026-11-20T09:0${minute}:00.000Z`,
  }) as IndexerStatus

describe('all networks as one', () => {
  test('are ok when each of them is', () => {
    expect(allStatusFrom([status('one', 'ok', 1), status('two', 'ok', 2)])).toMatchObject({
      network: 'all',
      verdict: 'ok',
      summary: 'All 2 networks are ok.',
      checkedAt: '2026-11-20T09:01:00.000Z',
    })
    expect(allStatusFrom([status('one', 'ok')]).summary).toBe('one is ok.')
  })

  test('are as bad as the worst, which is named with its sentence, and so are the others that are not ok', () => {
    const all = allStatusFrom([
      status('a', 'behind'),
      status('b', 'ok'),
      status('c', 'frozen', 5),
      status('d', 'limited'),
    ])
    expect(all).toMatchObject({ verdict: 'frozen', worst: 'c', since: '2026-11-20T08:05:00.000Z' })
    expect(all.summary).toBe('c: frozen. What c is like. Also d: limited, a: behind. 1 of 4 networks ok.')
  })

  test('were not all checked while one was not', () => {
    expect(
      allStatusFrom([status('a', 'ok'), { ...status('b', 'unknown'), checkedAt: null, since: null }]),
    ).toMatchObject({
      verdict: 'unknown',
      worst: 'b',
      checkedAt: null,
    })
  })

  test('none is worse than the first, and equals stay in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...VERDICTS), { minLength: 1 }), (verdicts) => {
        const sorted = worstFirst(verdicts.map((verdict, i) => status(`n${i}`, verdict)))
        const severities = sorted.map(({ verdict }) => VERDICT_FACTS[verdict].severity)
        expect(severities).toEqual([...severities].sort((a, b) => b - a))
        const { worst, verdict } = allStatusFrom(verdicts.map((verdict, i) => status(`n${i}`, verdict)))
        expect(worst).toBe(`n${verdicts.indexOf(verdict)}`)
      }),
    )
  })
})
