import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import type { Instruction } from './groups'
import type { Programs } from './programs'
import { TRANSFER2 } from './token-program'
import type { TokenUpdate } from './updates'

/* The wallet behind a closed associated token account, as the instruction that closed it names it. facts/hot-tokens.md 3. */

/** An extension's first byte. */
const COMPRESSED_ONLY = 31

/** Bytes from there to the flag of an associated account: in token data, and in the instruction. */
const FLAG = 17
const NAMED_FLAG = 19

/** Bytes from there to the wallet's index among the instruction's accounts, which begins behind seven of them. */
const WALLET = 21
const FIRST_ACCOUNT = 7

/** Each bump is half as likely as the one above it. */
const BUMPS = 32

const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/** Of a transaction: far above what its bytes can name. Behind it wallets are not proven. */
const MAX_DERIVATIONS = 4_096

/** Sets the wallets of a transaction's closed associated accounts: empty where nothing proves one. */
export function nameWallets(tokens: TokenUpdate[], groups: Instruction[][], { token, tokenBytes }: Programs): void {
  const closed = tokens.filter(({ tlv }) => tlv !== null && placesIn(tlv, FLAG).length > 0)
  if (closed.length === 0) return
  const keys = groups
    .flat()
    .flatMap(({ program, accounts, data }) =>
      program === token && data[0] === TRANSFER2
        ? placesIn(data, NAMED_FLAG).flatMap((at) => accounts[FIRST_ACCOUNT + (data[at + WALLET] ?? 0)] ?? [])
        : [],
    )
  const wallets = [...new Set(keys)].map((key) => base58.decode(key))
  let left = MAX_DERIVATIONS
  for (const account of closed) {
    account.wallet = new Uint8Array(0)
    for (let bump = 255; bump > 255 - BUMPS && account.wallet.length === 0 && left > 0; bump--) {
      const rest = [...tokenBytes, ...account.mint, bump, ...tokenBytes, ...MARKER]
      const isOwner = (key: Uint8Array) =>
        Buffer.compare(sha256(Uint8Array.from([...key, ...rest])), account.owner) === 0
      account.wallet = wallets.find(isOwner) ?? account.wallet
      left -= wallets.length
    }
  }
}

/** Other bytes can look like such an extension: the derivation refuses what they name. */
function placesIn(bytes: Uint8Array, flag: number): number[] {
  return [...bytes.keys()].filter((at) => bytes[at] === COMPRESSED_ONLY && bytes[at + flag] === 1)
}
