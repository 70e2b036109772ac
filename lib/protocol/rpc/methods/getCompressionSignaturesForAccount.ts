import { z } from 'zod'
import { listResult, signatureInfo } from '../entities'
import { areBeyondReorg, defineMethod } from '../method'
import { hash } from '../primitives'

/** The transactions that created and consumed one account version. Interface 4.5. */
export const getCompressionSignaturesForAccount = defineMethod({
  name: 'getCompressionSignaturesForAccount',
  params: z.object({ hash }),
  result: listResult(signatureInfo),
  // Created and consumed: no third transaction is possible.
  ageing: (_, result) => (result.value.items.length === 2 && areBeyondReorg(result) ? 'final' : 'list'),
})
