import { Live } from '@/lib/testing/world/worlds'
import { test as base } from './page'

export const test = base.extend<{ baseURL: string }, { live: Live }>({
  live: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know that nothing is needed
    async ({}, use) => {
      const live = await Live.reach()
      await use(live)
      await live.close()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ live }, use) => use(live.url),
})

export { expect, type Locator, type Page } from './page'
