import { performance } from 'node:perf_hooks'

/** Where the time of following goes. */
export interface SpentSeconds {
  /** Nothing to do until a block comes. */
  waiting: number
  /** Reading what comes from the ledger, and answering readers meanwhile. */
  reading: number
  /** Blocks to changes. */
  decoding: number
  /** Changes into the store. */
  writing: number
}

/** Milliseconds of the process so far, and how many of them its event loop had nothing to do. */
export interface ProcessTime {
  now: number
  idle: number
}

const processTime = (): ProcessTime => ({ now: performance.now(), idle: performance.eventLoopUtilization().idle })

/** Adds up the time of the follow loop by what it went into; the parts together are all of its time. */
export class Spent {
  readonly seconds: SpentSeconds = { waiting: 0, reading: 0, decoding: 0, writing: 0 }
  private last: ProcessTime

  constructor(private readonly time: () => ProcessTime = processTime) {
    this.last = time()
  }

  /** The time since the last call went into that. Of the time for a block to come, idle is waiting, the rest reading. */
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
