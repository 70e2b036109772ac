import { expect, test } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { AccountChain, type MadeVersion, plainData } from '@/lib/testing/indexer/account-chain'
import { key } from '@/lib/testing/indexer/synthetic-chain'
import { indexerOfTest, nodeOfTest } from '@/lib/testing/of-test'
import { turnsDuring } from '@/lib/testing/until'
import { networkAt } from '@/lib/testing/upstream/networks'
import { setChain } from '../upstream/networks/networks'
import { transactionDetails } from './load'

/** More than are hashed in one turn. */
const INPUTS = 20

async function spentAtOnce() {
  const chain = new AccountChain('v2', 'invoke')
  const outputs = Array.from({ length: INPUTS }, (_, i) => ({
    owner: key(`owner ${i}`),
    data: plainData(key(`data ${i}`)),
  }))
  const inputs: MadeVersion[] = chain.change({ outputs })
  const signature = chain.transact((event) => event({ inputs }))
  const { latest, signatures, slot } = chain
  const [indexer, node] = await Promise.all([indexerOfTest({ latest, signatures, slot }), nodeOfTest()])
  node.serve([], chain.slot + 100)
  for (const [name, made] of chain.transactions) node.transactions.set(name, made)
  const network = networkAt(indexer.url)
  setChain(network, { urls: [node.url], own: true })
  return (left?: AbortSignal) =>
    transactionDetails(network, signature, clock().monotonic() + 60_000, 'interactive', left)
}

test('the inputs of a transaction are read once for all its readers, and not on when all have left', async () => {
  const read = await spentAtOnce()
  const [one, two] = [new AbortController(), new AbortController()]
  await expect(read(AbortSignal.abort())).rejects.toThrow(DOMException)
  const leaving = Promise.allSettled([read(one.signal), read(two.signal)])
  one.abort()
  two.abort()
  expect((await leaving).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const staying = [read(), read()]
  const [first, second] = await Promise.all(staying)
  expect(first?.consumed?.filter(({ fields }) => fields !== null)).toHaveLength(INPUTS)
  expect(second?.consumed).toHaveLength(INPUTS)
})

test('the contents of what was spent leave others their turn, each of them', async () => {
  const read = await spentAtOnce()
  await read()
  const again = read()
  const turns = await turnsDuring(again)
  expect((await again).consumed?.map(({ content }) => content.state)).toEqual(Array(INPUTS).fill('read'))
  expect(turns).toBeGreaterThanOrEqual(INPUTS)
})
