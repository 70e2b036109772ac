import { monitorEventLoopDelay } from 'node:perf_hooks'
import { once } from '../../platform/once'

/** Milliseconds between two samples, and of a window. */
const RESOLUTION_MS = 10
const WINDOW_MS = 60_000

/** By how much the event loop came late, in milliseconds. */
export interface Delay {
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** Measures, minute by minute, how late the event loop comes. It keeps no process alive. */
class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #last: Delay | null = null

  constructor() {
    this.#histogram.enable()
    setInterval(() => {
      this.#last = this.#read()
      this.#histogram.reset()
    }, WINDOW_MS).unref()
  }

  /** Of the minute that has begun, and of the whole one before it; null: there was none yet. */
  get delays(): { current: Delay; lastMinute: Delay | null } {
    return { current: this.#read(), lastMinute: this.#last }
  }

  #read(): Delay {
    const ms = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e5) / 10 - RESOLUTION_MS)
    const { max } = this.#histogram
    const tenth = (value: number) => Math.round(value * 10) / 10
    return {
      p50Ms: tenth(ms(this.#histogram.percentile(50))),
      p99Ms: tenth(ms(this.#histogram.percentile(99))),
      maxMs: tenth(ms(max)),
    }
  }
}

/** The one of this process; it measures from the first call on. */
export const loopDelay = once('loop delay', () => new LoopDelay())
