import { base58 } from '@scure/base'
import { EARLIER_PROGRAMS } from '../upstream/chain/earlier-programs'

const TOKEN_PROGRAMS = new Set<string>([
  'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  ...EARLIER_PROGRAMS.map(({ token }) => token),
])

/** Includes the program's earlier ids. */
export function isTokenProgram(program: string): boolean {
  return TOKEN_PROGRAMS.has(program)
}

export const text = (bytes: Uint8Array): string => base58.encode(bytes)
