import { vi } from 'vitest'
import { SUITE } from './suite'

/** Milliseconds: a guard against a test that never ends, not an expectation. */
const GIVEN_UP = SUITE === 'quick' ? 60_000 : 300_000

export function comes<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: GIVEN_UP, interval: 10 })
}
