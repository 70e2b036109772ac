import { test as base } from './page'
import { World } from './states'

/** Journeys through every state share one world per worker. */
export const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know that nothing is needed
    async ({}, use) => {
      const world = await World.start()
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

export { expect } from './page'
