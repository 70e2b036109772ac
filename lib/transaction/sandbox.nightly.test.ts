import path from 'node:path'
import { expect, it } from 'vitest'
import { openRecording } from '@/lib/indexer/ledger/recording'
import { loopTurn } from '@/lib/platform/loop-turn'
import { effectsOf } from '@/lib/protocol/light/effects'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import type { KnownTransaction } from '@/lib/transaction/contract'
import { type FoundContent, itemOf, openDetails } from './details'

const FILE = path.join(import.meta.dirname, '../indexer/sandbox/recording/sandbox.recording')

it('every transaction of the sandbox consumed and created what the indexer stores, and its sums balance', async () => {
  const contents = new Map<string, FoundContent>()
  let transactions = 0
  for (const { slot, transactions: recorded } of openRecording(FILE).slots(-1)) {
    for (const transaction of recorded) {
      const parsed = parseTransaction(transaction, PROGRAMS)
      if (!parsed.ok) throw new Error(parsed.reason)
      const { events } = await effectsOf(transaction, PROGRAMS, loopTurn)
      expect(events.flatMap(({ created }) => created)).toEqual(parsed.update?.outputs ?? [])
      expect(events.flatMap(({ consumed }) => consumed.map(({ hash }) => hash))).toEqual(parsed.update?.inputs ?? [])
      const about = { signature: String(transactions), slot, blockTime: null, finalized: true, unchecked: false }
      const opened = await openDetails({ ...transaction, ...about, logsLeftOut: 0 }, PROGRAMS)
      for (const update of opened.created) {
        const item = itemOf(update, slot)
        contents.set(item.account.hash, { state: 'read', ...item, createdBy: about.signature })
      }
      const { consumed, lamports, mints } = (await opened.details(contents)) as KnownTransaction
      for (const { hash, fields, content } of consumed) {
        expect(fields, hash).not.toBeNull()
        if (content.state !== 'read') continue
        const { owner, lamports: held, address, tree, leafIndex, data } = content.account
        expect(consumed.find((one) => one.hash === hash)).toMatchObject({
          leaf: { tree, leafIndex },
          fields: {
            owner,
            lamports: held,
            address,
            data: data && { discriminator: data.discriminator, dataHash: data.dataHash },
          },
        })
      }
      if (parsed.update) expect(lamports).toMatchObject({ state: 'known', value: { balances: true } })
      if (mints.state === 'missing') throw new Error(`mints: ${mints.reason}`)
      expect(mints.value.filter(({ balances }) => !balances)).toEqual([])
      transactions++
    }
  }
  expect(transactions).toBeGreaterThan(1_000)
}, 300_000)
