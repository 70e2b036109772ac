/** Within the first segment: the pace of a real chain, whatever SLOT_MS is. */
export const RECORDED_SLOT_MS = 400

/** After such a gap the machine must have slept: the chain continues instead of catching up. */
const SLEPT_MS = 60_000

export class ChainClock {
  #slot: number
  /** Unix milliseconds at which the highest slot began. */
  #since: number
  readonly #readySlot: number
  readonly #slotMs: number
  readonly #now: () => number

  constructor(readySlot: number, slotMs: number, now: () => number) {
    this.#slot = readySlot
    this.#readySlot = readySlot
    this.#slotMs = slotMs
    this.#now = now
    this.#since = now()
  }

  /** An earlier slot changes nothing: the chain never goes back. */
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

  /** Milliseconds: 1 to `slotMs`, also right after the clock was set back. */
  untilNext(): number {
    return Math.min(this.#slotMs, Math.max(1, this.#since + this.#slotMs - this.#now()))
  }

  secondsOf(slot: number): number {
    const live = Math.max(0, this.#slot - Math.max(slot, this.#readySlot))
    const recorded = Math.max(0, this.#readySlot - slot)
    return Math.floor((this.#since - live * this.#slotMs - recorded * RECORDED_SLOT_MS) / 1000)
  }
}
