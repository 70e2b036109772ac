import { type Address, getAddressEncoder, getProgramDerivedAddress, isAddress } from '@solana/kit'
import { TOKEN_PROGRAM } from './token-program'

/** Under it are the associated accounts of SPL Token and Token-2022; those of the Light Token Program are its own. */
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address

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
    programAddress: tokenProgram === TOKEN_PROGRAM ? tokenProgram : ASSOCIATED_TOKEN_PROGRAM,
    seeds: [seed(wallet), seed(tokenProgram), seed(mint)],
  })
  return account
}
