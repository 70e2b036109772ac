import { clock } from './clock'

/** Bounds of a histogram, in seconds: how long an HTTP request takes, ours or an indexer's. facts/reliability.md (f). */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Bounds of a histogram, in bytes: how long an answer is. */
export const BYTES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]

/** What a histogram has counted: as a plain value it goes from one thread to another. */
export type Figures = Pick<Histogram, 'bounds' | 'counts' | 'sum'>

/** Counts values by size; noting one costs a few comparisons. What Prometheus makes of it is families.ts' business. */
export class Histogram {
  /** Values up to each bound and above the one before; the last count is of those above all bounds. */
  readonly counts: Float64Array
  sum = 0

  /** @param bounds ascending. */
  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1)
  }

  /** Several of the same bounds as one. */
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
