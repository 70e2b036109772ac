import { z } from 'zod'
import { defineMethod } from '../method'
import { slot } from '../primitives'

/** The slot the indexer has reached. Interface 4.2. */
export const getIndexerSlot = defineMethod({
  name: 'getIndexerSlot',
  params: z.object({}),
  result: slot,
  ageing: () => 'slot',
})
