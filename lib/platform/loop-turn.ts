import { setImmediate } from 'node:timers/promises'
import { once } from './once'

/** Turns of the event loop for which work waits while connections come: somebody may send them without an end. */
const MOST_TURNS = 16

const loop = once('loop turns', () => ({ last: Promise.resolve(), connections: 0 }))

/**
 * Resolves in the next turn of the event loop in which nothing else that waits here goes on. Work that calls it between two
 * portions holds the loop no longer than one portion takes, however much of it is under way.
 */
export function loopTurn(): Promise<unknown> {
  const turns = loop()
  turns.last = turns.last.then(nextTurn)
  return turns.last
}

/** In each turn Node takes one connection: while there are more, turns hold nothing else, or they would wait one behind the other. */
async function nextTurn(): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const before = loop().connections
    await setImmediate()
    if (loop().connections === before) return
  }
}

/** Notes that a connection was taken in this turn. */
export function noteConnection(): void {
  loop().connections++
}
