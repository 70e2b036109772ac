import { type Sandbox, sandboxWorld } from '@/lib/testing/world/worlds'
import { test as base } from './page'

export const test = base.extend<{ baseURL: string }, { leafscan: Sandbox }>({
  leafscan: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know that nothing is needed
    async ({}, use) => use(await sandboxWorld()),
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ leafscan }, use) => use(leafscan.url),
})

export { expect } from './page'
