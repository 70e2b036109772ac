import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { VALUES } from './part'
import type { Split } from './split'

const SAMPLES = 3

/** Splits of splits that are foreseen. */
const MOST_LEVELS = 3

export interface PartsEstimate {
  calls: number
  rows: number
  /** True where a sample part was longer than an answer: then it is more. */
  isAtLeast: boolean
  /** Of what it was made: rows of the first answer, the byte by which they were split, its values among them, rows of the samples. */
  from: { rows: number; offset: number; values: number; samples: readonly number[] }
}

/**
 * Estimates a list from its first answer and three of its parts. These are the values at a sixth, a half and five sixths of
 * the rows that were seen, ordered by how many have each: so every row is as likely to be of a sample part, and the rows of
 * a part divided by its share of the first answer are on average the rows of the list.
 */
export class Sampling {
  /** Shares of the values that were seen in the first answer that was too long. */
  #shares: ReadonlyMap<number, number> | null = null
  #from = { rows: 0, offset: 0, values: 0 }
  readonly #samples = new Map<number, { rows: number; full: boolean } | null>()
  #rows = 0
  #calls: number | null = null

  /** Values whose parts are read first, for the estimate. */
  get values(): number[] {
    return [...this.#samples.keys()]
  }

  /** Takes the first split; others are none of its concern. @returns true for the first. */
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

  /** Takes the answer to a sample part; the last one makes the estimate. */
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

  /** The estimate; null before all samples were read. @param left parts that are known of. */
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

  /** Splits that a part of so many rows takes, if it falls apart as the list does. */
  #splitsOf(rows: number, level: number): number {
    if (rows < MAX_LIMIT || level > MOST_LEVELS) return 0
    const shares = [...(this.#shares?.values() ?? [])]
    return 1 + shares.reduce((sum, share) => sum + this.#splitsOf(rows * share, level + 1), 0)
  }
}
