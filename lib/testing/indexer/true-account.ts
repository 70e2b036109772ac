import { accountHash, type HashedToken, tokenDataHashes } from '@/lib/protocol/light/account-hash'
import { type MadeAccount, PROGRAMS, TREE_V1, TREE_V2, tokenData } from './synthetic-chain'

export function trueAccount(account: Omit<MadeAccount, 'hash'>, tree: 'v1' | 'v2'): MadeAccount {
  const { lamports = 0n, address = null, data = null } = account
  const place = tree === 'v1' ? { tree: TREE_V1, treeType: 1n } : { tree: TREE_V2, treeType: 3n }
  const contents = { ...account, ...place, lamports, address, data, leafIndex: BigInt(account.leafIndex) }
  return { ...account, hash: accountHash(contents) }
}

export function trueTokenAccount(
  token: Omit<HashedToken, 'frozen'>,
  leafIndex: number,
  tree: 'v1' | 'v2',
): MadeAccount {
  const data = tokenData(token)
  const [dataHash] = tokenDataHashes(data.discriminator, { ...token, frozen: false }, data.data)
  if (!dataHash) throw new Error('no hash')
  return trueAccount({ owner: PROGRAMS.tokenBytes, leafIndex, data: { ...data, dataHash } }, tree)
}
