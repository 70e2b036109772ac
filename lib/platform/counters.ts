import { clock } from './clock'

/** Bounds in seconds for HTTP requests, ours or an indexer's. facts/reliability.md (f). */
export const SECONDS_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const BYTES_BOUNDS = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]

export type HistogramValues = Pick<Histogram, 'bounds' | 'counts' | 'sum'>

export class Histogram {
  readonly counts: Float64Array
  sum = 0

  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1)
  }

  static sum(parts: readonly Histogram[]): Histogram {
    const total = new Histogram(parts[0]?.bounds ?? [])
    for (const { counts, sum } of parts) {
      counts.forEach((count, i) => {
        total.counts[i] = (total.counts[i] ?? 0) + count
      })
      total.sum += sum
    }
    return total
  }

  observe(value: number): void {
    const { bounds, counts } = this
    let at = 0
    while (at < bounds.length && value > (bounds[at] as number)) at++
    counts[at] = (counts[at] as number) + 1
    this.sum += value
  }
}

/** Events of the last seconds: one number per second, so that the cost does not grow with the count. */
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

  total(): number {
    const oldest = Math.floor(clock().monotonic() / 1_000) - this.seconds
    return this.#counts.reduce((sum, count, at) => ((this.#second[at] ?? -1) > oldest ? sum + count : sum), 0)
  }
}
