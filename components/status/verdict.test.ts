import { expect, test } from 'vitest'
import { VERDICTS } from '@/lib/api/verdicts'
import { VERDICT_TONES } from './verdict'

test('only ok is green', () => {
  expect(VERDICTS.filter((verdict) => VERDICT_TONES[verdict] === 'live')).toEqual(['ok'])
})
