import type { Store } from '@/lib/indexer/store/store'
import { LEAF_TREES } from './leaf-chain'

export async function fillWithLeaves(store: Store, count: number): Promise<void> {
  for (const [n, { tree, treeType, queue }] of LEAF_TREES.entries()) {
    const values = [BigInt(n + 1), tree, BigInt(treeType), queue ?? new Uint8Array()]
    await store.run('INSERT INTO trees (id, tree, tree_type, queue) VALUES (?, ?, ?, ?)', ...values)
  }
  await store.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST(?1 AS bigint))
     INSERT INTO accounts (id, hash, owner, lamports, data, tree_id, leaf_index, slot_created, spent)
     SELECT n, CAST(CAST(n AS text) || ' a hash of 32 bytes' AS BLOB), CAST('owner' AS BLOB), 1, NULL, 1 + (n - 1) % 3,
       (n - 1) / 3, 1 + n / 20, n % 2 FROM numbers`,
    BigInt(count),
  )
  await store.run('UPDATE store SET slot = ?', BigInt(1 + Math.floor(count / 20)))
}
