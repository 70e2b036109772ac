import type { NewAccount } from '@/lib/indexer/store/changes'
import { key } from './synthetic-chain'

export function newAccount(name: string, part: Partial<NewAccount> = {}): NewAccount {
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
