import 'server-only'
import { ProblemError } from '../../../api/problem'
import type { WholeMode } from '../../../api/whole'
import { clock } from '../../../clock'
import { once } from '../../../once'
import { keyOf } from '../../memory/canonical-key'
import type { Network } from '../../networks'
import { problem } from '../../problem'
import { preferredIndexer } from '../../upstream/preferred'
import { ATTENDED_MS, Reading } from './reading'
import { sourceAt } from './source'
import type { WholeSubject } from './whole-read'

/** Milliseconds that a reading stays for readers to come back to. */
export const STAYS_MS = 15 * 60_000

/** Bytes that rows of all readings may take together. */
export const MOST_BYTES = 64 * 1024 * 1024

/** Readings at the same time, those that only stay among them. */
const MOST_READINGS = 64

/** Lists that are read at the same time, for files as well: each of them costs hundreds of calls. */
export const MOST_AT_ONCE = 8

/** What is wanted of a whole list. */
export interface WholeRequest {
  mode: WholeMode
  /** Calls that its reading may make. */
  maxCalls: number
  /** Slot that none of its answers may be older than; null: any will do. */
  minSlot: number | null
}

/** Lists that are read whole, by network, owner and filters: all who request the same share one reading. */
class Readings {
  readonly #byKey = new Map<string, Reading>()
  #files = 0
  #sweeps = false

  get bytes(): number {
    return [...this.#byKey.values()].reduce((sum, { rows }) => sum + rows.weight, 0)
  }

  /** Lists that are being read, for files as well. */
  get running(): number {
    return this.#files + [...this.#byKey.values()].filter(({ isRunning }) => isRunning).length
  }

  /** @throws ProblemError where too many lists are being read for one more. */
  admitFile(): void {
    if (this.running >= MOST_AT_ONCE) throw tooMany()
  }

  /** Counts a file among those that are being read, while it waits for an answer: a reader who leaves it halfway holds no place. */
  async forFile<T>(answer: () => Promise<T>): Promise<T> {
    this.#files++
    try {
      return await answer()
    } finally {
      this.#files--
    }
  }

  /** The reading of a list if there is one, as it stands. */
  existing(network: Network, subject: WholeSubject): Reading | null {
    this.#sweep()
    return this.#byKey.get(keyIn(network, subject)) ?? null
  }

  /** The reading of a list that has ended, if it will do; null: there is none. */
  ended(network: Network, subject: WholeSubject, request: WholeRequest): Reading | null {
    const reading = this.existing(network, subject)
    if (!reading?.isEnded || !isGood(reading, request)) return null
    return request.mode === 'twice' && !reading.isTwice ? null : reading
  }

  /**
   * The reading of a list: begun where there is none yet, and again where it ended long ago or is older than wanted.
   * @param stays true: a place in it is known, so it is not begun again.
   * @throws ProblemError where too many lists are being read.
   */
  attend(network: Network, subject: WholeSubject, request: WholeRequest, stays: boolean): Reading {
    this.#sweep()
    const key = keyIn(network, subject)
    const known = this.#byKey.get(key)
    const isFull = this.running >= MOST_AT_ONCE
    const isUsable = known !== undefined && (stays || isGood(known, request))
    if (!isUsable && isFull) throw tooMany()
    const reading = isUsable ? known : this.#begin(key, network, subject, request)
    // What was found of it is there all the same.
    if (!isFull || reading.isRunning || reading.isEnded) reading.attend(request.mode, request.maxCalls)
    // The most recently requested is the last to go.
    this.#byKey.delete(key)
    this.#byKey.set(key, reading)
    this.#sweepLater()
    return reading
  }

  #begin(key: string, network: Network, subject: WholeSubject, { minSlot }: WholeRequest): Reading {
    this.#byKey.delete(key)
    if (this.#byKey.size >= MOST_READINGS && !this.#dropOne()) {
      throw tooMany()
    }
    const source = () => sourceAt(preferredIndexer(network, minSlot))
    return new Reading(source, subject, () => this.#hasRoom())
  }

  #hasRoom(): boolean {
    while (this.bytes > MOST_BYTES) if (!this.#dropOne()) return false
    return true
  }

  /** Lets the one go that was requested longest ago, if nobody waits for it. */
  #dropOne(): boolean {
    for (const [key, reading] of this.#byKey) {
      if (!reading.isAttended) return this.#byKey.delete(key)
    }
    return false
  }

  #sweep(): void {
    const now = clock().monotonic()
    for (const [key, { requestedMs }] of this.#byKey) if (now >= requestedMs + STAYS_MS) this.#byKey.delete(key)
  }

  /** Memory is given back though nobody comes any more. */
  #sweepLater(): void {
    if (this.#sweeps) return
    this.#sweeps = true
    clock().after(STAYS_MS, () => {
      this.#sweeps = false
      this.#sweep()
      if (this.#byKey.size > 0) this.#sweepLater()
    })
  }
}

function tooMany(): ProblemError {
  const detail = 'Too many lists are being read whole.'
  return new ProblemError(problem('explorer_busy', detail, { retryAfterMs: ATTENDED_MS }))
}

/** True for a reading that will do; one that others wait for is not taken from them. */
function isGood({ endedMs, from, isAttended }: Reading, { minSlot }: WholeRequest): boolean {
  if (endedMs === null && isAttended) return true
  if (endedMs !== null && clock().monotonic() >= endedMs + STAYS_MS) return false
  return minSlot === null || from === null || from >= minSlot
}

/** The readings of this process. */
export const readings = once(() => new Readings())

function keyIn({ name }: Network, { owner, filters = [] }: WholeSubject): string {
  return keyOf(name, owner, filters)
}
