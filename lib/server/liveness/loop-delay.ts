import { monitorEventLoopDelay } from 'node:perf_hooks'
import { once } from '../../platform/once'

const RESOLUTION_MS = 10
const WINDOW_MS = 60_000

/** Milliseconds late. */
export interface Delay {
  p50Ms: number
  p99Ms: number
  maxMs: number
}

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

  /** `lastMinute` null: none is complete. */
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

export const loopDelay = once('loop delay', () => new LoopDelay())
