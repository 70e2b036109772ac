import { configureGlobal } from 'fast-check'
import { afterAll, afterEach, vi } from 'vitest'
import { SEED } from '../../scripts/seed'
import { PROXY_VARIABLES } from '../platform/proxy-setting'
import { newWorld } from './new-world'

configureGlobal({ seed: SEED })

// Tests count their own requests, not path detection; path-form.test.ts covers that.
process.env.INDEXER_PATH ??= 'method'

for (const name of PROXY_VARIABLES) for (const spelt of [name, name.toLowerCase()]) delete process.env[spelt]

// Two copies of a module that listens or counts would affect each other's tests: `import('./x.ts?copy=1')` copies one module.
vi.resetModules = () => {
  throw new Error(
    'Files share their modules: import one under a query instead, as components/reader/saved-pages.test.ts does',
  )
}

afterEach(newWorld)
afterAll(() => vi.unstubAllEnvs())
