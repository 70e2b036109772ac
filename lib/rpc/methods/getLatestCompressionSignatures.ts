import { z } from 'zod'
import { page, signatureInfo } from '../entities'
import { defineMethod } from '../method'
import { cursor, limit } from '../primitives'

/** Latest signatures involving compression, newest slot first. Interface 4.6. */
export const getLatestCompressionSignatures = defineMethod({
  name: 'getLatestCompressionSignatures',
  params: z.strictObject({ cursor: cursor.nullish(), limit: limit.nullish() }),
  result: page(signatureInfo),
})
