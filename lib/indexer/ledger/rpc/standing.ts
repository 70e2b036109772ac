import { type Clock, pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import type { Standing } from '../ledger'
import type { NodeReply } from './nodes'

/*
 * When no block comes although the chain goes on: said after a minute, and from then on every five.
 */

/** Milliseconds without a block from which it is said: sooner where a block above proves that one is missing. */
const STANDS = 60_000
const PROVEN = 10_000

/** Milliseconds between two lines, and between two looks. */
const LINES = 300_000
const LOOKS = 5_000

/** What is waited for, and what nodes reply instead. */
export interface Obstacle {
  op: 'getBlock' | 'getSlot'
  /** The slot whose block is wanted; null where the newest slot is. */
  slot: number | null
  reply: NodeReply | null
  /** What is known of it besides. */
  because: string | null
  /** What is requested meanwhile. */
  asks: string
}

/** What is monitored. */
export interface StandingWatch {
  clock: Clock
  signal: AbortSignal
  /** Null while nothing is in the way, or nobody waits. */
  obstacle(): Obstacle | null
  /** When the last block came. */
  releasedAt(): number
  /** The slot stored last, and the newest of the chain. */
  place(): { from: number; to: number }
  /** Called when it is another one, and null when blocks come again. */
  onStanding(standing: Standing | null): void
}

/** Watches until `signal` aborts. */
export async function watchStanding(watch: StandingWatch): Promise<void> {
  const { clock, signal, onStanding } = watch
  let freeAt = clock.monotonic()
  let saidAt: number | null = null
  while (!signal.aborted) {
    const now = clock.monotonic()
    const obstacle = watch.obstacle()
    if (!obstacle) freeAt = now
    const forMs = now - Math.max(freeAt, watch.releasedAt())
    if (obstacle && forMs >= (obstacle.because === null ? STANDS : PROVEN)) {
      onStanding({ why: words(obstacle), seconds: Math.round(forMs / 1000) })
      if (saidAt === null || now - saidAt >= LINES) {
        say(watch, obstacle, forMs)
        saidAt = now
      }
    } else if (saidAt !== null) {
      saidAt = null
      onStanding(null)
      log('info', 'LEDGER gives blocks again', watch.place())
    }
    await pause(LOOKS, signal, clock)
  }
  // Nobody waits any more: another process may write from here on.
  onStanding(null)
}

function say({ place }: StandingWatch, obstacle: Obstacle, forMs: number): void {
  const { op, slot, reply, asks } = obstacle
  log('warn', 'no next block from LEDGER', {
    ...(slot !== null && { slot }),
    op,
    ...(reply && { ledger_node: reply.node }),
    reason: reasonOf(obstacle),
    asks,
    dur_ms: Math.round(forMs),
    ...place(),
  })
}

/** For a person: what is waited for, and why it does not come. */
function words(obstacle: Obstacle): string {
  const { op, slot, reply } = obstacle
  const what = slot === null ? 'the newest slot' : `slot ${slot}`
  return `waiting for ${what} (${reply?.op ?? op}: ${reasonOf(obstacle)})`
}

function reasonOf({ reply, because }: Obstacle): string {
  const said = reply?.reason ?? 'no answer'
  return because === null ? said : `${said}; ${because}`
}
