import { base58 } from '@scure/base'
import { TOKEN_PROGRAM } from '../protocol/light/token-program'
import { TOKEN_PROGRAMS } from '../protocol/solana/mint-account'
import { addressOf } from './stand-in/fixtures'

interface Made {
  mint?: string
  owner?: string
  amount?: bigint
  frozen?: boolean
  delegate?: string
  delegatedAmount?: bigint
  closeAuthority?: string
  native?: boolean
}

/** The 165 bytes that all token programs share. */
function head(made: Made): Buffer {
  const { mint = addressOf('a mint'), owner = addressOf('a wallet'), amount = 0n, frozen = false } = made
  const data = Buffer.alloc(165)
  data.set(base58.decode(mint), 0)
  data.set(base58.decode(owner), 32)
  data.writeBigUInt64LE(amount, 64)
  const optional = (at: number, key: string | undefined) => {
    if (key === undefined) return
    data.writeUInt32LE(1, at)
    data.set(base58.decode(key), at + 4)
  }
  optional(72, made.delegate)
  data[108] = frozen ? 2 : 1
  if (made.native) data.writeUInt32LE(1, 109)
  data.writeBigUInt64LE(made.delegatedAmount ?? 0n, 121)
  optional(129, made.closeAuthority)
  return data
}

export const splTokenAccount = (made: Made = {}) => ({ owner: TOKEN_PROGRAMS.spl, data: head(made) })

/** @param extensions by type */
export function token2022Account(made: Made = {}, extensions: readonly (readonly [number, Uint8Array])[] = []) {
  const tail = extensions.flatMap(([type, value]) => [
    type & 255,
    type >> 8,
    value.length & 255,
    value.length >> 8,
    ...value,
  ])
  return { owner: TOKEN_PROGRAMS.token2022, data: Buffer.concat([head(made), Buffer.from([2, ...tail])]) }
}

interface Rent {
  lastClaimedSlot: bigint
  exemption: number
  base: number
  compressionCost: number
  perByteAndEpoch: number
}

export function lightTokenAccount(made: Made = {}, rent: Rent | null = null) {
  if (!rent) return { owner: TOKEN_PROGRAM, data: head(made) }
  const tail = Buffer.alloc(272 - 165)
  const at = (offset: number) => offset - 165
  tail[0] = 2
  tail[at(166)] = 1
  tail.writeUInt32LE(1, at(167))
  tail[at(171)] = 32
  tail.writeBigUInt64LE(rent.lastClaimedSlot, at(248))
  tail.writeUInt32LE(rent.exemption, at(256))
  tail.writeUInt16LE(rent.base, at(264))
  tail.writeUInt16LE(rent.compressionCost, at(266))
  tail[at(268)] = rent.perByteAndEpoch
  return { owner: TOKEN_PROGRAM, data: Buffer.concat([head(made), tail]) }
}
