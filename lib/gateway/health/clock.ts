/** Time as the probe sees it: tests bring their own. */
export interface Clock {
  /** Milliseconds that only run forward: ages and pauses. */
  monotonic(): number
  /** Milliseconds since the epoch: what is stored and shown. */
  wall(): number
  /** Calls back after `ms`, unless what it returns is called before. It keeps no process alive. */
  after(ms: number, call: () => void): () => void
}

export const CLOCK: Clock = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
