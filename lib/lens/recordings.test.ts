import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../indexer/ledger/folder'
import type { RpcTransaction } from '../indexer/ledger/ledger'
import { programsOf } from '../indexer/parse/programs'
import { decodeTokenData, isTokenAccount } from '../indexer/parse/token-data'
import { parseTransaction } from '../indexer/parse/transaction'
import type { AccountUpdate } from '../indexer/parse/updates'
import { parseJson } from '../rpc/json'
import { compareRows } from './compare'
import { tokenFields, tokenLayoutOf } from './token-fields'
import { valuesAt } from './values-at'

/*
 * The lens on every account that the recorded ledgers beside the project ever held, spent ones too. They are test data
 * that is not part of the repository: without them this is skipped.
 */

const LEDGERS = path.resolve(import.meta.dirname, '../../../shared/ledger')

/** Program ids of the recordings: today's, and the two generations before. facts/light-events.md 1. */
const GENERATIONS = [
  {
    compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
    lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
    token: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  },
  {
    compression: 'CbjvJc1SNx1aav8tU49dJGHu8EUdzQJSMtkjDmV8miqK',
    lightSystem: 'H5sFv8VwWmjxHYS2GB4fTDsK7uTtnRT4WiixtHrET3bN',
    token: 'HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN',
  },
  {
    compression: '5QPEJ5zDsVou9FQS3KCauKswM3VwBEBu4dpL9xTqkWwN',
    lightSystem: '6UqiSPd2mRCTTwkzhcs1M6DGYsqHWd5jiPueX3LwDMXQ',
    token: '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE',
  },
]

const scenarios = fs.existsSync(LEDGERS)
  ? fs
      .readdirSync(LEDGERS)
      .filter((name) =>
        ['transactions', 'blocks', 'extra'].some((kind) => fs.existsSync(path.join(LEDGERS, name, kind))),
      )
  : []
if (scenarios.length === 0)
  console.log(`skipped: no recorded ledgers in ${path.basename(path.dirname(LEDGERS))}/ledger`)

/** Every account that a scenario's transactions made, by whichever generation of programs reads them. */
async function accountsOf(scenario: string): Promise<{ account: AccountUpdate; tokenBytes: Uint8Array }[]> {
  const transactions = [...(await ledgerOf(scenario)), ...extrasOf(scenario)]
  const found: { account: AccountUpdate; tokenBytes: Uint8Array }[] = []
  for (const ids of GENERATIONS) {
    const programs = await programsOf(ids)
    for (const transaction of transactions) {
      const parsed = parseTransaction(transaction, programs)
      if (!parsed.ok || !parsed.update) continue
      for (const account of parsed.update.outputs) found.push({ account, tokenBytes: programs.tokenBytes })
    }
  }
  return found
}

async function ledgerOf(scenario: string): Promise<RpcTransaction[]> {
  const folder = path.join(LEDGERS, scenario)
  if (!['transactions', 'blocks'].some((kind) => fs.existsSync(path.join(folder, kind)))) return []
  const found: RpcTransaction[] = []
  const ledger = openFolder({ folder, compressionProgram: '' })
  for await (const { transactions } of ledger.blocks(-1, new AbortController().signal)) found.push(...transactions)
  return found
}

/** Transactions and blocks that belong to no ledger, in no order. */
function extrasOf(scenario: string): RpcTransaction[] {
  const folder = path.join(LEDGERS, scenario, 'extra')
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).flatMap((name) => {
    const result: unknown = parseJson(fs.readFileSync(path.join(folder, name), 'utf8'))
    return (result as { transactions?: RpcTransaction[] }).transactions ?? [result as RpcTransaction]
  })
}

describe.skipIf(scenarios.length === 0)('the recorded ledgers', () => {
  const layouts = new Set<string>()
  const lengths = new Set<number>()

  it.each(scenarios)(
    '%s: every token account is decoded whole, as the indexer does, and no other is taken for one',
    async (scenario) => {
      const accounts = await accountsOf(scenario)
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
        layouts.add(layout)
        lengths.add(bytes.length)
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

  it('hold token accounts of every length that was seen in them: without the last byte, with it, with a delegate', () => {
    expect([...layouts]).toContain('v1')
    expect([...lengths]).toEqual(expect.arrayContaining([74, 75, 107]))
  })
})
