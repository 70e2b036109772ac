import { createHash } from 'node:crypto'
import { encodeBase58 } from '../../protocol/base58'

/*
 * Hashes in place of those that a recording does not hold: the same for the same ledger, and of no chain that exists.
 */

/** A genesis hash for a ledger that names none. @param identity what a store remembers the ledger by. */
export function madeGenesisHash(identity: string): string {
  return hashOf(`leafscan genesis ${identity}`)
}

/** A blockhash for a slot of which transactions alone are recorded. */
export function madeBlockhash(genesisHash: string, slot: number): string {
  return hashOf(`leafscan block ${genesisHash} ${slot}`)
}

function hashOf(text: string): string {
  return encodeBase58(createHash('sha256').update(text).digest())
}
