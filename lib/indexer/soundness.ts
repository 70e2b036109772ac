import { log } from '../log/log'
import { DAMAGED } from './store/damage'
import { isDamage } from './store/storage-problem'
import type { Store } from './store/store'

/**
 * Whether the store is what was written to it, as far as this process knows: what its checks found, and what reads and
 * writes have met. Damage does not pass, whatever is read well after it.
 */
export class Soundness {
  private checked = false
  private broken = false

  /** Null before the first check has ended; false for good once damage was met. */
  isSound(): boolean | null {
    if (this.broken) return false
    return this.checked ? true : null
  }

  /** A check of the whole store has found nothing. */
  wasChecked(): void {
    this.checked = true
  }

  /** Says it once: further finds are of the same damage. */
  damaged(reason: string): void {
    if (!this.broken) log('error', DAMAGED, { reason })
    this.broken = true
  }

  /** The store, whose reads and writes tell when they meet damage. */
  watched(store: Store): Store {
    const told = async <T>(answer: Promise<T>): Promise<T> => {
      try {
        return await answer
      } catch (error) {
        if (isDamage(error)) this.damaged(error instanceof Error ? error.message : String(error))
        throw error
      }
    }
    return {
      all: (...args) => told(store.all(...args)),
      get: (...args) => told(store.get(...args)),
      run: (...args) => told(store.run(...args)),
      allEach: (...args) => told(store.allEach(...args)),
      runEach: (...args) => told(store.runEach(...args)),
      read: (work) => told(store.read(work)),
      write: (work) => told(store.write(work)),
      tidy: () => told(store.tidy()),
      close: () => store.close(),
    }
  }
}
