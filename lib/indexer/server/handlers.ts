import type { MethodName } from '@/lib/protocol/rpc/methods'
import { getCompressedAccountsByOwner } from '../handlers/getCompressedAccountsByOwner'
import { getCompressedTokenAccountsByDelegate } from '../handlers/getCompressedTokenAccountsByDelegate'
import { getCompressionSignaturesForAccount } from '../handlers/getCompressionSignaturesForAccount'
import { getIndexerHealth } from '../handlers/getIndexerHealth'
import { getIndexerSlot } from '../handlers/getIndexerSlot'
import { getLatestCompressionSignatures } from '../handlers/getLatestCompressionSignatures'
import type { Handler } from '../handlers/handler'

export const handlers: { [M in MethodName]: Handler<M> } = {
  getIndexerHealth,
  getIndexerSlot,
  getCompressedAccountsByOwner,
  getCompressedTokenAccountsByDelegate,
  getCompressionSignaturesForAccount,
  getLatestCompressionSignatures,
}
