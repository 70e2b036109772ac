/** Milliseconds from each slot of the first segment to the next: the pace of a real chain, whatever the sandbox's is. */
export const RECORDED_SLOT_MS = 400

/**
 * A silence after which the machine must have slept, in milliseconds. The chain then goes on from where it was instead
 * of running through hours at once.
 */
const SLEPT_MS = 60_000

/** The highest slot of a chain whose slots pass with the clock, whether or not anyone reads them, and their times. */
export class ChainClock {
  #slot: number
  /** When the highest slot began, in milliseconds since the Unix epoch. */
  #since: number
  readonly #readySlot: number
  readonly #slotMs: number
  readonly #now: () => number

  /** `readySlot` begins now; the slots before it are past, those after it come every `slotMs`. */
  constructor(readySlot: number, slotMs: number, now: () => number) {
    this.#slot = readySlot
    this.#readySlot = readySlot
    this.#slotMs = slotMs
    this.#now = now
    this.#since = now()
  }

  /** Goes on from a later slot, which begins now. An earlier one changes nothing: the chain never goes back. */
  continueFrom(slot: number): void {
    if (slot <= this.tip()) return
    this.#slot = slot
    this.#since = this.#now()
  }

  tip(): number {
    const passed = this.#now() - this.#since
    if (passed < 0 || passed > Math.max(SLEPT_MS, 2 * this.#slotMs)) {
      this.#since = this.#now()
      return this.#slot
    }
    const slots = Math.floor(passed / this.#slotMs)
    this.#slot += slots
    this.#since += slots * this.#slotMs
    return this.#slot
  }

  /** Milliseconds until the slot after `tip()`: 1 to `slotMs`, also right after the clock was set back. */
  untilNext(): number {
    return Math.min(this.#slotMs, Math.max(1, this.#since + this.#slotMs - this.#now()))
  }

  /** When a slot up to `tip()` began, in whole seconds since the Unix epoch. */
  secondsOf(slot: number): number {
    const live = Math.max(0, this.#slot - Math.max(slot, this.#readySlot))
    const recorded = Math.max(0, this.#readySlot - slot)
    return Math.floor((this.#since - live * this.#slotMs - recorded * RECORDED_SLOT_MS) / 1000)
  }
}
