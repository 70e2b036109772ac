import { clock } from '../platform/clock'

/** How often something happened of late: one number per second, so that it costs the same however often that was. */
export class RecentCount {
  readonly #counts: Float64Array
  readonly #second: Float64Array

  constructor(private readonly seconds: number) {
    this.#counts = new Float64Array(seconds)
    this.#second = new Float64Array(seconds).fill(-1)
  }

  add(): void {
    const second = Math.floor(clock().monotonic() / 1_000)
    const at = second % this.seconds
    if (this.#second[at] !== second) {
      this.#second[at] = second
      this.#counts[at] = 0
    }
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  /** Times within the last `seconds`, the current one included. */
  total(): number {
    const oldest = Math.floor(clock().monotonic() / 1_000) - this.seconds
    return this.#counts.reduce((sum, count, at) => ((this.#second[at] ?? -1) > oldest ? sum + count : sum), 0)
  }
}
