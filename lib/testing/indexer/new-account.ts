import type { AccountUpdate } from '@/lib/protocol/light/updates'
import { key } from './synthetic-chain'

export function newAccount(name: string, part: Partial<AccountUpdate> = {}): AccountUpdate {
  return {
    ...{
      hash: key(name),
      owner: key('owner'),
      lamports: 0n,
      address: null,
      data: null,
      tree: key('tree'),
      treeType: 3,
    },
    ...{ queue: key('queue'), leafIndex: 0, seq: null, token: null },
    ...part,
  }
}
