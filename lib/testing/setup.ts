import { configureGlobal } from 'fast-check'
import { afterAll, afterEach, vi } from 'vitest'
import { newWorld } from './new-world'
import { SEED } from './seed'

/* Runs before each file of unit tests. */

configureGlobal({ seed: SEED })

// Files share their process: what one of them leaves behind must not decide about the next.
afterEach(newWorld)
afterAll(() => vi.unstubAllEnvs())
