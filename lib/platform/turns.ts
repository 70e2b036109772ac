import { setImmediate as nextImmediate } from 'node:timers/promises'
import { once } from './once'

/** How many of a kind of work run at once, how many are begun, those included that are away, and how many more wait. */
export interface Places {
  atOnce: number
  begun: number
  waiting: number
}

/** One piece of work that has its place, waits for it, or has given it up while it waits for somebody else. */
export interface Turn {
  /** Gives the place up while `promise` is under way, and has it again before it resolves. */
  whileWaiting<T>(promise: Promise<T>): Promise<T>
  /** The work is over, or nobody wants it any more: wherever it stands, it makes room. */
  end(): void
}

interface Work {
  peer: string
  state: 'waiting' | 'running' | 'away' | 'over'
  /** Its turn has come. */
  go: () => void
  /** It will not come. */
  refuse: () => void
}

/**
 * Bounds work of the processor: so many at once, whoever waits for an answer from elsewhere not among them; not many more
 * begun, since each holds what it was answered; a short queue with a turn for each peer in turn; the newest of the peer
 * that waits most often makes room when it is full.
 */
export class Turns {
  #running = 0
  #begun = 0
  /** Work that was begun and goes on: before all that has not been begun. */
  readonly #again: Work[] = []
  /** Work that was not begun, by peer; the first peer is next. */
  readonly #queues = new Map<string, Work[]>()
  #waiting = 0
  #refused = 0
  #due = false

  /** @param later calls back once everything that has happened meanwhile is known: who has left, who has come. */
  constructor(
    private readonly places: Places,
    private readonly later: (call: () => void) => void = setImmediate,
  ) {}

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  get refused(): number {
    return this.#refused
  }

  /**
   * Asks for a place. Resolves with the turn once it has come, with null when too many wait.
   * @param peer shares its turns with nobody else.
   * @param left aborted when nobody wants the work any more: the promise then stays as it is.
   */
  take(peer: string, left: AbortSignal): Promise<Turn | null> {
    return new Promise((resolve) => {
      if (left.aborted) return
      const work: Work = {
        peer,
        state: 'waiting',
        go: () => resolve(this.#turnOf(work)),
        refuse: () => resolve(null),
      }
      left.addEventListener('abort', () => this.#end(work), { once: true })
      this.#enqueue(work)
    })
  }

  #turnOf(work: Work): Turn {
    let awaited = 0
    let back: Promise<void> | null = null
    const giveUp = () => {
      if (awaited > 0 && work.state === 'running') this.#release(work, 'away')
    }
    return {
      whileWaiting: async (promise) => {
        awaited++
        giveUp()
        try {
          return await promise
        } finally {
          awaited--
          // Work that waits for several continues with the last of them.
          if (awaited === 0 && work.state === 'away') {
            back ??= this.#return(work).then(() => {
              back = null
              // What went on meanwhile without a place may wait for something else by now.
              this.later(giveUp)
            })
            await back
          }
        }
      },
      end: () => this.#end(work),
    }
  }

  /** Resolves once the work has a place again; at once when it is over. Once at a time for each. */
  #return(work: Work): Promise<void> {
    return new Promise((resolve) => {
      work.go = resolve
      this.#again.push(work)
      this.#schedule()
    })
  }

  #enqueue(work: Work): void {
    if (this.#waiting >= this.places.waiting) this.#makeRoom(work)
    if (work.state === 'over') return
    const queue = this.#queues.get(work.peer) ?? []
    this.#queues.set(work.peer, queue)
    queue.push(work)
    this.#waiting++
    this.#schedule()
  }

  /** Refuses the newest of the peer that waits most often: the one that comes, where that is its own. */
  #makeRoom(coming: Work): void {
    const own = (this.#queues.get(coming.peer)?.length ?? 0) + 1
    const [longest] = Array.from(this.#queues.values()).sort((a, b) => b.length - a.length)
    const refused = longest && longest.length > own ? longest.at(-1) : coming
    if (!refused) return
    this.#refused++
    if (refused !== coming) this.#takeOut(refused)
    refused.state = 'over'
    refused.refuse()
  }

  #schedule(): void {
    if (this.#due) return
    this.#due = true
    this.later(() => {
      this.#due = false
      const work = this.#running < this.places.atOnce ? this.#next() : undefined
      if (!work) return
      work.state = 'running'
      this.#running++
      work.go()
      // One at a time: what it does at once is done before the next one begins.
      this.#schedule()
    })
  }

  #next(): Work | undefined {
    const again = this.#again.shift()
    if (again) return again
    if (this.#begun >= this.places.begun) return undefined
    for (const [peer, queue] of this.#queues) {
      const work = queue.shift()
      this.#queues.delete(peer)
      if (!work) continue
      this.#waiting--
      this.#begun++
      // Behind all others.
      if (queue.length > 0) this.#queues.set(peer, queue)
      return work
    }
    return undefined
  }

  #release(work: Work, state: 'away' | 'over'): void {
    work.state = state
    this.#running--
    this.#schedule()
  }

  #end(work: Work): void {
    const { state } = work
    if (state === 'over') return
    if (state === 'waiting') {
      this.#takeOut(work)
      work.state = 'over'
      return
    }
    this.#begun--
    if (state === 'running') {
      this.#release(work, 'over')
      return
    }
    const place = this.#again.indexOf(work)
    if (place >= 0) this.#again.splice(place, 1)
    work.state = 'over'
    // Whatever of it still waits to go on finds that nobody wants it.
    work.go()
    this.#schedule()
  }

  #takeOut(work: Work): void {
    const queue = this.#queues.get(work.peer) ?? []
    const place = queue.indexOf(work)
    if (place < 0) return
    queue.splice(place, 1)
    if (queue.length === 0) this.#queues.delete(work.peer)
    this.#waiting--
  }
}

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
    await nextImmediate()
    if (loop().connections === before) return
  }
}

/** Notes that a connection was taken in this turn. */
export function noteConnection(): void {
  loop().connections++
}
