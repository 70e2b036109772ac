import { once } from './once'

export interface Clock {
  /** Milliseconds that never run backwards: for ages, pauses and deadlines. */
  monotonic(): number
  /** Milliseconds since the epoch: for values that are stored or shown. */
  wall(): number
  /** Calls `call` after `ms` unless the returned function is called first. Timers are unref'd unless `keepsAlive`. */
  after(ms: number, call: () => void, options?: { keepsAlive?: boolean }): () => void
}

/** For measuring the machine itself, such as timer delay; everything else uses clock(). */
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

export function clock(): Clock {
  return chosen.existing()?.clock ?? MACHINE_CLOCK
}

/** For tests. null restores the machine's clock. */
export function setClock(other: Clock | null): void {
  chosen().clock = other ?? MACHINE_CLOCK
}

export function nowIso(): string {
  return new Date(clock().wall()).toISOString()
}

/** @throws the signal's reason, as soon as it is aborted. */
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

/** Resolves after `ms` or when `signal` aborts, never rejects, and keeps the process alive. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>

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

/** Resolves to null on timeout; does not cancel the work. */
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
