import { log } from '../../platform/log'
import { DAMAGED } from '../store/damage'
import { isDamage } from '../store/storage-problem'
import type { Store } from '../store/store'

/** Whether the store is damaged, as checks, reads and writes of this process found. Damage is permanent. */
export class Soundness {
  private checked = false
  private broken = false

  /** null before the first check has ended; false for good after damage. */
  isSound(): boolean | null {
    if (this.broken) return false
    return this.checked ? true : null
  }

  wasChecked(): void {
    this.checked = true
  }

  /** Logs only the first: later findings are the same damage. */
  damaged(reason: string): void {
    if (!this.broken) log('error', DAMAGED, { reason })
    this.broken = true
  }

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
