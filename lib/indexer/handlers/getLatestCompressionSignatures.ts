import { MAX_LIMIT } from '@/lib/protocol/rpc/primitives'
import { SIGNATURE_COLUMNS, toBytes, toNumber, toSignature } from '../store/rows'
import type { ListStatement } from '../store/store'
import { decodeLatestCursor, encodeLatestCursor } from './cursor'
import type { Handler } from './handler'

const START = { slot: 2n ** 63n - 1n, signature: new Uint8Array(65).fill(255) }

/** Descending by slot and signature. Interface 4.6, facts/photon-wire.md 6.6. */
const LATEST: ListStatement = {
  keepsPlan: true,
  sql: `
  SELECT ${SIGNATURE_COLUMNS} FROM transactions INDEXED BY transactions_by_slot
  WHERE (slot, signature) < (?, ?)
  ORDER BY slot DESC, signature DESC LIMIT ?`,
}

export const getLatestCompressionSignatures: Handler<'getLatestCompressionSignatures'> = async (db, params) => {
  const limit = params.limit ?? MAX_LIMIT
  const after = typeof params.cursor === 'string' ? decodeLatestCursor(params.cursor) : START
  const { slot, rows } = await db.list(LATEST, after.slot, after.signature, BigInt(limit))
  const items = rows.map(toSignature)
  const last = rows.at(-1)
  const lastItem = items.at(-1)
  const cursor =
    last && lastItem && rows.length === limit
      ? encodeLatestCursor({ slot: BigInt(lastItem.slot), signature: toBytes(last.signature) })
      : null
  return { context: { slot: toNumber(slot) }, value: { items, cursor } }
}
