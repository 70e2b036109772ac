import { z } from 'zod'
import { account, page } from '../entities'
import { defineMethod } from '../method'
import { address, base58Bytes, cursor, limit, safeInteger } from '../primitives'

/** Our choice, as Photon's: the interface names no maximum (facts/photon-wire.md 5). */
export const MAX_FILTERS = 5

/**
 * Longest text of a filter that is decoded: base58 takes quadratic time, and no account has as much data. Our choice: the
 * interface leaves filters open (4.3).
 */
export const MAX_FILTER_CHARS = 2048

/** Compares the account data from `offset` with `bytes` (base58). Offset 0 is the first byte behind the discriminator. */
export const filter = z.object(
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

/** The part of each account's data to return: clipped to the end of the data. Interface 4.3. */
export const dataSlice = z.object(
  { offset: safeInteger, length: safeInteger },
  { error: 'must be an object with offset and length' },
)

/** All compressed accounts owned by an address. Interface 4.3. */
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
  result: page(account),
})
