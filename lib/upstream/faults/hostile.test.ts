import { describe, expect, test } from 'vitest'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectFault, expectProblem, fill, OWNER } from '@/lib/testing/api/fault-row'
import { askHostile } from '@/lib/testing/api/hostile'
import type { Fault } from '@/lib/testing/stand-in/faults'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'

const explorer = explorerPerTest()
const UNVERIFIABLE = { status: 502, code: 'schema_mismatch', calls: 1, outcome: 'schema' } as const

function items(text: string): Fault {
  const body = `{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1},"value":{"items":[${text}],"cursor":null}}}`
  return { kind: 'reply', status: 200, body }
}

test('300 hostile answers: each is answered or becomes its designed problem, within the budget', async () => {
  await askHostile(explorer, 300, 300_000)
})

describe('text of an answer', () => {
  const LONE = '\\ud800'

  test.each(['hash', 'owner', 'address', 'tree'])('half of a character in %s becomes U+FFFD', async (name) => {
    const [account] = makeAccounts(OWNER, 1)
    const row = stringifyJson({ ...account, [name]: 'LONE' }).replace('LONE', () => `a${LONE}b`)
    explorer.indexer.fail(items(row))
    const response = await explorer.get(ACCOUNTS)
    if (name === 'owner') return expectProblem(response, { status: 502, code: 'schema_mismatch' })
    expect(response.status).toBe(200)
    expect(response.text).toContain(`"${name}":"a\uFFFDb"`)
    expect(response.text).not.toContain(LONE)
  })

  test.each([
    ['hash', 513],
    ['tree', 513],
    ['dataHash', 100_000],
  ])('a %s of %i characters is no identifier', async (name, length) => {
    const [account] = makeAccounts(OWNER, 1)
    const long = (value: string) => value.replace(new RegExp(`"${name}":"[^"]*"`), `"${name}":"${'x'.repeat(length)}"`)
    await expectFault(explorer, items(long(stringifyJson(account))), UNVERIFIABLE)
  })

  test('an identifier of 512 characters is read', async () => {
    fill(explorer)
    const hash = 'x'.repeat(512)
    explorer.indexer.fail(items(stringifyJson({ ...makeAccounts(OWNER, 1)[0], hash })))
    expect((await explorer.get(ACCOUNTS)).text).toContain(`"hash":"${hash}"`)
  })
})
