import { expect, it } from 'vitest'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'

it('the registered-program account of the current ids is the one on chain', () => {
  // facts/light-events.md 1
  expect(PROGRAMS.registeredProgram).toBe('35hkDgaAKwMCaxRz2ocSZ6NaUrtKkyNqU6c4RV3tYJRh')
})
