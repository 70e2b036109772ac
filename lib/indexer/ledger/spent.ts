import { performance } from 'node:perf_hooks'

export interface SpentSeconds {
  waiting: number
  /** Reading from the ledger, and serving requests meanwhile. */
  reading: number
  decoding: number
  writing: number
}

const processTime = () => ({ now: performance.now(), idle: performance.eventLoopUtilization().idle })

/** The parts add up to all of the loop's time. */
export class TimeSpent {
  readonly seconds: SpentSeconds = { waiting: 0, reading: 0, decoding: 0, writing: 0 }
  private last: ReturnType<typeof processTime>

  constructor(private readonly time = processTime) {
    this.last = time()
  }

  /** Assigns the time since the last call. Of the time for a block, idle is waiting, the rest reading. */
  on(what: 'the next block' | 'decoding' | 'writing'): void {
    const { now, idle } = this.time()
    const passed = (now - this.last.now) / 1000
    const waited = Math.min(passed, (idle - this.last.idle) / 1000)
    this.last = { now, idle }
    if (what !== 'the next block') {
      this.seconds[what] += passed
      return
    }
    this.seconds.waiting += waited
    this.seconds.reading += passed - waited
  }
}
