import { toBytes, toNumber } from '../../store/rows'
import type { Reader, Row, SqlValue } from '../../store/store'
import type { LeafRange } from './leaf-ranges'

/** `above` is exclusive, the other bounds are inclusive. */
export interface AccountRange {
  first: bigint
  last: bigint
  above: number
  upTo: number
}

/** A range in which every index has an account. Ranges overlap at repeated indices. */
export interface StoredLeaves {
  tree: Uint8Array
  range: LeafRange
}

const WHERE = 'WHERE id >= ?1 AND id <= ?2 AND slot_created > ?3 AND slot_created <= ?4'

/** Leaves are stored in slot order, so the lowest slot belongs to the lowest index. */
const RANGE = `min(leaf_index) AS first, max(leaf_index) AS last, min(slot_created) AS first_slot,
  max(slot_created) AS last_slot, count(*) AS leaves, count(DISTINCT leaf_index) AS indices`

/** Assumes no holes, one range per tree: four times as fast as searching for holes. */
const TOGETHER = `SELECT tree_id, ${RANGE} FROM accounts ${WHERE} GROUP BY tree_id`

const APART = `SELECT tree_id, ${RANGE} FROM (
    SELECT tree_id, leaf_index, slot_created, leaf_index - dense_rank() OVER (PARTITION BY tree_id ORDER BY leaf_index) AS island
    FROM accounts ${WHERE}
  ) AS ranked GROUP BY tree_id, island ORDER BY tree_id, first`

const REPEATED = `SELECT tree_id, ${RANGE} FROM accounts ${WHERE}
  GROUP BY tree_id, leaf_index HAVING count(*) > 1 ORDER BY tree_id, leaf_index`

/** As few ranges as possible; accounts in unknown trees are left out. */
export async function readStoredLeaves(
  db: Reader,
  { first, last, above, upTo }: AccountRange,
): Promise<StoredLeaves[]> {
  const values: SqlValue[] = [first, last, BigInt(above), BigInt(upTo)]
  const trees = new Map((await db.all('SELECT id, tree FROM trees')).map(({ id, tree }) => [id, tree]))
  const leavesOf = (row: Row): StoredLeaves[] => {
    const tree = trees.get(row.tree_id ?? null)
    return tree === undefined ? [] : [{ tree: toBytes(tree), range: rangeOf(row) }]
  }
  const together = await db.all(TOGETHER, ...values)
  if (together.every((row) => isWhole(row) && !isRepeated(row))) return together.flatMap(leavesOf)
  const apart = (await db.all(APART, ...values)).flatMap(leavesOf)
  if (!together.some(isRepeated)) return apart
  const repeated = (await db.all(REPEATED, ...values)).flatMap((row) =>
    Array.from({ length: toNumber(row.leaves) - 1 }, () => leavesOf(row)).flat(),
  )
  return [...apart, ...repeated]
}

function isWhole({ first, last, indices }: Row): boolean {
  return toNumber(indices) === toNumber(last) - toNumber(first) + 1
}

function isRepeated({ leaves, indices }: Row): boolean {
  return leaves !== indices
}

function rangeOf(row: Row): LeafRange {
  return {
    from: toNumber(row.first),
    to: toNumber(row.last),
    fromSlot: toNumber(row.first_slot),
    toSlot: toNumber(row.last_slot),
  }
}
