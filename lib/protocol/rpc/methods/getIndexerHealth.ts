import { z } from 'zod'
import { defineMethod } from '../method'

/** `ok`, or an error when the indexer lags by more than its threshold. Interface 4.1. */
export const getIndexerHealth = defineMethod({
  name: 'getIndexerHealth',
  params: z.object({}),
  result: z.literal('ok'),
  ageing: () => 'health',
})
