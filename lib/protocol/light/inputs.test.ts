import { setImmediate } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { loopTurn } from '@/lib/platform/turns'
import { key, PROGRAM_IDS, SOMEONE, TREE_V2 } from '@/lib/testing/indexer/synthetic-chain'
import { turnsDuring } from '@/lib/testing/until'
import { MAX_SPENT_AND_CREATED, matchInputs, type PlacedSystem, type SpentHash } from './inputs'

const LEAF = { tree: TREE_V2, treeType: 3, leafIndex: 7 }
const spent = (count: number): SpentHash[] =>
  Array.from({ length: count }, (_, i) => ({ hash: key(`${i}`), leaf: LEAF }))

function system(inputs: number, tree = TREE_V2): PlacedSystem {
  const input = {
    account: { owner: key('owner'), lamports: 1n, address: null, data: null },
    merkleContext: { treeIndex: 0, queueIndex: 0, leafIndex: LEAF.leafIndex, proveByIndex: true },
    rootIndex: 0,
    readOnly: false,
  }
  const content = {
    ...{ proof: null, inputs: Array(inputs).fill(input), outputs: [], relayFee: null },
    ...{ newAddresses: [], lamports: null, isCompress: false },
  }
  const accounts = [...Array<string>(9).fill(SOMEONE), base58.encode(tree)]
  const instruction = { program: PROGRAM_IDS.lightSystem, accounts, data: new Uint8Array() }
  return { instruction, system: { kind: 'invoke', content } }
}

test('no more hashes are made than for as many inputs as a transaction can spend, in two forms', async () => {
  const systems = Array.from({ length: 64 }, (_, i) => system(196, key(`tree ${i}`)))
  expect(await matchInputs(spent(6_000), systems, loopTurn)).toEqual({
    fitted: new Map(),
    tries: 2 * MAX_SPENT_AND_CREATED,
  })
})

test('a place is tried once for an input, however many consumed hashes name it', async () => {
  expect(await matchInputs(spent(200), [system(1)], loopTurn)).toMatchObject({ tries: 4 })
})

test('others have their turn before every 16 hashes, however many transactions are read at once', async () => {
  const reading = Promise.all([100, 100, 100].map((inputs) => matchInputs(spent(1_000), [system(inputs)], loopTurn)))
  const turns = await turnsDuring(reading)
  const hashes = (await reading).reduce((sum, { tries }) => sum + tries, 0)
  expect(hashes).toBe(3 * 400)
  expect(turns).toBeGreaterThanOrEqual(hashes / 16)
})

test('no hash is made for a reader who has left', async () => {
  const left = new AbortController()
  const reading = matchInputs(spent(1_000), [system(196), system(196)], loopTurn, left.signal)
  await setImmediate()
  left.abort()
  await expect(reading).rejects.toBe(left.signal.reason)
})
