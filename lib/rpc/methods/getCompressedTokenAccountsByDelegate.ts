import { z } from 'zod'
import { page, tokenAccount } from '../entities'
import { defineMethod } from '../method'
import { address, cursor, limit } from '../primitives'

/** Compressed token accounts delegated to a delegate. Interface 4.4. */
export const getCompressedTokenAccountsByDelegate = defineMethod({
  name: 'getCompressedTokenAccountsByDelegate',
  params: z.strictObject({
    delegate: address,
    mint: address.nullish(),
    cursor: cursor.nullish(),
    limit: limit.nullish(),
  }),
  result: page(tokenAccount),
})
