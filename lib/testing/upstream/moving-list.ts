import type { ByteFilter } from '@/lib/listing/whole/part'
import type { ListSource } from '@/lib/listing/whole/source'
import { nowIso, sleep } from '@/lib/platform/clock'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { hasBytes, mixed, rowWith } from './memcmp-indexer'

interface Moving {
  row: AccountItem
  spent: number | null
}

export class MovingList implements ListSource {
  readonly indexer = null
  readonly paceMs = 0
  readonly all: Moving[] = []
  calls = 0
  tookMs = 0
  fails: Error | null = null
  /** Called before the slot of an answer is read, and between that and its rows. */
  moves: () => void = () => {}
  movesBetween: () => void = () => {}

  constructor(
    rows: readonly AccountItem[],
    public now = 1_000,
  ) {
    this.all = rows.map((row) => ({ row, spent: null }))
  }

  async list(_: string, filters: readonly ByteFilter[], limit: number, cursor: string | null) {
    this.calls++
    if (this.tookMs > 0) await sleep(this.tookMs)
    if (this.fails) throw this.fails
    this.moves()
    const slot = this.now
    this.movesBetween()
    const rows: AccountItem[] = []
    for (const { row, spent } of this.all) {
      if (rows.length === limit) break
      if (spent === null && (cursor === null || row.hash > cursor) && hasBytes(row, filters)) rows.push(row)
    }
    const next = rows.length === limit ? (rows.at(-1)?.hash ?? null) : null
    return { rows, slot, cursor: next, tookMs: this.tookMs, fetchedAt: nowIso() }
  }

  async slot(): Promise<number> {
    this.calls++
    this.moves()
    return this.now
  }

  create(data: Uint8Array | null): void {
    this.all.push({ row: rowWith(data, this.all.length, this.now), spent: null })
  }

  consume(index: number): void {
    const account = this.all[index % this.all.length]
    if (account?.spent === null) account.spent = this.now
  }

  liveThrough(from: number, to: number): AccountItem[] {
    return this.all
      .filter(({ row, spent }) => row.slotCreated <= from && (spent === null || spent > to))
      .map(({ row }) => row)
  }
}

export function movingList(seed: number): MovingList {
  const random = mixed(seed, 8)
  const [rows = 0, values = 0, longest = 0, bare = 0, pace = 0] = random
  const alphabet = [3, 20, 256][values % 3] ?? 256
  const lengths = 2 + (longest % 12)
  const dataOf = (i: number): Uint8Array | null => {
    const [kind = 0, length = 0, ...bytes] = mixed(seed * 100_003 + i, 2 + lengths)
    if (bare % 2 === 0 && kind < 3) return null
    const reached = length < 250 ? lengths : length % lengths
    return Uint8Array.from(bytes.slice(0, reached), (byte) => byte % alphabet)
  }
  const count = 1_050 + rows * 6
  const list = new MovingList(Array.from({ length: count }, (_, i) => rowWith(dataOf(i), i)))
  let turn = 0
  const move = (times: number) => {
    const [a = 0, b = 0, c = 0, d = 0] = mixed(seed + 7_919 * ++turn, 4)
    for (let i = 0; i < times; i++) {
      list.now++
      if (a % 2 === 0) list.create(dataOf(list.all.length + seed))
      // The first listed are the likeliest to be consumed while they wait for their part.
      if (b % 3 === 0) list.consume((c * 256 + d) % (b % 2 === 0 ? list.all.length : 1_000))
    }
  }
  list.moves = () => move(pace % 3)
  // Photon reads its slot, then its rows: a block may come between them.
  list.movesBetween = () => {
    if (turn % 16 === 5) move(1)
  }
  return list
}
