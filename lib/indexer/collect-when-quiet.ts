import { Session } from 'node:inspector'
import { type Clock, pause } from '../platform/clock'

/** Bytes of answers that leave enough garbage to look for it. */
const WORTH = 16 * 2 ** 20

/** Milliseconds of a period, and the bytes of answers in one that counts as quiet. */
const PERIOD = 3_000
const QUIET = 256 * 2 ** 10

/**
 * Gives memory back once the questions are over. Of itself the engine looks for garbage when it needs room: what a thousand
 * large pages have left stays until there are more of them, a third of all the process holds.
 */
export class CollectWhenQuiet {
  /** Bytes answered since the last collection, and in this period. */
  private answered = 0
  private inPeriod = 0
  private isWaiting = false

  /** @param signal ends it. */
  constructor(
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
    private readonly collect: () => void = collectGarbage,
  ) {}

  /** An answer of so many bytes goes out. */
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

/** All garbage of this thread. Some 50 ms in which nobody is answered. */
function collectGarbage(): void {
  const session = new Session()
  session.connect()
  // Not from within its own answer: Node 20 never comes back from that.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()))
}
