import { type Address, getAddressEncoder, getProgramDerivedAddress, isAddress } from '@solana/kit'

/**
 * The associated token account of a wallet and a mint: where the token program keeps a wallet's tokens of one mint by
 * default. Closing it into compressed state leaves accounts whose token data name it as their owner, not the wallet; from
 * the account alone the wallet cannot be derived, only compared. Null where one of the texts is no address of 32 bytes.
 * facts/cold-tokens.md 2.
 */
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
