import { base64Text } from '@/lib/format/base64'
import { encodeBase58 } from '@/lib/protocol/base58'
import { resolvePrograms } from '@/lib/protocol/light/programs'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import type { AccountUpdate } from '@/lib/protocol/light/updates'
import type { AccountItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import { PROGRAM_IDS } from '../indexer/synthetic-chain'
import type { Recording } from './recording'

export async function rowsOf({ blocks, extra, programIds }: Recording): Promise<(AccountItem | TokenAccountItem)[]> {
  const programs = await resolvePrograms({ ...PROGRAM_IDS, ...programIds })
  return [...blocks, ...extra].flatMap(({ slot, entries }) =>
    entries.flatMap(({ transaction }) => {
      const parsed = parseTransaction(transaction, programs)
      return parsed.ok ? (parsed.update?.outputs ?? []).map((output) => rowOf(output, slot)) : []
    }),
  )
}

function rowOf(update: AccountUpdate, slot: number): AccountItem | TokenAccountItem {
  const { data, address, token } = update
  const account: AccountItem = {
    hash: encodeBase58(update.hash),
    address: address && encodeBase58(address),
    data: data && {
      discriminator: data.discriminator,
      data: base64Text(data.data),
      dataHash: encodeBase58(data.dataHash),
    },
    owner: encodeBase58(update.owner),
    lamports: update.lamports,
    tree: encodeBase58(update.tree),
    leafIndex: update.leafIndex,
    seq: update.seq,
    slotCreated: slot,
  }
  if (!token) return account
  return {
    account,
    tokenData: {
      mint: encodeBase58(token.mint),
      owner: encodeBase58(token.owner),
      amount: token.amount,
      delegate: token.delegate && encodeBase58(token.delegate),
      state: token.frozen ? 'frozen' : 'initialized',
      tlv: token.tlv && base64Text(token.tlv),
    },
  }
}
