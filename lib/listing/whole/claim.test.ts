import { describe, expect, test } from 'vitest'
import { createWholeClaim } from './claim'

type ClaimFacts = Parameters<typeof createWholeClaim>[0]

const PROVEN: ClaimFacts = {
  by: 'parts',
  proof: {
    fromBytes: 0,
    isClosedToNoData: true,
    shorter: 0,
    unproven: [],
    unprovenParts: 0,
  },
  withData: 1_600,
  withoutData: 0,
  created: 0,
  slots: { from: 9_100, to: 9_120 },
  sum: { lamports: 5n },
  again: null,
}

const withProof = (proof: Partial<ClaimFacts['proof']>, more: Partial<ClaimFacts> = {}) =>
  createWholeClaim({ ...PROVEN, ...more, proof: { ...PROVEN.proof, ...proof } })

describe('the claim of a whole list', () => {
  test('is complete where every part is whole and every row reaches all bytes that were split by', () => {
    const { complete, sentences, withoutData } = createWholeClaim(PROVEN)
    expect(complete).toBe(true)
    expect(withoutData.proven).toBe(true)
    expect(sentences[0]).toBe('Every account that was live from slot 9,100 to slot 9,120 is listed once.')
  })

  test('leaves open what is shorter than a split byte', () => {
    const { complete, withData, sentences } = withProof({ fromBytes: 5, shorter: 3 })
    expect(complete).toBe(null)
    expect(withData).toMatchObject({ proven: true, fromBytes: 5, shorter: 3 })
    expect(sentences.slice(0, 2)).toEqual([
      'Every account with data of at least 5 bytes that was live from slot 9,100 to slot 9,120 is listed once.',
      'Of accounts with shorter data 3 were found; others cannot be excluded.',
    ])
  })

  test('leaves open accounts without data', () => {
    const { complete, withoutData, sentences } = withProof(
      { fromBytes: 1, isClosedToNoData: false },
      { withoutData: 10 },
    )
    expect(complete).toBe(null)
    expect(withoutData).toEqual({ rows: 10, proven: false })
    expect(sentences).toContain('Of accounts without data 10 were found; others cannot be excluded.')
  })

  test('names parts that are not proven, and calls the list incomplete', () => {
    const part = { bytes: [{ offset: 4, hex: '0507' }], rows: 1_000, why: 'alike' as const }
    const { complete, withData, withoutData, sentences } = withProof({ unproven: [part], unprovenParts: 1 })
    expect(complete).toBe(false)
    expect(withData.proven).toBe(false)
    expect(withoutData.proven).toBe(false)
    expect(sentences.slice(0, 2)).toEqual([
      'Accounts may be missing: 1 part is not proven.',
      'Not proven: data with 0x0507 at offset 4 (1,000 accounts found; alike in every byte).',
    ])
  })

  test('calls sums exact only of a complete list that a second read agrees with, and in which nothing was created', () => {
    const again = { differing: 0 }
    expect(createWholeClaim({ ...PROVEN, again }).sum.exact).toBe(true)
    expect(createWholeClaim(PROVEN).sum.exact).toBe(false)
    expect(createWholeClaim({ ...PROVEN, by: 'pages' }).sentences.at(-1)).toContain('its pages were read once')
    expect(createWholeClaim({ ...PROVEN, again: { differing: 1 } }).sum.exact).toBe(false)
    expect(createWholeClaim({ ...PROVEN, again, created: 1 }).sum.exact).toBe(false)
    expect(withProof({ fromBytes: 1 }, { again }).sum.exact).toBe(false)
    expect(withProof({ unprovenParts: 1 }, { again }).sum.exact).toBe(false)
  })
})
