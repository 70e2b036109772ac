import { createHash } from 'node:crypto'
import { base64Bytes, base64Text } from '../../format/base64'
import { decodeBase58 } from '../../protocol/base58'
import { type AccountContents, checkContents, checkTokenData } from '../../protocol/light/check-account'
import { STATE_TREES_V1, STATE_TREES_V2 } from '../../protocol/light/state-trees'
import { decodeTokenData, isTokenAccount } from '../../protocol/light/token-data'
import { isTokenProgram, TOKEN_PROGRAM } from '../../protocol/light/token-program'
import type { TokenUpdate } from '../../protocol/light/updates'
import type { AccountItem, ProvableRow, TokenAccountItem } from '../../protocol/rpc/items'
import type { RowProof } from './contract'

/*
 * Recomputes a row's hash from its fields, at least 0.5 ms per row, in a thread: account-hash.ts also takes a quarter of a
 * second to load. facts/light-events.md 8 and 9.
 */

export { warmUpHashes } from '../../protocol/light/account-hash'

const [STATE_V1, STATE_V2] = [1, 3]

const TOKEN_PROGRAM_KEY = decodeBase58(TOKEN_PROGRAM)

/** The token layout whose data hash binds every byte. facts/light-events.md 9. */
const SHA_FLAT = 288230376151711744n

/** docs/proof.md. @param sliced only a part of the data was requested */
export function proveRow(row: ProvableRow, sliced = false): RowProof {
  const isToken = 'tokenData' in row
  const account = isToken ? row.account : row
  const contents = contentsOf(account)
  if (!contents) return { result: 'cannot_tell', reason: 'unreadable' }
  // Token programs until August 2024. facts/light-events.md 1.
  if (isTokenProgram(account.owner) && account.owner !== TOKEN_PROGRAM)
    return { result: 'cannot_tell', reason: 'programs' }
  if (!treeTypesOf(account).some((treeType) => checkContents({ ...contents, treeType }) === 'matches')) {
    return { result: 'differs', reason: 'account' }
  }
  const { owner, data } = contents
  if (!data) return isToken ? { result: 'differs', reason: 'token' } : { result: 'matches', reason: 'content' }
  const token = tokenIn(data.data)
  if (isToken && !(token && isSameToken(row.tokenData, token))) return { result: 'differs', reason: 'token' }
  if (isTokenAccount(owner, data, TOKEN_PROGRAM_KEY)) {
    if (token && checkTokenData(data, token) === 'matches') {
      const bindsAll = data.discriminator === SHA_FLAT || (!sliced && isBound(data.data))
      return { result: 'matches', reason: bindsAll ? 'content' : 'token_fields' }
    }
    return sliced ? { result: 'cannot_tell', reason: 'slice' } : { result: 'differs', reason: 'data' }
  }
  if (isShaOf(data.data, data.dataHash)) return { result: 'matches', reason: 'content' }
  return { result: 'cannot_tell', reason: sliced ? 'slice' : 'bytes' }
}

function contentsOf(account: AccountItem): Omit<AccountContents, 'treeType'> | null {
  const { data } = account
  const [hash, owner, tree] = [account.hash, account.owner, account.tree].map(keyBytes)
  const address = account.address ? keyBytes(account.address) : null
  const bytes = data ? base64Bytes(data.data) : null
  const dataHash = data ? keyBytes(data.dataHash) : null
  if (!hash || !owner || !tree || (account.address && !address)) return null
  if (data && !(bytes && dataHash)) return null
  return {
    ...{ hash, owner, tree, address, lamports: account.lamports, leafIndex: account.leafIndex },
    data: data && bytes && dataHash ? { discriminator: data.discriminator, data: bytes, dataHash } : null,
  }
}

function keyBytes(text: string): Uint8Array | null {
  if (text.length < 32 || text.length > 44) return null
  try {
    const bytes = decodeBase58(text)
    return bytes.length === 32 ? bytes : null
  } catch {
    return null
  }
}

/** Rows lack the tree's type. A missing `seq` hints at v2, but is not hashed: both types are tried for an unknown tree. */
function treeTypesOf({ tree, seq }: AccountItem): number[] {
  if (STATE_TREES_V1.includes(tree)) return [STATE_V1]
  if (STATE_TREES_V2.includes(tree)) return [STATE_V2]
  return seq === null ? [STATE_V2, STATE_V1] : [STATE_V1, STATE_V2]
}

function tokenIn(bytes: Uint8Array): TokenUpdate | null {
  try {
    return decodeTokenData(bytes)
  } catch {
    return null
  }
}

function isSameToken(shown: TokenAccountItem['tokenData'], token: TokenUpdate): boolean {
  const isKey = (text: string | null, bytes: Uint8Array | null) =>
    text && bytes ? Buffer.compare(keyBytes(text) ?? new Uint8Array(), bytes) === 0 : !text && !bytes
  return (
    isKey(shown.mint, token.mint) &&
    isKey(shown.owner, token.owner) &&
    isKey(shown.delegate, token.delegate) &&
    shown.amount === token.amount &&
    shown.state === (token.frozen ? 'frozen' : 'initialized') &&
    (shown.tlv || null) === (token.tlv && base64Text(token.tlv))
  )
}

/** True if only a byte 0 follows the fields: the data hash of layouts v1 and v2 omits extension data. */
function isBound(bytes: Uint8Array): boolean {
  const rest = bytes.length - (bytes[72] === 1 ? 106 : 74)
  return rest === 0 || (rest === 1 && bytes.at(-1) === 0)
}

/** SHA-256 of all bytes, with its first byte set to 0. */
function isShaOf(bytes: Uint8Array, dataHash: Uint8Array): boolean {
  const digest = createHash('sha256').update(bytes).digest()
  digest[0] = 0
  return digest.equals(dataHash)
}
