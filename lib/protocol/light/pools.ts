import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'

/** Token owner of every pool: a program address of the Light Token Program. */
export const POOL_AUTHORITY = 'GXtd2izAiMJPwMEjfgTRH3d7k9mjn4Jq3JrWFv9gySYy'

const POOLS = 5

/**
 * On-chain token accounts that hold the compressed tokens of an SPL or Token-2022 mint. A mint has at most five, the first one
 * without an index.
 * @param restricted those of mints with a transfer fee or hook, a permanent delegate, a default state or a pause
 */
export function poolAddresses(mint: string, tokenProgram: string, restricted = false): Promise<string[]> {
  const pool = ['pool', getAddressEncoder().encode(mint as Address), ...(restricted ? ['restricted'] : [])]
  const pools = Array.from({ length: POOLS }, async (_, index) => {
    const seeds = index === 0 ? pool : [...pool, Uint8Array.of(index)]
    const [address] = await getProgramDerivedAddress({ programAddress: tokenProgram as Address, seeds })
    return address
  })
  return Promise.all(pools)
}
