import { slotReached } from '../../store/apply'
import { keyOf } from '../../store/decide'
import type { LeavesOfRounds, RoundRetention } from '../../store/drop-rounds'
import { toBytes, toNumber } from '../../store/rows'
import type { Reader, Store } from '../../store/store'
import { LeafRanges } from './leaf-ranges'
import { type RemovedLeaves, removedLeaves } from './removed-leaves'
import { storedLeaves } from './stored-leaves'

/** Accounts that one statement reads: some 10 ms on SQLite, in which it keeps nobody from writing. */
const STEP = 20_000n

/** A state tree that the store has leaves of, as its newest events name it. */
export interface WalkedTree {
  tree: Uint8Array
  treeType: number
  /** Empty where its events name none. */
  queue: Uint8Array
  ranges: LeafRanges
  /** The first leaf above all that were stored up to the slot that the walk was ended for; null where there were none. */
  nextAt: number | null
}

/** What a walk met, all of it as of one moment of the store. */
export interface WalkedLeaves {
  /** The slot reached. */
  slot: number
  /** By tree, in the order in which the store knows them. */
  trees: WalkedTree[]
  /** What is missing by design. */
  removed: RemovedLeaves[]
}

/** The store is older than what was read of it: a replica that lags, or rows were removed by hand. The walk begins again. */
export class OlderStore extends Error {
  override readonly name = 'OlderStore'
}

/**
 * Reads the leaf index of every account, in the order in which they were stored. What a fork may still roll back comes last
 * and in one moment: all before it stays as it is, so that the whole is what the store holds at that moment.
 */
export class LeafWalk {
  private readonly trees = new Map<string, LeafRanges>()
  /** The last account read. */
  private after = 0n
  private highestSlot = 0

  constructor(
    private readonly store: Store,
    /** The sandbox only: what its store removes. */
    private readonly rounds: (RoundRetention & { leaves: LeavesOfRounds }) | null,
    private readonly size = STEP,
  ) {}

  /**
   * Reads the next accounts of those that no fork rolls back. Returns how many portions are left at most; 0: all are read.
   * @throws OlderStore
   */
  async step(): Promise<number> {
    return this.store.read(async (db) => {
      const settled = await settledAccount(db)
      if (settled < this.after) throw new OlderStore('the store went back behind what was read')
      const end = await this.readFrom(db, this.trees, this.after, settled)
      this.after = end
      return Number((settled - end + this.size - 1n) / this.size)
    })
  }

  /** The highest slot of an account that was read by now. */
  slotRead(): number {
    return this.highestSlot
  }

  /**
   * Reads what is left, in one moment. May be called again, for another moment.
   * @param at the slot for which `nextAt` is wanted: not below slotRead(), and reached by the store.
   * @throws OlderStore
   */
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
        removed: this.rounds ? await removedLeaves(db, this.rounds) : [],
      }
    })
  }

  /** Adds the leaves of some accounts from `after` to `last`. Returns the id up to which they were read. */
  private async readFrom(
    db: Reader,
    trees: Map<string, LeafRanges>,
    after: bigint,
    last: bigint,
    [above, upTo]: [number, number] = [-1, Number.MAX_SAFE_INTEGER],
  ): Promise<bigint> {
    // Removed rounds of the sandbox leave millions of ids free.
    const first = (await db.get('SELECT min(id) AS id FROM accounts WHERE id > ?', after))?.id
    if (typeof first !== 'bigint' || first > last) return last
    const end = first + this.size - 1n < last ? first + this.size - 1n : last
    for (const { tree, range } of await storedLeaves(db, { first, last: end, above, upTo })) {
      const key = keyOf(tree)
      const ranges = trees.get(key) ?? new LeafRanges()
      trees.set(key, ranges)
      ranges.add(range)
      if (trees === this.trees) this.highestSlot = Math.max(this.highestSlot, range.toSlot)
    }
    return end
  }
}

/** The newest account that no fork rolls back: what was stored before the oldest block of the journal; all where there is none. */
async function settledAccount(db: Reader): Promise<bigint> {
  const row = await db.get('SELECT min(account_before) AS id FROM blocks')
  return typeof row?.id === 'bigint' ? row.id : highestAccount(db)
}

async function highestAccount(db: Reader): Promise<bigint> {
  const row = await db.get('SELECT max(id) AS id FROM accounts')
  return typeof row?.id === 'bigint' ? row.id : 0n
}

/** Events of v1 name no queue, and those that hold a tree's older leaves may differ: the newest tells. */
async function namedTrees(
  db: Reader,
  trees: Map<string, LeafRanges>,
  nextAt: Map<string, number>,
): Promise<WalkedTree[]> {
  const named = new Map<string, WalkedTree>()
  for (const row of await db.all('SELECT tree, tree_type, queue FROM trees ORDER BY id')) {
    const tree = toBytes(row.tree)
    const ranges = trees.get(keyOf(tree))
    if (!ranges) continue
    const place = { tree, treeType: toNumber(row.tree_type), queue: toBytes(row.queue) }
    named.set(keyOf(tree), { ...place, ranges, nextAt: nextAt.get(keyOf(tree)) ?? null })
  }
  return [...named.values()]
}
