import { type Clock, pause } from '../../platform/clock'
import { slotReached } from '../store/apply'
import type { Store } from '../store/store'
import type { Ledger } from './ledger'

/** Milliseconds that the speed is taken over: long enough to be calm, short enough to follow a change. */
const SPAN = 30_000

/** Milliseconds between two samples. */
const SPACING = 1000

interface Sample {
  at: number
  slot: number
  tip: number
}

/** How fast the store comes closer to the head of its chain. */
export class CatchUp {
  private samples: Sample[] = []

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Notes where the store and the chain are. */
  observe(slot: number, tip: number): void {
    const at = this.clock.monotonic()
    const last = this.samples.at(-1)
    if (last && at - last.at < SPACING) return
    // One sample older than the span is kept, so that the span is covered.
    while ((this.samples[1]?.at ?? at) <= at - SPAN) this.samples.shift()
    this.samples.push({ at, slot, tip })
  }

  /** Slots per second that are stored; null before two samples. */
  slotsPerSecond(): number | null {
    return this.speed(({ slot }) => slot)
  }

  /** Seconds until the head is reached at the present speed, the chain's own included; null where it never is. */
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

/** What is monitored, and where lines go. */
export interface CatchUpWatch {
  catchUp: CatchUp
  ledger: Pick<Ledger, 'tip' | 'standing'>
  store: Store
  /** Slots behind which the store counts as catching up. */
  maxLagSlots: number
  clock: Clock
  signal: AbortSignal
  print(line: string): void
}

/** Milliseconds between two lines, and before the first one: a short catching up needs none. */
const LINES = 10_000

/** Milliseconds between two lines where no block comes. */
const STANDING_LINES = 60_000

/** Takes samples until `signal` aborts, and prints every ten seconds how far behind the store is, or every minute why it stands. */
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
  let saysStanding = false
  while (!signal.aborted) {
    const tip = await ledger.tip()
    // A store that cannot be asked right now is no business of this.
    const slot = await slotReached(store).catch(() => 0)
    const standing = ledger.standing?.() ?? null
    if (!standing) saysStanding = false
    const isDue = clock.monotonic() - printedAt >= (saysStanding ? STANDING_LINES : LINES)
    if (!signal.aborted && standing) {
      if (isDue) {
        const of = tip === null ? '' : ` of ${tip}`
        saysStanding = true
        print(`Standing at slot ${slot}${of} for ${duration(standing.seconds)}: ${standing.why}`)
        printedAt = clock.monotonic()
        behind = true
      }
      // Of an empty store nothing is known: the first block may have any slot.
    } else if (!signal.aborted && tip !== null && slot > 0) {
      catchUp.observe(slot, tip)
      const isBehind = tip - slot > maxLagSlots
      if (isBehind && isDue) {
        print(progressLine('Catching up', slot, tip, catchUp))
        printedAt = clock.monotonic()
        behind = true
      } else if (!isBehind && behind) {
        print(`Caught up with the chain at slot ${slot}`)
        behind = false
      }
    }
    await pause(SPACING, signal, clock)
  }
}

/** How far something is, how fast it goes, and when it will be there. */
export function progressLine(what: string, slot: number, tip: number, catchUp: CatchUp): string {
  const place = `${what}: slot ${slot} of ${tip}`
  const speed = catchUp.slotsPerSecond()
  if (speed === null) return place
  const left = catchUp.secondsLeft()
  const arrival = left === null ? 'no end in sight at this speed' : `about ${duration(left)} left`
  return `${place}, ${speed < 10 ? speed.toFixed(1) : Math.round(speed)} slots per second, ${arrival}`
}

/** Two units at most: nobody waits by the second for something that takes hours. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`
}
