import { vi } from 'vitest'
import { SUITE } from './suite'

/** Milliseconds after which what does not come is given up: a guard against a test without an end, and nothing else. */
const GIVEN_UP = SUITE === 'quick' ? 60_000 : 300_000

/** Looks again and again until what must come has come. How long that takes is nobody's guarantee. */
export function comes<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: GIVEN_UP, interval: 10 })
}
