import { type Clock, pause } from '../../platform/clock'
import { slotReached } from '../store/apply'
import type { Store } from '../store/store'
import type { Ledger } from './ledger'

/** Long enough for a steady speed, short enough to follow a change. */
const SPEED_SPAN_MS = 30_000

const CHECK_INTERVAL_MS = 1000

interface Sample {
  at: number
  slot: number
  tip: number
}

export class CatchUp {
  private samples: Sample[] = []

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  observe(slot: number, tip: number): void {
    const at = this.clock.monotonic()
    const last = this.samples.at(-1)
    if (last && at - last.at < CHECK_INTERVAL_MS) return
    // Keeps one sample older than the span, so that the span is covered.
    while ((this.samples[1]?.at ?? at) <= at - SPEED_SPAN_MS) this.samples.shift()
    this.samples.push({ at, slot, tip })
  }

  slotsPerSecond(): number | null {
    return this.speed(({ slot }) => slot)
  }

  /** At the present speed, net of the chain's own; null: never. */
  secondsLeft(): number | null {
    const now = this.samples.at(-1)
    const ours = this.slotsPerSecond()
    const theirs = this.speed(({ tip }) => tip)
    if (!now || ours === null || theirs === null) return null
    if (now.slot >= now.tip) return 0
    return ours > theirs ? (now.tip - now.slot) / (ours - theirs) : null
  }

  private speed(of: (sample: Sample) => number): number | null {
    const [first, last] = [this.samples[0], this.samples.at(-1)]
    if (!first || !last || first === last) return null
    return (of(last) - of(first)) / ((last.at - first.at) / 1000)
  }
}

export interface CatchUpWatch {
  catchUp: CatchUp
  ledger: Pick<Ledger, 'tip' | 'stall'>
  store: Store
  maxLagSlots: number
  clock: Clock
  signal: AbortSignal
  print(line: string): void
}

/** Also before the first line: a short catch-up prints none. */
const LINE_INTERVAL_MS = 10_000

const STALL_LINE_INTERVAL_MS = 60_000

export async function watchCatchUp({
  catchUp,
  ledger,
  store,
  maxLagSlots,
  clock,
  signal,
  print,
}: CatchUpWatch): Promise<void> {
  let printedAt = clock.monotonic()
  let behind = false
  let printsStall = false
  while (!signal.aborted) {
    const tip = await ledger.tip()
    const slot = await slotReached(store).catch(() => 0)
    const stall = ledger.stall?.() ?? null
    if (!stall) printsStall = false
    const isDue = clock.monotonic() - printedAt >= (printsStall ? STALL_LINE_INTERVAL_MS : LINE_INTERVAL_MS)
    if (!signal.aborted && stall) {
      if (isDue) {
        const of = tip === null ? '' : ` of ${tip}`
        printsStall = true
        print(`Standing at slot ${slot}${of} for ${duration(stall.seconds)}: ${stall.why}`)
        printedAt = clock.monotonic()
        behind = true
      }
      // The lag of an empty store is unknown: the first block may have any slot.
    } else if (!signal.aborted && tip !== null && slot > 0) {
      catchUp.observe(slot, tip)
      const isBehind = tip - slot > maxLagSlots
      if (isBehind && isDue) {
        print(progressLine(slot, tip, catchUp))
        printedAt = clock.monotonic()
        behind = true
      } else if (!isBehind && behind) {
        print(`Caught up with the chain at slot ${slot}`)
        behind = false
      }
    }
    await pause(CHECK_INTERVAL_MS, signal, clock)
  }
}

function progressLine(slot: number, tip: number, catchUp: CatchUp): string {
  const place = `Catching up: slot ${slot} of ${tip}`
  const speed = catchUp.slotsPerSecond()
  if (speed === null) return place
  const left = catchUp.secondsLeft()
  const arrival = left === null ? 'no end in sight at this speed' : `about ${duration(left)} left`
  return `${place}, ${speed < 10 ? speed.toFixed(1) : Math.round(speed)} slots per second, ${arrival}`
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`
}
