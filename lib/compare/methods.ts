import type { MethodName } from '../protocol/rpc/methods'

/** Value of `what=` in URLs, and its operation. */
export const COMPARED_METHODS = {
  owner: 'getCompressedAccountsByOwner',
  delegate: 'getCompressedTokenAccountsByDelegate',
  signatures: 'getCompressionSignaturesForAccount',
  latest: 'getLatestCompressionSignatures',
  slot: 'getIndexerSlot',
  health: 'getIndexerHealth',
} as const satisfies Record<string, MethodName>

export type ComparedWhat = keyof typeof COMPARED_METHODS
