import { stillWorld } from '@/lib/testing/world/worlds'
import { test as base } from './page'

export const test = base.extend<{ baseURL: string }, { world: { url: string } }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know that nothing is needed
    async ({}, use) => use(await stillWorld()),
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
})

export { expect } from './page'
