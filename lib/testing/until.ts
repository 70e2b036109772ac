import { setImmediate } from 'node:timers/promises'

const LIMIT_MS = 60_000

/** For what the event loop does by itself, such as a request over loopback: checks after each turn, and no other time passes. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (!condition()) {
    if (performance.now() > end) throw new Error(`did not come: ${condition}`)
    await setImmediate()
  }
}

/** Some event-loop turns: sockets of this process are read by then. */
export async function socketsRead(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await setImmediate()
}

/** Turns of the event loop until it has settled. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  for (; !isOver; turns++) await setImmediate()
  return turns
}
