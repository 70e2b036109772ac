import { z } from 'zod'
import { list, signatureInfo } from '../entities'
import { areDeep, defineMethod } from '../method'
import { hash } from '../primitives'

/**
 * Signatures of the transactions that involved one account version: its creation and, once consumed, its consumption.
 * Unknown members are dropped, not refused, as Photon does (facts/photon-wire.md 5). Interface 4.5.
 */
export const getCompressionSignaturesForAccount = defineMethod({
  name: 'getCompressionSignaturesForAccount',
  params: z.object({ hash }),
  result: list(signatureInfo),
  // Created and consumed: no third one can come.
  ageing: (_, result) => (result.value.items.length === 2 && areDeep(result) ? 'final' : 'list'),
})
