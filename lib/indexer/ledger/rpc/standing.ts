import { type Clock, pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import type { Standing } from '../ledger'
import type { NodeReply } from './nodes'

/** Milliseconds without a block until it is reported; sooner if a block above proves that one is missing. */
const STANDS = 60_000
const PROVEN = 10_000

/** Milliseconds between two lines, and between two checks. */
const LINES = 300_000
const LOOKS = 5_000

export interface Obstacle {
  op: 'getBlock' | 'getSlot'
  slot: number | null
  reply: NodeReply | null
  because: string | null
  asks: string
}

export interface StandingWatch {
  clock: Clock
  signal: AbortSignal
  obstacle(): Obstacle | null
  releasedAt(): number
  place(): { from: number; to: number }
  onStanding(standing: Standing | null): void
}

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
  // No one waits any more: another process may write from here on.
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

function words(obstacle: Obstacle): string {
  const { op, slot, reply } = obstacle
  const what = slot === null ? 'the newest slot' : `slot ${slot}`
  return `waiting for ${what} (${reply?.op ?? op}: ${reasonOf(obstacle)})`
}

function reasonOf({ reply, because }: Obstacle): string {
  const said = reply?.reason ?? 'no answer'
  return because === null ? said : `${said}; ${because}`
}
