import { configureGlobal } from 'fast-check'
import { afterAll, afterEach, vi } from 'vitest'
import { SEED } from '../../scripts/seed'
import { PROXY_VARIABLES } from '../platform/proxy-setting'
import { newWorld } from './new-world'

/* Runs before each file of unit tests. */

configureGlobal({ seed: SEED })

// What is counted is what a test asks for, not what finds out how to ask: path-form.test.ts is about that.
process.env.INDEXER_PATH ??= 'method'

// A proxy of the machine that runs the tests is no part of them.
for (const name of PROXY_VARIABLES) for (const spelt of [name, name.toLowerCase()]) delete process.env[spelt]

// Two copies of a module that listens or counts would decide about each other's tests: `import('./x.ts?copy=1')` makes one
// copy of one module.
vi.resetModules = () => {
  throw new Error(
    'Files share their modules: import one under a query instead, as components/reader/saved-pages.test.ts does',
  )
}

// Files share their process: what one of them leaves behind must not decide about the next.
afterEach(newWorld)
afterAll(() => vi.unstubAllEnvs())
