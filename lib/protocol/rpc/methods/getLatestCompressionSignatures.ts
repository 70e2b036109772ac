import { z } from 'zod'
import { pageResult, signatureInfo } from '../entities'
import { wholeBytes } from '../list'
import { areBeyondReorg, defineMethod } from '../method'
import { cursor, limit } from '../primitives'
import { identifierKey, invertBytes, joinKeys, u64BigEndian } from '../sort-key'

/** Slots are little-endian in cursors, big-endian in keys. facts/photon-wire.md 6.6. */
const slotReversed = (bytes: Uint8Array) => Buffer.concat([bytes.slice(0, 8).reverse(), bytes.subarray(8)])

/** Latest signatures involving compression, newest slot first. Interface 4.6. */
export const getLatestCompressionSignatures = defineMethod({
  name: 'getLatestCompressionSignatures',
  params: z.strictObject({ limit: limit.nullish(), cursor: cursor.nullish() }),
  result: pageResult(signatureInfo),
  ageing: ({ cursor }, result) => (cursor && areBeyondReorg(result) ? 'deep' : 'head'),
  list: {
    rows: 'signatures',
    chunked: false,
    keyBytes: 72,
    // Newest first: inverted bytes ascend.
    sortKey: ({ slot, signature }) => {
      const key = joinKeys(u64BigEndian(slot), identifierKey(signature, 64))
      return { bytes: invertBytes(key.bytes), exact: key.exact }
    },
    orders: [
      {
        words: 'slot and signature',
        cursorBytes: 72,
        ofKey: wholeBytes,
        ofCursor: (cursor) => invertBytes(slotReversed(cursor)),
        cursorOf: (key) => slotReversed(invertBytes(key)),
      },
    ],
    subject: () => [],
    // Rows hold nothing to compare with the params.
    mismatch: () => null,
    parseUntrustedCursor: (cursor) => {
      if (cursor.length !== 72) return null
      const slot = Buffer.from(cursor).readBigUInt64LE()
      return slot <= BigInt(Number.MAX_SAFE_INTEGER) ? { slot: Number(slot) } : null
    },
  },
})
