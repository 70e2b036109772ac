/* Token programs, and offsets in token data. facts/light-events.md 1 and 9. */

export const TOKEN_PROGRAM = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

const TOKEN_PROGRAMS: readonly string[] = [
  TOKEN_PROGRAM,
  'HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN',
  '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE',
]

export function isTokenProgram(owner: string): boolean {
  return TOKEN_PROGRAMS.includes(owner)
}

/** First byte of the instruction. */
export const TRANSFER2 = 101

export const MINT_OFFSET = 0

export const WALLET_OFFSET = 32

export const DELEGATE_OFFSET = 72
