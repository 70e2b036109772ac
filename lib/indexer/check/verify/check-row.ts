import { checkContents, checkTokenData, type HashResult } from '../../../protocol/light/check-account'
import { decodeTokenData, isTokenAccount } from '../../../protocol/light/token-data'
import { toBytes, toNumber, toU64 } from '../../store/rows'
import type { Row } from '../../store/store'

/** Parameters: the id above which accounts are read, a divisor of the ids, and the maximum of rows. */
export const CHECKED_ROWS = `
  SELECT accounts.id, accounts.hash, accounts.owner, lamports, address, discriminator, data, data_hash, leaf_index, tree,
    tree_type, token_accounts.account_id, mint, token_accounts.owner AS token_owner, amount, delegate, frozen, tlv
  FROM accounts JOIN trees ON trees.id = tree_id LEFT JOIN token_accounts ON account_id = accounts.id
  WHERE accounts.id > ? AND accounts.id % ? = 0 ORDER BY accounts.id LIMIT ?`

export function checkRow(row: Row, tokenProgram: Uint8Array): { result: HashResult; problems: string[] } {
  const problems: string[] = []
  const owner = toBytes(row.owner)
  const data =
    row.data === null
      ? null
      : { discriminator: toU64(row.discriminator), dataHash: toBytes(row.data_hash), data: toBytes(row.data) }
  const account = {
    ...{ owner, data, hash: toBytes(row.hash), tree: toBytes(row.tree), lamports: toU64(row.lamports) },
    leafIndex: toNumber(row.leaf_index),
    treeType: toNumber(row.tree_type),
    address: row.address === null ? null : toBytes(row.address),
  }
  const result = checkContents(account)
  if (result === 'differs') problems.push('an account whose contents make another hash')
  const token = data && isTokenAccount(owner, data, tokenProgram) ? tokenOf(data.data) : null
  if (!sameToken(row, token)) problems.push('a token account that differs from the data of its account')
  if (token && data && checkTokenData(data, token) === 'differs') {
    problems.push('a token account whose data make another hash')
  }
  return { result: problems.length > 0 ? 'differs' : result, problems }
}

/** Null also for data that does not decode: such an account has no token row. */
function tokenOf(data: Uint8Array): ReturnType<typeof decodeTokenData> | null {
  try {
    return decodeTokenData(data)
  } catch {
    return null
  }
}

function sameToken(row: Row, token: ReturnType<typeof decodeTokenData> | null): boolean {
  if (row.account_id === null || token === null) return row.account_id === token
  const same = (stored: Row[string] | undefined, wanted: Uint8Array | null) =>
    wanted === null ? stored === null : Buffer.compare(toBytes(stored), wanted) === 0
  return (
    same(row.mint, token.mint) &&
    same(row.token_owner, token.owner) &&
    same(row.delegate, token.delegate) &&
    same(row.tlv, token.tlv) &&
    toU64(row.amount) === token.amount &&
    (row.frozen === 1n) === token.frozen
  )
}
