import { randomBytes } from 'node:crypto'
import type { OrderStatus } from '@/lib/listing/cursor/order'
import { CursorKey } from '@/lib/upstream/networks/signing-key'

/* A second implementation of the description in lib/listing/cursor/cursor.ts, so that a mistake there is not repeated here. */

export interface StrangersWords {
  cursors?: readonly (Uint8Array | string)[]
  positions: readonly StrangersPosition[]
  firstSlot?: number
  indexer?: number
  flags?: number
}

export interface StrangersPosition {
  orderStatus: OrderStatus
  rowsBefore: number | null
  /** Index of the upstream cursor, from 1; 0: none. */
  cursor: number
  key?: Uint8Array
}

export function foreignCursor(of: string, words: StrangersWords): string {
  const { name } = new CursorKey(of)
  return Buffer.concat([Buffer.of(3), name, randomBytes(16), bodyOf(words)]).toString('base64url')
}

export function leafCursor(leafIndex: number): Buffer {
  const bytes = Buffer.alloc(40, 1)
  bytes.writeBigUInt64BE(BigInt(leafIndex))
  return bytes
}

export function slotCursor(slot: bigint): Buffer {
  const bytes = Buffer.alloc(72, 1)
  bytes.writeBigUInt64LE(slot)
  return bytes
}

const ORDER_STATUSES: readonly OrderStatus[] = ['ordered', 'unproven', 'broken', 'joined']

function bodyOf({ cursors = [], positions, firstSlot, indexer, flags = 0 }: StrangersWords): Buffer {
  const parts: Buffer[] = [Buffer.of(flags)]
  parts.push(count(firstSlot === undefined ? 0 : firstSlot + 1))
  parts.push(count(indexer === undefined ? 0 : indexer + 1))
  parts.push(count(cursors.length))
  for (const cursor of cursors) {
    const bytes = Buffer.from(cursor)
    parts.push(count(bytes.length * 2 + (typeof cursor === 'string' ? 1 : 0)), bytes)
  }
  for (const { orderStatus, rowsBefore, cursor, key } of positions) {
    parts.push(
      Buffer.of(ORDER_STATUSES.indexOf(orderStatus) + (key ? 4 : 0)),
      count(rowsBefore === null ? 0 : rowsBefore + 1),
      count(cursor),
      Buffer.from(key ?? []),
    )
  }
  return Buffer.concat(parts)
}

function count(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.of(...bytes, rest)
}
