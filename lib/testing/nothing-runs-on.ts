import { setTimeout } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'

/*
 * Test files that share a process: what one of them leaves running logs, asks and counts in the next one, which then fails
 * now and then, at no fault of its own.
 */

/** Timers and servers that keep the process alive. */
const runningOn = () => process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCPServerWrap)$/.test(name))

/** Far more than what was ended may take to be gone (ms). */
const LIMIT_MS = 60_000

afterAll(async () => {
  const end = performance.now() + LIMIT_MS
  // The timer of this wait is none that counts.
  while (runningOn().length > 0 && performance.now() < end) await setTimeout(5, undefined, { ref: false })
  expect(runningOn()).toEqual([])
})
