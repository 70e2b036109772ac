import { setTimeout } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'

/*
 * Test files that share a process: what one of them leaves running logs, asks and counts in the next one, which then fails
 * now and then, at no fault of its own.
 */

/** Timers and servers that keep the process alive. */
const runningOn = () => process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCPServerWrap)$/.test(name))

afterAll(async () => {
  // What was ended may take a moment for it. The timer of this wait is none that counts.
  for (let looks = 0; runningOn().length > 0 && looks < 100; looks++) await setTimeout(20, undefined, { ref: false })
  expect(runningOn()).toEqual([])
})
