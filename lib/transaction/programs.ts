import { base58 } from '@scure/base'
import { EARLIER_PROGRAMS } from '../upstream/chain/earlier-programs'

const TOKEN_PROGRAMS = new Set<string>([
  'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  ...EARLIER_PROGRAMS.map(({ token }) => token),
])

/** True for the token program, today's and earlier ones. */
export function isTokenProgram(program: string): boolean {
  return TOKEN_PROGRAMS.has(program)
}

/** A key or hash as pages have it. */
export const text = (bytes: Uint8Array): string => base58.encode(bytes)
