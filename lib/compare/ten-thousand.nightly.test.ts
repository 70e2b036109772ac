import { afterAll, beforeAll, expect, test } from 'vitest'
import { SomeReader } from '@/lib/testing/gateway/some-reader'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { trueAccount } from '@/lib/testing/true-rows'
import { networkOf } from '@/lib/testing/upstream/networks'
import type { AccountItem } from '../protocol/rpc/items'
import { compareIndexers } from './comparisons'
import type { Comparison } from './contract'

/* Issue 28, "Must show" 2, over HTTP with plan, gate and breaker. */

const OWNER = addressOf('owner')
const AT = 7_777
const accounts = makeAccounts(OWNER, 10_000).map((row, i) => (i === AT ? trueAccount(row) : row))
const row = accounts[AT] as AccountItem
let standIns: [StandIn, StandIn]

beforeAll(async () => {
  standIns = [await startStandIn({ accounts }), await startStandIn({ accounts })]
})
afterAll(async () => {
  for (const standIn of standIns) await standIn.stop()
})

async function compared(rows: AccountItem[], parts = false): Promise<Comparison> {
  standIns[1].data.accounts = rows
  const network = networkOf([standIns[0].url, standIns[1].url])
  const outcome = await compareIndexers(
    network,
    { request: { what: 'owner', owner: OWNER }, a: 1, b: 2, parts },
    60_000,
    new SomeReader(),
  )
  if (outcome.state !== 'done') throw new Error('it takes longer than a minute')
  return outcome.comparison
}

test('the same rows are equal, all 10,000 of them', { timeout: 60_000 }, async () => {
  expect(await compared(accounts)).toMatchObject({ verdict: 'equal', rowsCompared: 10_000, setAside: { created: 0 } })
})

test('dropped', { timeout: 60_000 }, async () => {
  const { differences, differencesFound } = await compared(accounts.filter((_, i) => i !== AT))
  expect(differencesFound).toBe(1)
  expect(differences).toMatchObject([{ kind: 'only', on: 0, row: row.hash, lacking: { kind: 'unknown_hash' } }])
})

test('on an indexer that pages as Photon does: the cost first, then part by part', { timeout: 60_000 }, async () => {
  const few = accounts.slice(AT - 1_300, AT + 100)
  standIns[0].data.accounts = few
  standIns[1].data.paging = 'defect'
  const lost = few.filter((each) => each !== row)
  const first = await compared(lost)
  expect(first).toMatchObject({
    verdict: 'not_settled',
    differences: [],
    sides: [{}, { partsEstimate: expect.any(Number) }],
  })
  const inParts = await compared(lost, true)
  expect(inParts.sides[1].calls).toBeLessThan(600)
  expect(inParts).toMatchObject({ verdict: 'differs', differencesFound: 1 })
  expect(inParts.differences).toMatchObject([{ kind: 'only', on: 0, row: row.hash }])
})
