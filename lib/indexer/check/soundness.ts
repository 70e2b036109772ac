import { log } from '../../platform/log'
import { DAMAGED } from '../store/damage'
import { isDamage } from '../store/storage-problem'
import type { Store } from '../store/store'

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

  /** Logs the first one: what is found later is the same damage. */
  damaged(reason: string): void {
    if (!this.broken) log('error', DAMAGED, { reason })
    this.broken = true
  }

  /** The store, with damage that its reads and writes meet reported here. */
  monitored(store: Store): Store {
    const reporting = async <T>(answer: Promise<T>): Promise<T> => {
      try {
        return await answer
      } catch (error) {
        if (isDamage(error)) this.damaged(error instanceof Error ? error.message : String(error))
        throw error
      }
    }
    return {
      all: (...args) => reporting(store.all(...args)),
      get: (...args) => reporting(store.get(...args)),
      list: (...args) => reporting(store.list(...args)),
      run: (...args) => reporting(store.run(...args)),
      allEach: (...args) => reporting(store.allEach(...args)),
      runEach: (...args) => reporting(store.runEach(...args)),
      read: (work) => reporting(store.read(work)),
      write: (work) => reporting(store.write(work)),
      tidy: () => reporting(store.tidy()),
      close: () => store.close(),
    }
  }
}
