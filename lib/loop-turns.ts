import { setImmediate } from 'node:timers/promises'

/**
 * A function that resolves in the next turn of the event loop in which none of its other callers goes on: work that calls it
 * between two portions, however often it is under way, holds the loop no longer than one portion takes.
 */
export function loopTurns(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
