import { type Clock, pause } from '../platform/clock'
import { log } from '../platform/log'
import { slotReached } from './store/apply'
import { storageProblem } from './store/storage-problem'
import type { Store } from './store/store'

const CHECK_INTERVAL_MS = 1000

export interface StoreWatchOptions {
  store: Store
  clock: Clock
  signal: AbortSignal
  print(line: string): void
}

/** Runs without requests too: a process that only reads learns of a dead writer only here. */
export class StoreWatch {
  private slot: number | null = null
  private movedAt: number
  private awaySince: number | null = null

  constructor(private readonly options: StoreWatchOptions) {
    this.movedAt = options.clock.monotonic()
  }

  async run(): Promise<void> {
    const { store, clock, signal } = this.options
    while (!signal.aborted) {
      try {
        this.saw(await slotReached(store))
        this.answered()
      } catch (error) {
        if (!signal.aborted) this.failed(error)
      }
      await pause(CHECK_INTERVAL_MS, signal, clock)
    }
  }

  isReachable(): boolean {
    return this.awaySince === null
  }

  unchangedMs(slot: number): number {
    this.saw(slot)
    return this.options.clock.monotonic() - this.movedAt
  }

  private saw(slot: number): void {
    if (slot === this.slot) return
    this.slot = slot
    this.movedAt = this.options.clock.monotonic()
  }

  private failed(error: unknown): void {
    if (this.awaySince !== null) return
    this.awaySince = this.options.clock.monotonic()
    const reason = storageProblem(error) ?? (error instanceof Error ? error.message : String(error))
    log('error', 'the store does not answer', { reason })
    this.options.print(`The store does not answer: ${reason}. Requests get errors until it does`)
  }

  private answered(): void {
    if (this.awaySince === null) return
    const ms = Math.round(this.options.clock.monotonic() - this.awaySince)
    this.awaySince = null
    log('info', 'the store answers again', { dur_ms: ms })
    this.options.print(`The store answers again, after ${Math.round(ms / 1000)} s`)
  }
}
