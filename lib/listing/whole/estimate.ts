import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { BYTE_VALUES } from './part'
import type { Split } from './split'

const SAMPLES = 3

const MAX_LEVELS = 3

/**
 * Estimates the rows of a list from three parts: those with the values at a sixth, a half and five sixths of the rows
 * seen first. The rows of a part, divided by its share of the first answer, estimate the total.
 */
export class RowEstimate {
  readonly #shares = new Map<number, number>()
  readonly #samples = new Map<number, { rows: number; full: boolean } | null>()
  #from = { rows: 0, offset: 0, values: 0 }
  #rows = 0
  #calls = 0

  begin({ offset, seen, ended }: Split): number[] {
    if (this.#from.rows > 0) return []
    const withByte = seen.reduce((sum, { rows }) => sum + rows.length, 0)
    const all = withByte + ended.length
    this.#from = { rows: all, offset, values: seen.length }
    let before = 0
    for (const { value, rows } of seen) {
      this.#shares.set(value, rows.length / all)
      const reached = before + rows.length
      const isSample = (sample: number) => {
        const goal = ((2 * sample + 1) / (2 * SAMPLES)) * withByte
        return before <= goal && goal < reached
      }
      if ([...Array(SAMPLES).keys()].some(isSample)) this.#samples.set(value, null)
      before = reached
    }
    return [...this.#samples.keys()]
  }

  answered(value: number, rows: number, full: boolean, calls: number, left: number): void {
    this.#samples.set(value, { rows, full })
    const all = this.#answers
    if (!all) return
    this.#rows = all.reduce((sum, { rows: of, share }) => sum + of / share, 0) / all.length
    const notRead = [...this.#shares].filter(([of]) => !this.#samples.has(of))
    this.#calls =
      calls + left + BYTE_VALUES * notRead.reduce((sum, [, share]) => sum + this.#splitsOf(this.#rows * share, 1), 0)
  }

  /** Null until all samples were read. @param left known parts that were not read yet */
  estimate(calls: number, left: number) {
    const all = this.#answers
    if (!all) return null
    return {
      calls: Math.max(Math.round(this.#calls), calls + left),
      rows: Math.round(this.#rows),
      /** A sample was longer than an answer, so the list is longer too. */
      isAtLeast: all.some(({ full }) => full),
      from: { ...this.#from, samples: all.map(({ rows }) => rows) },
    }
  }

  get #answers() {
    const answers = [...this.#samples].map(([value, read]) => read && { ...read, share: this.#shares.get(value) ?? 1 })
    const all = answers.filter((answer) => answer !== null)
    return all.length > 0 && all.length === answers.length ? all : null
  }

  #splitsOf(rows: number, level: number): number {
    if (rows < MAX_LIMIT || level > MAX_LEVELS) return 0
    return 1 + [...this.#shares.values()].reduce((sum, share) => sum + this.#splitsOf(rows * share, level + 1), 0)
  }
}
