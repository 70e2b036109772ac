import 'server-only'
import { clock } from '../../platform/clock'
import { type AnyItem, holdsAccount, type ProvableRow } from '../../protocol/rpc/items'
import { type CallResult, onCallResult } from '../../upstream/indexer/call-results'
import type { Indexer } from '../../upstream/networks/networks'
import { type Proofs, proofs } from './proofs'

/* Pages verify what they show; of other answers (API, files, canaries) a few rows are verified afterwards. docs/proof.md */

/** Rows a second, of all indexers together. */
const SAMPLES_A_SECOND = 5

interface RowSample {
  row: ProvableRow
  sliced: boolean
}

export class RowSamples {
  /** Rows of the newest answers; the indexer whose turn is next comes first. */
  readonly #waiting = new Map<Indexer, RowSample[]>()
  #isDue = false

  constructor(private readonly prove: Proofs['of']) {}

  note({ indexer, params, result }: Pick<CallResult, 'indexer' | 'params' | 'result'>): void {
    const { items } = (result as { value?: { items?: unknown } } | null)?.value ?? {}
    const rows = Array.isArray(items) ? (items as AnyItem[]) : []
    if (!rows[0] || !holdsAccount(rows[0])) return
    const sliced = 'dataSlice' in params && Boolean(params.dataSlice)
    const samples = spread(rows.length).map((at) => ({ row: rows[at] as ProvableRow, sliced }))
    const waiting = [...(this.#waiting.get(indexer) ?? []), ...samples]
    this.#waiting.set(indexer, waiting.slice(-SAMPLES_A_SECOND))
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isDue || this.#waiting.size === 0) return
    this.#isDue = true
    clock().after(1_000, () => {
      this.#isDue = false
      for (let i = 0; i < SAMPLES_A_SECOND; i++) this.#proveNext()
      this.#schedule()
    })
  }

  #proveNext(): void {
    const [first] = this.#waiting
    if (!first) return
    const [indexer, waiting] = first
    const [sample, ...rest] = waiting
    this.#waiting.delete(indexer)
    if (rest.length > 0) this.#waiting.set(indexer, rest)
    if (!sample) return
    const { row, sliced } = sample
    void this.prove(indexer.network.name, [row], { sliced, by: 'file', indexer: indexer.label })
  }
}

/** A random place in each fifth of a list. */
function spread(length: number): number[] {
  const count = Math.min(length, SAMPLES_A_SECOND)
  return Array.from({ length: count }, (_, i) => Math.floor(((i + Math.random()) * length) / count))
}

/** Must be called before the process's first request. */
export function startSampling(): void {
  const samples = new RowSamples((...given) => proofs().of(...given))
  onCallResult('proof samples', (result) => samples.note(result))
}
