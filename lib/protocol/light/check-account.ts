import { accountHash, type HashedToken, isFieldElement, tokenDataHashes } from './account-hash'
import type { AccountDataUpdate, AccountUpdate } from './updates'

/** `cannot_tell`: some input of the hash is unknown. */
export type HashResult = 'matches' | 'differs' | 'cannot_tell'

export type AccountContents = Omit<AccountUpdate, 'queue' | 'seq' | 'token'>

/** State trees, v1 and v2, whose leaves are hashed from these fields. facts/light-events.md 1 and 8. */
const KNOWN_TREES = new Set([1, 3])

export function checkAccount(account: AccountContents & { token: HashedToken | null }): HashResult {
  const { data, token } = account
  const contents = checkContents(account)
  return contents === 'matches' && data && token ? checkTokenData(data, token) : contents
}

export function checkContents(account: AccountContents): HashResult {
  const { hash, treeType, leafIndex, address, data } = account
  if (!KNOWN_TREES.has(treeType)) return 'cannot_tell'
  // Values outside the scalar field are never hashed by a program; accountHash would reduce them and might match.
  if ((address && !isFieldElement(address)) || (data && !isFieldElement(data.dataHash))) return 'differs'
  const hashed = { ...account, leafIndex: BigInt(leafIndex), treeType: BigInt(treeType) }
  if (accountHash(hashed).equals(hash)) return 'matches'
  return data === null && accountHash({ ...hashed, data: ZERO_DATA }).equals(hash) ? 'matches' : 'differs'
}

/** An account without data that a CPI context created is hashed with zero data. facts/cold-tokens.md 4. */
const ZERO_DATA = { discriminator: 0n, dataHash: new Uint8Array(32) }

export function checkTokenData({ discriminator, data, dataHash }: AccountDataUpdate, token: HashedToken): HashResult {
  return tokenDataHashes(discriminator, token, data).some((computed) => computed.equals(dataHash))
    ? 'matches'
    : 'differs'
}
