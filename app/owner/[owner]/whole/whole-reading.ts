import type { Answer } from '@/lib/api/answer'
import { isProblem, type Problem } from '@/lib/api/problem'
import type { Whole } from '@/lib/api/whole'
import { clock } from '@/lib/platform/clock'
import { onBetterVerdict } from '../../../../components/ui/better-verdict'
import { keepsOn } from './whole-words'

export type WholeAnswer = Answer<'getCompressedAccountsByOwner'> & { meta: { whole: Whole } }

export interface WholeStanding {
  answer: WholeAnswer | null
  problem: Problem | null
  /** Polling keeps the server reading: false pauses it. */
  isRequesting: boolean
}

/** Milliseconds between two long polls, and after a failure without a retry time. */
const PAUSE_MS = 250
const AFTER_FAILURE_MS = 5_000

export class WholeReading {
  #standing: WholeStanding
  #calls = 0
  /** True until the first response after continue(). */
  #isResuming = false
  #abort: AbortController | null = null
  readonly #listeners = new Set<() => void>()

  /** @param ask one page, with that many calls allowed in total. @throws ProblemError */
  constructor(
    private readonly ask: (calls: number, signal: AbortSignal) => Promise<WholeAnswer>,
    first: Pick<WholeStanding, 'answer' | 'problem'>,
  ) {
    this.#standing = { ...first, isRequesting: false }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): WholeStanding => this.#standing

  /** @param calls limit, including those made so far */
  continue(calls: number): void {
    this.#calls = calls
    if (this.#abort) return
    this.#isResuming = true
    const abort = new AbortController()
    this.#abort = abort
    this.#set({ isRequesting: true, problem: null })
    void this.#request(abort.signal)
  }

  pause(): void {
    this.#abort?.abort()
    this.#abort = null
    this.#set({ isRequesting: false })
  }

  async #request(signal: AbortSignal): Promise<void> {
    let waitMs = PAUSE_MS
    try {
      const answer = await this.ask(this.#calls, signal)
      if (signal.aborted) return
      const { whole } = answer.meta
      this.#set({ answer, problem: null })
      // After continue(), a `slow` stop may need its retry time to clear.
      const isPassing = this.#isResuming && whole.stop?.code === 'slow' && whole.stop.retryAfterMs !== undefined
      this.#isResuming = false
      if (!keepsOn(whole) && !isPassing) return this.pause()
      waitMs = Math.max(PAUSE_MS, whole.stop?.retryAfterMs ?? 0)
    } catch (error) {
      if (signal.aborted) return
      if (!isProblem(error)) throw error
      const { problem } = error
      this.#set({ problem })
      if (!problem.retryable) return this.pause()
      waitMs = Math.max(AFTER_FAILURE_MS, problem.retryAfterMs ?? 0)
    }
    let stopWaiting = () => {}
    const goOn = () => {
      stopWaiting()
      void this.#request(signal)
    }
    const cancel = clock().after(waitMs, goOn)
    const stopListening = waitMs > PAUSE_MS ? onBetterVerdict(goOn) : () => {}
    stopWaiting = () => {
      cancel()
      stopListening()
    }
    signal.addEventListener('abort', stopWaiting, { once: true })
  }

  #set(change: Partial<WholeStanding>): void {
    this.#standing = { ...this.#standing, ...change }
    for (const listener of this.#listeners) listener()
  }
}
