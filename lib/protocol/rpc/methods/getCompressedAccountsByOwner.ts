import { base58 } from '@scure/base'
import { z } from 'zod'
import { account, pageResult } from '../entities'
import { CURSOR_WITHOUT_SLOT, wholeBytes } from '../list'
import { defineMethod } from '../method'
import { address, base58Bytes, cursor, limit, safeInteger } from '../primitives'
import { identifierKey, joinKeys, u64BigEndian } from '../sort-key'

/** Our choice, equal to Photon's; the interface names no maximum (facts/photon-wire.md 5). */
export const MAX_FILTERS = 5

/** Our choice, since Interface 4.3 sets no limit: base58 decoding takes quadratic time. */
export const MAX_FILTER_CHARS = 2048

/** Compares account data at `offset` with `bytes` (base58). Offset 0 is the first byte after the discriminator. */
const filter = z.object(
  {
    memcmp: z.object(
      {
        offset: safeInteger,
        bytes: z
          .string({ error: 'must be base58' })
          .max(MAX_FILTER_CHARS, { error: `must be at most ${MAX_FILTER_CHARS} characters`, abort: true })
          .refine((text) => base58Bytes(text) !== null, { error: 'must be base58' }),
      },
      { error: 'must be an object with offset and bytes' },
    ),
  },
  { error: 'must be a filter: {"memcmp":{"offset":0,"bytes":"<base58>"}}' },
)

type Filter = z.infer<typeof filter>

/** Clipped to the end of the data. Interface 4.3. */
const dataSlice = z.object(
  { offset: safeInteger, length: safeInteger },
  { error: 'must be an object with offset and length' },
)

/** The order of BN254's scalar field: account hashes are below it. facts/photon-wire.md 6.3. */
const FIELD_ORDER = Buffer.from('30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001', 'hex')

/** All compressed accounts of an owner. Interface 4.3. */
export const getCompressedAccountsByOwner = defineMethod({
  name: 'getCompressedAccountsByOwner',
  params: z.strictObject({
    owner: address,
    filters: z
      .array(filter, { error: `must be a list of at most ${MAX_FILTERS} filters` })
      .max(MAX_FILTERS, { error: `must be at most ${MAX_FILTERS} filters` })
      .optional(),
    dataSlice: dataSlice.nullish(),
    cursor: cursor.nullish(),
    limit: limit.nullish(),
  }),
  result: pageResult(account),
  ageing: () => 'list',
  list: {
    rows: 'accounts',
    chunked: true,
    keyBytes: 40,
    sortKey: ({ leafIndex, hash }) => joinKeys(u64BigEndian(leafIndex), identifierKey(hash, 32)),
    orders: [
      { words: 'leaf index', cursorBytes: 40, ofKey: wholeBytes, ofCursor: wholeBytes, cursorOf: wholeBytes },
      { words: 'hash', cursorBytes: 32, ofKey: (key) => key.subarray(8), ofCursor: wholeBytes, cursorOf: wholeBytes },
    ],
    subject: ({ owner, filters }) => [owner, (filters ?? []).map(({ memcmp }) => [memcmp.offset, memcmp.bytes])],
    // A filter cannot be checked on sliced data.
    wider: ({ filters = [], dataSlice, ...all }) =>
      dataSlice ? [] : filters.map((_, i) => withoutLast({ ...all, filters }, i + 1)),
    mismatch: (params, { owner }) => (owner === params.owner ? null : 'an account has another owner'),
    parseUntrustedCursor: (cursor) => {
      if (cursor.length === 40) return cursor.subarray(0, 4).every((byte) => byte === 0) ? CURSOR_WITHOUT_SLOT : null
      return cursor.length === 32 && Buffer.compare(cursor, FIELD_ORDER) < 0 ? CURSOR_WITHOUT_SLOT : null
    },
  },
})

function withoutLast<P extends { filters: Filter[] }>(params: P, count: number) {
  const others = params.filters.slice(0, -count)
  const last = params.filters.slice(-count).map(({ memcmp }) => ({ ...memcmp, bytes: base58.decode(memcmp.bytes) }))
  const keeps = ({ data }: z.infer<typeof account>) => {
    const bytes = data && Buffer.from(data.data, 'base64')
    return last.every((wanted) => {
      const found = bytes?.subarray(wanted.offset, wanted.offset + wanted.bytes.length)
      return found?.equals(wanted.bytes) ?? false
    })
  }
  const { filters: _, ...all } = params
  return { params: others.length > 0 ? { ...all, filters: others } : all, keeps }
}
