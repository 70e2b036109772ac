import { type Leafscan, startLeafscan } from './leafscan'
import { test as base } from './page'

/** Journeys over the sandbox share one Leafscan per worker. */
export const test = base.extend<{ baseURL: string }, { leafscan: Leafscan }>({
  leafscan: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know that nothing is needed
    async ({}, use) => {
      const leafscan = await startLeafscan()
      await use(leafscan)
      await leafscan.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ leafscan }, use) => use(leafscan.url),
})

export { expect } from './page'
