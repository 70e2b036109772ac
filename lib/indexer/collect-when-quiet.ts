import { Session } from 'node:inspector'
import { type Clock, pause } from '../platform/clock'

/** Bytes answered that leave enough garbage to collect. */
const WORTH = 16 * 2 ** 20

/** Milliseconds of a period, and the bytes answered in a quiet one. */
const PERIOD = 3_000
const QUIET = 256 * 2 ** 10

/** V8 collects only when it needs room: garbage of a thousand large pages stays, a third of the process's memory. */
export class CollectWhenQuiet {
  private answered = 0
  private inPeriod = 0
  private isWaiting = false

  constructor(
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
    private readonly collect: () => void = collectGarbage,
  ) {}

  add(bytes: number): void {
    this.answered += bytes
    this.inPeriod += bytes
    if (this.answered < WORTH || this.isWaiting) return
    this.isWaiting = true
    void this.waitForQuiet()
  }

  private async waitForQuiet(): Promise<void> {
    do {
      this.inPeriod = 0
      await pause(PERIOD, this.signal, this.clock)
      if (this.signal.aborted) return
    } while (this.inPeriod > QUIET)
    this.answered = 0
    this.isWaiting = false
    this.collect()
  }
}

/** Blocks this thread for some 50 ms. */
function collectGarbage(): void {
  const session = new Session()
  session.connect()
  // Not from within its own callback: Node 20 then hangs.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()))
}
