import { once } from './once'

/** Time as the explorer sees it: what it measures, what it shows, and what it waits for. */
export interface Clock {
  /** Milliseconds that only run forward: ages, pauses and deadlines. */
  monotonic(): number
  /** Milliseconds since the epoch: what is stored and shown. */
  wall(): number
  /** Calls back after `ms`, unless what it returns is called before. It keeps no process alive but where `keepsAlive`. */
  after(ms: number, call: () => void, options?: { keepsAlive?: boolean }): () => void
}

/** For what is about the machine itself, such as how late its timers come; all else asks clock(). */
export const MACHINE_CLOCK: Clock = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  after(ms, call, { keepsAlive = false } = {}) {
    const timer = setTimeout(call, ms)
    if (!keepsAlive) timer.unref()
    return () => clearTimeout(timer)
  },
}

const chosen = once('clock', (): { clock: Clock } => ({ clock: MACHINE_CLOCK }))

/** The clock of this process. */
export function clock(): Clock {
  return chosen.existing()?.clock ?? MACHINE_CLOCK
}

/** From now on this process lives by another clock; null: by the machine's. For tests: no setting reaches it. */
export function setClock(other: Clock | null): void {
  chosen().clock = other ?? MACHINE_CLOCK
}

/** ISO 8601 UTC. */
export function nowIso(): string {
  return new Date(clock().wall()).toISOString()
}

/**
 * Waits for `ms`.
 * @throws the signal's reason, as soon as it is aborted.
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock().after(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Waits for `ms`, or until `signal` aborts if that is sooner. It never rejects, and keeps the process alive meanwhile. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>

/** The Pause of a clock; of this process' unless another is named. */
export function pause(ms: number, signal?: AbortSignal, on: Clock = clock()): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = on.after(ms, end, { keepsAlive: true })
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** What a promise comes to if it does within `ms`; else null. What it stands for goes on. */
export async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let cancel = () => {}
  const late = new Promise<null>((resolve) => {
    cancel = clock().after(ms, () => resolve(null))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
  }
}
