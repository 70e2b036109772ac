import { vi } from 'vitest'
import { SUITE } from './suite'

/** Milliseconds to wait at most: a guard against a test without an end, and nothing else. */
const GIVEN_UP = SUITE === 'quick' ? 60_000 : 300_000

/** Repeats a check until it passes. How long that takes is not guaranteed. */
export function comes<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: GIVEN_UP, interval: 10 })
}
