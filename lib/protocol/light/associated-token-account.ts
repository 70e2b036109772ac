import { type Address, getAddressEncoder, getProgramDerivedAddress, isAddress } from '@solana/kit'

/** The address of a wallet's associated token account of a mint; null: not 32 bytes. facts/cold-tokens.md 2. */
export async function associatedTokenAccount(
  wallet: string,
  mint: string,
  tokenProgram: string,
): Promise<string | null> {
  if (!isAddress(wallet) || !isAddress(mint) || !isAddress(tokenProgram)) return null
  const encoder = getAddressEncoder()
  const seed = (key: Address) => encoder.encode(key)
  const [account] = await getProgramDerivedAddress({
    programAddress: tokenProgram,
    seeds: [seed(wallet), seed(tokenProgram), seed(mint)],
  })
  return account
}
