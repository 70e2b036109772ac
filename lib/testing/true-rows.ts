import { createHash } from 'node:crypto'
import { base64Bytes, base64Text } from '@/lib/format/base64'
import { decodeBase58, encodeBase58 } from '@/lib/protocol/base58'
import { accountHash, tokenDataHashes } from '@/lib/protocol/light/account-hash'
import { tokenDataHead } from '@/lib/protocol/light/layouts'
import { decodeTokenData, isTokenAccount } from '@/lib/protocol/light/token-data'
import type { AccountItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import { PROGRAMS } from './indexer/synthetic-chain'

/** Hashes are computed from the fields, so a page shows it as proven. 0.5 ms each. */
export function trueAccount(account: AccountItem): AccountItem {
  const { leafIndex, lamports, data } = account
  const [owner, tree] = [decodeBase58(account.owner), decodeBase58(account.tree)]
  const dataHash = data && dataHashOf(owner, data)
  const hash = accountHash({
    ...{ owner, tree, lamports, leafIndex: BigInt(leafIndex), treeType: account.seq === null ? 3n : 1n },
    address: account.address ? decodeBase58(account.address) : null,
    data: data && dataHash && { discriminator: data.discriminator, dataHash },
  })
  return {
    ...account,
    hash: encodeBase58(hash),
    data: data && dataHash && { ...data, dataHash: encodeBase58(dataHash) },
  }
}

export function trueTokenAccount({ account, tokenData }: TokenAccountItem): TokenAccountItem {
  const { mint, owner, amount, delegate, state, tlv } = tokenData
  const head = tokenDataHead.encode({
    ...{ mint: decodeBase58(mint), owner: decodeBase58(owner), amount },
    delegate: delegate === null ? null : decodeBase58(delegate),
    state: state === 'frozen' ? 1 : 0,
  })
  const data = base64Text(Uint8Array.from([...head, ...(tlv === null ? [0] : [1, ...Buffer.from(tlv, 'base64')])]))
  return { account: trueAccount({ ...account, data: { discriminator: 2n, data, dataHash: '' } }), tokenData }
}

function dataHashOf(owner: Uint8Array, { discriminator, data }: NonNullable<AccountItem['data']>): Uint8Array {
  const bytes = base64Bytes(data) ?? new Uint8Array()
  if (isTokenAccount(owner, { discriminator, data: bytes, dataHash: bytes }, PROGRAMS.tokenBytes)) {
    const [first] = tokenDataHashes(discriminator, decodeTokenData(bytes), bytes)
    if (first) return first
  }
  const digest = createHash('sha256').update(bytes).digest()
  digest[0] = 0
  return digest
}
