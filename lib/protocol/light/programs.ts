import { base58 } from '@scure/base'
import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'

export const SOLANA_SYSTEM = '11111111111111111111111111111111'

export const NOOP = 'noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV'

/** One generation of program ids, base58. facts/light-events.md 1. */
export interface Programs {
  compression: string
  lightSystem: string
  token: string
  tokenBytes: Uint8Array
  /** PDA of the compression program that proves the caller is Light's system program. */
  registeredProgram: string
}

/** Derives the registered-program account: its seed is the Light system program, its owner the compression program. */
export async function resolvePrograms(ids: {
  compression: string
  lightSystem: string
  token: string
}): Promise<Programs> {
  const [registeredProgram] = await getProgramDerivedAddress({
    programAddress: address(ids.compression),
    seeds: [getAddressEncoder().encode(address(ids.lightSystem))],
  })
  return {
    compression: ids.compression,
    lightSystem: ids.lightSystem,
    token: ids.token,
    tokenBytes: base58.decode(ids.token),
    registeredProgram,
  }
}
