import { createHash } from 'node:crypto'
import type { AccountItem } from '../../protocol/rpc/items'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import type { Part } from './part'
import type { AskPart } from './parts-reading'

export class SecondRead {
  readonly #first: { part: Part; digest: string }[] = []
  #at = 0
  calls = 0
  differing = 0

  constructor(private readonly ask: AskPart) {}

  note(part: Part, rows: readonly AccountItem[]): void {
    this.#first.push({ part, digest: digestOf(rows) })
  }

  get left(): number {
    return this.#first.length - this.#at
  }

  async next(): Promise<number> {
    const before = this.#first[this.#at]
    if (!before) throw new Error('Every part was read again.')
    this.calls++
    const { rows, slot, full } = await this.ask(before.part.filters, MAX_LIMIT)
    this.#at++
    if (full || digestOf(rows) !== before.digest) this.differing++
    return slot
  }
}

function digestOf(rows: readonly AccountItem[]): string {
  const hash = createHash('sha256')
  for (const of of rows.map((row) => row.hash).sort()) hash.update(of)
  return hash.digest('base64')
}
