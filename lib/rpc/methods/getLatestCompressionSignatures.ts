import { z } from 'zod'
import { page, signatureInfo } from '../entities'
import { whole } from '../list'
import { defineMethod } from '../method'
import { cursor, limit } from '../primitives'
import { identifierKey, inverted, joinKey, plusOne, u64BigEndian } from '../sort-key'

/** Latest signatures involving compression, newest slot first. Interface 4.6. */
export const getLatestCompressionSignatures = defineMethod({
  name: 'getLatestCompressionSignatures',
  params: z.strictObject({ cursor: cursor.nullish(), limit: limit.nullish() }),
  result: page(signatureInfo),
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
        // The slot stands little-endian in it: facts/photon-wire.md 6.6.
        ofCursor: (cursor) => inverted(Buffer.concat([cursor.slice(0, 8).reverse(), cursor.subarray(8)])),
        cursorAt: (key) => {
          const next = plusOne(inverted(key))
          return Buffer.concat([next.slice(0, 8).reverse(), next.subarray(8)])
        },
      },
    ],
    subject: () => [],
    // Rows name nothing of the question.
    mismatch: () => null,
    strangers: (cursor) => {
      if (cursor.length !== 72) return null
      const slot = Buffer.from(cursor).readBigUInt64LE()
      return slot <= BigInt(Number.MAX_SAFE_INTEGER) ? { slot: Number(slot) } : null
    },
  },
})
