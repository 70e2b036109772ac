import { base58 } from '@scure/base'
import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'

/** The Solana system program. facts/light-events.md 1. */
export const SOLANA_SYSTEM = '11111111111111111111111111111111'

/** The noop program: carries v1 events and tree events. facts/light-events.md 1. */
export const NOOP = 'noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV'

/** The programs of one generation of ids, base58 unless said otherwise. facts/light-events.md 1. */
export interface Programs {
  compression: string
  lightSystem: string
  token: string
  /** The token program's key as bytes: owners in events are bytes. */
  tokenBytes: Uint8Array
  /** The account that proves to the compression program that the Light system program calls it. */
  registeredProgram: string
}

/**
 * Everything the parser needs to know of the programs. The registered-program account is derived, so that it follows
 * other ids too: its seed is the Light system program, its owner the compression program.
 */
export async function programsOf(ids: { compression: string; lightSystem: string; token: string }): Promise<Programs> {
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
