import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { programsOf } from '../../protocol/light/programs'
import { decodeTokenData, isTokenAccount } from '../../protocol/light/token-data'
import { parseTransaction } from '../../protocol/light/transaction'
import type { AccountUpdate } from '../../protocol/light/updates'
import { EARLIER_PROGRAMS } from '../../upstream/chain/earlier-programs'
import { compareRows } from './differences'
import { tokenLayoutOf } from './token-data'
import { tokenFields } from './token-fields'
import { valuesAt } from './values-at'

const GENERATIONS = [PROGRAM_IDS, ...EARLIER_PROGRAMS]

async function accountsOf(name: string): Promise<{ account: AccountUpdate; tokenBytes: Uint8Array }[]> {
  const { blocks, extra } = readRecording(name)
  const entries = [...blocks, ...extra].flatMap((block) => block.entries)
  const tokenAccounts: { account: AccountUpdate; tokenBytes: Uint8Array }[] = []
  for (const ids of GENERATIONS) {
    const programs = await programsOf(ids)
    for (const { transaction } of entries) {
      // A copy: the parser caches its result per transaction for one generation.
      const parsed = parseTransaction({ ...transaction }, programs)
      if (!parsed.ok || !parsed.update) continue
      for (const account of parsed.update.outputs) tokenAccounts.push({ account, tokenBytes: programs.tokenBytes })
    }
  }
  return tokenAccounts
}

describe('the recordings', () => {
  it.each(recordingNames())(
    '%s: every token account is decoded whole, as the indexer does, and no other is taken for one',
    async (name) => {
      const accounts = await accountsOf(name)
      for (const { account, tokenBytes } of accounts) {
        const { data } = account
        if (!data) continue
        const bytes = data.data
        const layout = tokenLayoutOf(base58.encode(account.owner), data.discriminator)
        expect(layout !== null).toBe(isTokenAccount(account.owner, data, tokenBytes))
        for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
          if (at >= 0 && at < bytes.length) expect(valuesAt(bytes, at)).toHaveLength(8)
        }
        if (layout === null) continue
        const { fields, problem } = tokenFields(bytes)
        expect(problem).toBeNull()
        expect(fields.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length)
        const token = decodeTokenData(bytes)
        expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toMatchObject({
          mint: base58.encode(token.mint),
          owner: base58.encode(token.owner),
          amount: String(token.amount),
          delegate: token.delegate ? base58.encode(token.delegate) : 'none',
          state: token.frozen ? 'frozen' : 'initialized',
        })
      }
      const rows = accounts.flatMap(({ account }) => (account.data ? [account.data.data] : []))
      const steps = compareRows(rows)
      let step = steps.next()
      while (!step.done) step = steps.next()
      expect(step.value.rows).toBe(rows.length)
    },
  )
})
