import { createHash } from 'node:crypto'
import { encodeBase58 } from '../../protocol/base58'

/* Placeholders for hashes that a recording lacks: deterministic per ledger, and not of any real chain. */

export function madeGenesisHash(identity: string): string {
  return hashOf(`leafscan genesis ${identity}`)
}

export function madeBlockhash(genesisHash: string, slot: number): string {
  return hashOf(`leafscan block ${genesisHash} ${slot}`)
}

function hashOf(text: string): string {
  return encodeBase58(createHash('sha256').update(text).digest())
}
