import { accountHash, type HashedToken, inField, tokenDataHashes } from './account-hash'

/*
 * Accounts as they come from a ledger, against their hashes. Slow to load and slow to ask, 0.5 ms each: account-hash.ts.
 */

/** `cannot_tell`: what the hash is made of is not known. */
export type HashResult = 'matches' | 'differs' | 'cannot_tell'

/** What is known of an account that its hash is made of. */
export interface AccountContents {
  hash: Uint8Array
  owner: Uint8Array
  leafIndex: number
  tree: Uint8Array
  treeType: number
  lamports: bigint
  address: Uint8Array | null
  data: AccountBytes | null
}

interface AccountBytes {
  discriminator: bigint
  data: Uint8Array
  dataHash: Uint8Array
}

/** State trees whose leaves are known to be made of these fields: v1 and v2. facts/light-events.md 1 and 8. */
const KNOWN_TREES = new Set([1, 3])

/** Whether an account is what its hash says, and its token data what theirs says. `token` as decoded; null for others. */
export function checkAccount(account: AccountContents & { token: HashedToken | null }): HashResult {
  const { data, token } = account
  const contents = checkContents(account)
  return contents === 'matches' && data && token ? checkTokenData(data, token) : contents
}

/** Whether the fields of an account make its hash. Of data it binds the discriminator and the data hash. */
export function checkContents(account: AccountContents): HashResult {
  const { hash, treeType, leafIndex, address, data } = account
  if (!KNOWN_TREES.has(treeType)) return 'cannot_tell'
  // No program hashes more than the field holds; here it would be taken for what is left of it.
  if ((address && !inField(address)) || (data && !inField(data.dataHash))) return 'differs'
  const hashed = { ...account, leafIndex: BigInt(leafIndex), treeType: BigInt(treeType) }
  if (accountHash(hashed).equals(hash)) return 'matches'
  return data === null && accountHash({ ...hashed, data: ZERO_DATA }).equals(hash) ? 'matches' : 'differs'
}

/** What an account without data that was made from a CPI context may be hashed with. facts/cold-tokens.md 4. */
const ZERO_DATA = { discriminator: 0n, dataHash: new Uint8Array(32) }

/** Whether token data make their data hash. facts/light-events.md 9. */
export function checkTokenData({ discriminator, data, dataHash }: AccountBytes, token: HashedToken): HashResult {
  return tokenDataHashes(discriminator, token, data).some((computed) => computed.equals(dataHash))
    ? 'matches'
    : 'differs'
}
