import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in the next turn of the event loop in which nothing else that waits here goes on. Work that calls it between two
 * portions holds the loop no longer than one portion takes, however much of it is under way: in each turn one new
 * connection is accepted, so long turns keep new readers waiting.
 */
export function loopTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
