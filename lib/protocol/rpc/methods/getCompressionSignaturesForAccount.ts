import { z } from 'zod'
import { list, signatureInfo } from '../entities'
import { areDeep, defineMethod } from '../method'
import { hash } from '../primitives'

/** Creation and consumption of one account version. Unknown params are dropped (facts/photon-wire.md 5). Interface 4.5. */
export const getCompressionSignaturesForAccount = defineMethod({
  name: 'getCompressionSignaturesForAccount',
  params: z.object({ hash }),
  result: list(signatureInfo),
  // Created and consumed: no third transaction is possible.
  ageing: (_, result) => (result.value.items.length === 2 && areDeep(result) ? 'final' : 'list'),
})
