import { bytesKey } from '../../../protocol/light/events-v1'
import { slotReached } from '../../store/apply'
import type { LeavesOfRounds, RoundRetention } from '../../store/drop-rounds'
import { toBytes, toNumber } from '../../store/rows'
import type { Reader, Store } from '../../store/store'
import { LeafRanges } from './leaf-ranges'
import { findRemovedLeaves, type RemovedLeaves } from './removed-leaves'
import { readStoredLeaves } from './stored-leaves'

/** Some 10 ms on SQLite, without blocking writers. */
const ACCOUNTS_PER_STEP = 20_000n

export interface WalkedTree {
  tree: Uint8Array
  treeType: number
  /** Empty if the tree's events name none. */
  queue: Uint8Array
  ranges: LeafRanges
  /** First index above all leaves stored up to the slot of the walk's end; null: no leaves. */
  nextAt: number | null
}

export interface WalkedLeaves {
  slot: number
  trees: WalkedTree[]
  removed: RemovedLeaves[]
}

/** The store lost rows that were already read: a lagging replica, or rows removed by hand. The walk restarts. */
export class OlderStore extends Error {
  override readonly name = 'OlderStore'
}

/** Reads accounts in the order they were stored. Those that a fork may roll back come last, in one transaction. */
export class LeafWalk {
  private readonly trees = new Map<string, LeafRanges>()
  private after = 0n
  private highestSlot = 0

  constructor(
    private readonly store: Store,
    private readonly rounds: (RoundRetention & { leaves: LeavesOfRounds }) | null,
    private readonly size = ACCOUNTS_PER_STEP,
  ) {}

  /** Returns how many steps are left at most; 0: done. @throws OlderStore */
  async step(): Promise<number> {
    return this.store.read(async (db) => {
      const settled = await settledAccount(db)
      if (settled < this.after) throw new OlderStore('the store went back behind what was read')
      const end = await this.readFrom(db, this.trees, this.after, settled)
      this.after = end
      return Number((settled - end + this.size - 1n) / this.size)
    })
  }

  slotRead(): number {
    return this.highestSlot
  }

  /** One transaction. @throws OlderStore @param at slot for `nextAt`: at least slotRead(), and reached by the store */
  async end(at = Number.MAX_SAFE_INTEGER): Promise<WalkedLeaves> {
    const trees = new Map([...this.trees].map(([key, ranges]) => [key, ranges.copy()]))
    return this.store.read(async (db) => {
      if ((await settledAccount(db)) < this.after) throw new OlderStore('the store went back behind what was read')
      const last = await highestAccount(db)
      const below = async (above: number, upTo: number) => {
        for (let after = this.after; after < last; ) after = await this.readFrom(db, trees, after, last, [above, upTo])
      }
      await below(-1, at)
      const nextAt = new Map([...trees].map(([key, ranges]) => [key, (ranges.highest()?.to ?? -1) + 1]))
      if (at < Number.MAX_SAFE_INTEGER) await below(at, Number.MAX_SAFE_INTEGER)
      return {
        slot: await slotReached(db),
        trees: await namedTrees(db, trees, nextAt),
        removed: this.rounds ? await findRemovedLeaves(db, this.rounds) : [],
      }
    })
  }

  private async readFrom(
    db: Reader,
    trees: Map<string, LeafRanges>,
    after: bigint,
    last: bigint,
    [above, upTo]: [number, number] = [-1, Number.MAX_SAFE_INTEGER],
  ): Promise<bigint> {
    // Removed sandbox rounds leave gaps of millions of ids.
    const first = (await db.get('SELECT min(id) AS id FROM accounts WHERE id > ?', after))?.id
    if (typeof first !== 'bigint' || first > last) return last
    const end = first + this.size - 1n < last ? first + this.size - 1n : last
    for (const { tree, range } of await readStoredLeaves(db, { first, last: end, above, upTo })) {
      const key = bytesKey(tree)
      const ranges = trees.get(key) ?? new LeafRanges()
      trees.set(key, ranges)
      ranges.add(range)
      if (trees === this.trees) this.highestSlot = Math.max(this.highestSlot, range.toSlot)
    }
    return end
  }
}

/** The newest account stored before the oldest block of the journal; without a journal the newest of all. */
async function settledAccount(db: Reader): Promise<bigint> {
  const row = await db.get('SELECT min(account_before) AS id FROM blocks')
  return typeof row?.id === 'bigint' ? row.id : highestAccount(db)
}

async function highestAccount(db: Reader): Promise<bigint> {
  const row = await db.get('SELECT max(id) AS id FROM accounts')
  return typeof row?.id === 'bigint' ? row.id : 0n
}

/** V1 events name no queue, and events of one tree may differ: the newest one counts. */
async function namedTrees(
  db: Reader,
  trees: Map<string, LeafRanges>,
  nextAt: Map<string, number>,
): Promise<WalkedTree[]> {
  const named = new Map<string, WalkedTree>()
  for (const row of await db.all('SELECT tree, tree_type, queue FROM trees ORDER BY id')) {
    const tree = toBytes(row.tree)
    const ranges = trees.get(bytesKey(tree))
    if (!ranges) continue
    const place = { tree, treeType: toNumber(row.tree_type), queue: toBytes(row.queue) }
    named.set(bytesKey(tree), { ...place, ranges, nextAt: nextAt.get(bytesKey(tree)) ?? null })
  }
  return [...named.values()]
}
