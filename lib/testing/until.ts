import { setImmediate } from 'node:timers/promises'

/** Far longer than anything takes that goes on in this process: a limit for what never comes. */
const LIMIT_MS = 60_000

/**
 * Waits for what the event loop must bring about by itself, such as a request that comes in over loopback: looks after each
 * turn of it, and lets no other time pass.
 */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (!condition()) {
    if (performance.now() > end) throw new Error(`did not come: ${condition}`)
    await setImmediate()
  }
}

/** Gives the event loop some turns: what lies in a socket of this process has been read then. */
export async function socketsRead(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await setImmediate()
}
