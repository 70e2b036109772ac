import type { ByteFilter } from '@/lib/listing/whole/part'
import type { AskPart, PartAnswer } from '@/lib/listing/whole/parts-reading'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { hashOf } from '../stand-in/fixtures'

export class MemcmpIndexer {
  calls = 0
  lie: ((answer: PartAnswer, filters: readonly ByteFilter[]) => PartAnswer) | null = null
  before: () => void = () => {}

  constructor(
    public rows: readonly AccountItem[],
    public slot = 1_000,
  ) {}

  readonly ask: AskPart = async (filters, limit) => {
    this.calls++
    this.before()
    const rows: AccountItem[] = []
    for (const row of this.rows) {
      if (rows.length === limit) break
      if (hasBytes(row, filters)) rows.push(row)
    }
    const answer = { rows, slot: this.slot, full: rows.length === limit }
    return this.lie?.(answer, filters) ?? answer
  }
}

const datas = new WeakMap<AccountItem, Buffer>()

/** facts/photon-wire.md 5 */
export function hasBytes(row: AccountItem, filters: readonly ByteFilter[]): boolean {
  if (!row.data) return filters.length === 0
  const data = datas.get(row) ?? Buffer.from(row.data.data, 'base64')
  datas.set(row, data)
  for (const { offset, bytes } of filters) {
    for (let i = 0; i < bytes.length; i++) if (data[offset + i] !== bytes[i]) return false
  }
  return true
}

const OWNER = hashOf('owner')
const TREE = hashOf('tree')
const DATA_HASH = hashOf('data')

/** @param data null: none */
export function rowWith(data: Uint8Array | null, leafIndex: number, slotCreated = 500): AccountItem {
  return {
    hash: hashOf(`row ${leafIndex}`),
    address: null,
    data: data && { discriminator: 2n, data: Buffer.from(data).toString('base64'), dataHash: DATA_HASH },
    owner: OWNER,
    lamports: BigInt(leafIndex),
    tree: TREE,
    leafIndex,
    seq: null,
    slotCreated,
  }
}

export function rowsOf(count: number, data: (i: number) => Uint8Array | null): AccountItem[] {
  return Array.from({ length: count }, (_, i) => rowWith(data(i), i))
}

export function mixed(seed: number, length: number): Uint8Array {
  let state = (seed * 2_654_435_761) >>> 0
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return state >>> 24
  })
}
