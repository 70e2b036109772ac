import { z } from 'zod'
import { page, signatureInfo } from '../entities'
import { whole } from '../list'
import { areDeep, defineMethod } from '../method'
import { cursor, limit } from '../primitives'
import { identifierKey, inverted, joinKey, u64BigEndian } from '../sort-key'

/** Slots are little-endian in cursors, big-endian in keys. facts/photon-wire.md 6.6. */
const slotReversed = (bytes: Uint8Array) => Buffer.concat([bytes.slice(0, 8).reverse(), bytes.subarray(8)])

/** Latest signatures involving compression, newest slot first. Interface 4.6. */
export const getLatestCompressionSignatures = defineMethod({
  name: 'getLatestCompressionSignatures',
  params: z.strictObject({ limit: limit.nullish(), cursor: cursor.nullish() }),
  result: page(signatureInfo),
  ageing: ({ cursor }, result) => (cursor && areDeep(result) ? 'deep' : 'head'),
  list: {
    rows: 'signatures',
    chunked: false,
    keyBytes: 72,
    // Newest first: inverted bytes ascend.
    sortKey: ({ slot, signature }) => {
      const key = joinKey(u64BigEndian(slot), identifierKey(signature, 64))
      return { bytes: inverted(key.bytes), exact: key.exact }
    },
    orders: [
      {
        words: 'slot and signature',
        cursorBytes: 72,
        ofKey: whole,
        ofCursor: (cursor) => inverted(slotReversed(cursor)),
        cursorOf: (key) => slotReversed(inverted(key)),
      },
    ],
    subject: () => [],
    // Rows hold nothing of the request.
    mismatch: () => null,
    strangers: (cursor) => {
      if (cursor.length !== 72) return null
      const slot = Buffer.from(cursor).readBigUInt64LE()
      return slot <= BigInt(Number.MAX_SAFE_INTEGER) ? { slot: Number(slot) } : null
    },
  },
})
