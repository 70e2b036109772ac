import { setTimeout } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'

/* Test files share a process: what one leaves running logs and counts in the next, which then fails intermittently. */

const runningOn = () => process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCPServerWrap)$/.test(name))

const LIMIT_MS = 60_000

afterAll(async () => {
  const end = performance.now() + LIMIT_MS
  // This wait's own timer must not count.
  while (runningOn().length > 0 && performance.now() < end) await setTimeout(5, undefined, { ref: false })
  expect(runningOn()).toEqual([])
})
