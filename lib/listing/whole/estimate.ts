import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { VALUES } from './part'
import type { Split } from './split'

const SAMPLES = 3

const MOST_LEVELS = 3

export interface PartsEstimate {
  calls: number
  rows: number
  /** A sample part was longer than an answer: the list is longer. */
  isAtLeast: boolean
  from: { rows: number; offset: number; values: number; samples: readonly number[] }
}

/**
 * Samples are the values at a sixth, a half and five sixths of the seen rows, ordered by frequency. Each row is equally likely
 * in a sample, so a part's rows divided by its share of the first answer average the list's rows.
 */
export class Sampling {
  #shares: ReadonlyMap<number, number> | null = null
  #from = { rows: 0, offset: 0, values: 0 }
  readonly #samples = new Map<number, { rows: number; full: boolean } | null>()
  #rows = 0
  #calls: number | null = null

  get values(): number[] {
    return [...this.#samples.keys()]
  }

  /** Only the first split counts. @returns true for the first */
  begin({ offset, seen, ended }: Split): boolean {
    if (this.#shares) return false
    const withByte = seen.reduce((sum, { rows }) => sum + rows.length, 0)
    const all = withByte + ended.length
    this.#from = { rows: all, offset, values: seen.length }
    this.#shares = new Map(seen.map(({ value, rows }) => [value, rows.length / all]))
    for (let sample = 0; sample < SAMPLES; sample++) {
      const goal = ((2 * sample + 1) / (2 * SAMPLES)) * withByte
      let before = 0
      const at = seen.find(({ rows }) => {
        before += rows.length
        return before > goal
      })
      if (at) this.#samples.set(at.value, null)
    }
    return true
  }

  answered(value: number, rows: number, full: boolean, calls: number, left: number): void {
    this.#samples.set(value, { rows, full })
    const answers = [...this.#samples].map(([of, answer]) => answer && { ...answer, share: this.#shares?.get(of) ?? 1 })
    if (answers.includes(null)) return
    const all = answers.filter((answer) => answer !== null)
    this.#rows = all.reduce((sum, { rows: of, share }) => sum + of / share, 0) / all.length
    const shares = [...(this.#shares ?? [])]
    const notRead = shares.filter(([of]) => !this.#samples.has(of))
    const splits = notRead.reduce((sum, [, share]) => sum + this.#splitsOf(this.#rows * share, 1), 0)
    this.#calls = calls + left + VALUES * splits
  }

  /** Null before all samples were read. @param left known parts not yet read */
  estimate(calls: number, left: number): PartsEstimate | null {
    if (this.#calls === null) return null
    const samples = [...this.#samples.values()].filter((sample) => sample !== null)
    return {
      calls: Math.max(Math.round(this.#calls), calls + left),
      rows: Math.round(this.#rows),
      isAtLeast: samples.some(({ full }) => full),
      from: { ...this.#from, samples: samples.map(({ rows }) => rows) },
    }
  }

  #splitsOf(rows: number, level: number): number {
    if (rows < MAX_LIMIT || level > MOST_LEVELS) return 0
    const shares = [...(this.#shares?.values() ?? [])]
    return 1 + shares.reduce((sum, share) => sum + this.#splitsOf(rows * share, level + 1), 0)
  }
}
