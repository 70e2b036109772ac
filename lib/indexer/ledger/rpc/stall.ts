import { type Clock, pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import type { Stall } from '../ledger'
import type { NodeReply } from './nodes'

/** Without a block; sooner if a block further up proves that one is missing. */
const REPORT_AFTER_MS = 60_000
const PROVEN_REPORT_AFTER_MS = 10_000

const LINE_INTERVAL_MS = 300_000
const CHECK_INTERVAL_MS = 5_000

export interface StallCause {
  op: 'getBlock' | 'getSlot'
  slot: number | null
  reply: NodeReply | null
  because: string | null
  asks: string
}

interface StallWatch {
  clock: Clock
  signal: AbortSignal
  stallCause(): StallCause | null
  releasedAt(): number
  place(): { from: number; to: number }
  onStall(stall: Stall | null): void
}

export async function watchForStalls(watch: StallWatch): Promise<void> {
  const { clock, signal, onStall } = watch
  let freeAt = clock.monotonic()
  let saidAt: number | null = null
  while (!signal.aborted) {
    const now = clock.monotonic()
    const stallCause = watch.stallCause()
    if (!stallCause) freeAt = now
    const forMs = now - Math.max(freeAt, watch.releasedAt())
    if (stallCause && forMs >= (stallCause.because === null ? REPORT_AFTER_MS : PROVEN_REPORT_AFTER_MS)) {
      onStall({ why: describe(stallCause), seconds: Math.round(forMs / 1000) })
      if (saidAt === null || now - saidAt >= LINE_INTERVAL_MS) {
        logStall(watch, stallCause, forMs)
        saidAt = now
      }
    } else if (saidAt !== null) {
      saidAt = null
      onStall(null)
      log('info', 'LEDGER gives blocks again', watch.place())
    }
    await pause(CHECK_INTERVAL_MS, signal, clock)
  }
  // Ingestion has ended: another process may write from here on.
  onStall(null)
}

function logStall({ place }: StallWatch, stallCause: StallCause, forMs: number): void {
  const { op, slot, reply, asks } = stallCause
  log('warn', 'no next block from LEDGER', {
    ...(slot !== null && { slot }),
    op,
    ...(reply && { ledger_node: reply.node }),
    reason: reasonOf(stallCause),
    asks,
    dur_ms: Math.round(forMs),
    ...place(),
  })
}

function describe(stallCause: StallCause): string {
  const { op, slot, reply } = stallCause
  const what = slot === null ? 'the newest slot' : `slot ${slot}`
  return `waiting for ${what} (${reply?.op ?? op}: ${reasonOf(stallCause)})`
}

function reasonOf({ reply, because }: StallCause): string {
  const said = reply?.reason ?? 'no answer'
  return because === null ? said : `${said}; ${because}`
}
