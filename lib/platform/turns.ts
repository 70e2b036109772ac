import { setImmediate as nextImmediate } from 'node:timers/promises'
import { once } from './once'

/** `begun` counts running work and work that awaits something. */
export interface WorkLimits {
  atOnce: number
  begun: number
  waiting: number
}

export interface Turn {
  /** Lets other work run while `promise` is pending; resolves once this work may run again. */
  whileWaiting<T>(promise: Promise<T>): Promise<T>
  end(): void
}

interface Work {
  peer: string
  state: 'waiting' | 'running' | 'away' | 'over'
  go: () => void
  refuse: () => void
}

/**
 * Bounds CPU work: a limit on running work (not counting work that awaits something), a limit on begun work (it holds memory),
 * and a short queue that serves peers in turn. When full, the queue drops the newest entry of the peer with the most.
 */
export class Turns {
  #running = 0
  #begun = 0
  readonly #again: Work[] = []
  readonly #queues = new Map<string, Work[]>()
  #waiting = 0
  #refused = 0
  #due = false

  /** @param later runs a callback after pending take() and end() calls */
  constructor(
    private readonly places: WorkLimits,
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

  /** Resolves with null when too many wait; stays pending once `left` aborts. */
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
          // With several awaits, work resumes after the last.
          if (awaited === 0 && work.state === 'away') {
            back ??= this.#return(work).then(() => {
              back = null
              // The work may have begun another wait meanwhile.
              this.later(giveUp)
            })
            await back
          }
        }
      },
      end: () => this.#end(work),
    }
  }

  /** Resolves once the work may run again, or has ended. One call at a time per work. */
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
    // Pending continuations resume and find the work over.
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

/** Maximum event-loop turns that work yields to new connections: clients can open them without end. */
const MAX_TURNS = 16

const loop = once('loop turns', () => ({ last: Promise.resolve(), connections: 0 }))

/** Resolves in a new event-loop turn, so that callers block the loop for one portion of work at a time. */
export function loopTurn(): Promise<unknown> {
  const turns = loop()
  turns.last = turns.last.then(nextTurn)
  return turns.last
}

/** Node accepts one connection per event-loop turn, so work pauses while connections arrive, or they would queue up. */
async function nextTurn(): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const before = loop().connections
    await nextImmediate()
    if (loop().connections === before) return
  }
}

export function noteConnection(): void {
  loop().connections++
}
