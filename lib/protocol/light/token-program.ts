/* The token programs, and where token data has what addresses and filters name. facts/light-events.md 1 and 9. */

/** The token program of the current generation: owner of every compressed token account. facts/light-events.md 1. */
export const TOKEN_PROGRAM = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

/** The token program of today and of the two generations before it. facts/light-events.md 1. */
const TOKEN_PROGRAMS: readonly string[] = [
  TOKEN_PROGRAM,
  'HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN',
  '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE',
]

/** True for the token program, of today or of an earlier generation. */
export function isTokenProgram(owner: string): boolean {
  return TOKEN_PROGRAMS.includes(owner)
}

/** Offset of the mint in token data. facts/light-events.md 9. */
export const MINT_OFFSET = 0

/** Offset of the wallet in token data, behind the mint. facts/light-events.md 9. */
export const WALLET_OFFSET = 32

/** Offset of the tag that says whether token data names a delegate, behind mint, wallet and amount. facts/light-events.md 9. */
export const DELEGATE_OFFSET = 72
