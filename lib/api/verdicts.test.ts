import { expect, test } from 'vitest'
import { VERDICT_FACTS, VERDICTS, VERDICTS_BY_SEVERITY } from './verdicts'

test('no two verdicts are equally bad, and nothing is better than ok', () => {
  expect(VERDICTS_BY_SEVERITY.map((verdict) => VERDICT_FACTS[verdict].severity)).toEqual(
    VERDICTS.map((_, place) => place),
  )
  expect(VERDICTS_BY_SEVERITY[0]).toBe('ok')
})

test('only ok is green, and only ok is healthy for a strict monitor', () => {
  for (const verdict of VERDICTS) {
    const { badge, health } = VERDICT_FACTS[verdict]
    expect([badge === 'live', health === 'pass']).toEqual(Array(2).fill(verdict === 'ok'))
  }
})
