import { describe, expect, test, vi } from 'vitest'
import { type ChainAccount, metadataAddress } from '@/lib/account/mints/read-mints'
import { ProblemError } from '@/lib/api/problem'
import { metadataAccount, splMint } from '@/lib/testing/made-mints'
import { nodeOfTest } from '@/lib/testing/of-test'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { networkAt } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { WRONG_CHAIN } from '../../upstream/chain/problem'
import { setChain } from '../../upstream/networks/networks'
import { MintMemory, mintsOf } from './load-mints'

const time = virtualTime()
const MINT = addressOf('mint')
const HOUR = 3_600_000

function chainOf(accounts: Map<string, ChainAccount> | ProblemError) {
  const calls: (readonly string[])[] = []
  const chain = { accounts, calls, ready: Promise.resolve() }
  const memory = new MintMemory(async (addresses) => {
    calls.push(addresses)
    await chain.ready
    if (chain.accounts instanceof ProblemError) throw chain.accounts
    const { accounts: served } = chain
    return addresses.map((address) => served.get(address) ?? null)
  })
  return { memory, chain }
}

describe('mints of a network', () => {
  test('are asked for once, however many readers there are, with what the metadata program has', async () => {
    const at = (await metadataAddress(MINT)) ?? ''
    const metadata = metadataAccount(MINT, { name: 'Leaf', symbol: 'LEAF' })
    const { memory, chain } = chainOf(
      new Map([
        [MINT, splMint(6)],
        [at, metadata],
      ]),
    )
    const readers = await Promise.all(Array.from({ length: 20 }, () => memory.of([MINT, MINT], 800)))
    const later = await memory.of([MINT], 800)
    for (const { mints, problem } of [...readers, later]) {
      expect(problem).toBeNull()
      expect(mints).toEqual({ [MINT]: expect.objectContaining({ decimals: 6, symbol: 'LEAF', name: 'Leaf' }) })
    }
    expect(chain.calls).toEqual([[MINT, at]])
  })

  test('come a hundred addresses a call', async () => {
    const mints = Array.from({ length: 120 }, (_, i) => addressOf(`mint ${i}`))
    const { memory, chain } = chainOf(new Map(mints.map((mint, i) => [mint, splMint(i)])))
    const { mints: known } = await memory.of(mints, 800)
    expect(mints.map((mint) => known[mint]?.decimals)).toEqual(mints.map((_, i) => i))
    expect(chain.calls.map(({ length }) => length).sort((a, b) => b - a)).toEqual([100, 100, 40])
  })

  test('have their symbols read again after an hour, while the old ones are shown', async () => {
    const at = (await metadataAddress(MINT)) ?? ''
    const accounts = new Map<string, ChainAccount>([[MINT, splMint(6)]])
    const { memory, chain } = chainOf(accounts)
    await memory.of([MINT], 800)
    accounts.set(at, metadataAccount(MINT, { name: 'Leaf', symbol: 'LEAF' }))
    time.skip(HOUR)
    expect((await memory.of([MINT], 800)).mints[MINT]).toMatchObject({ decimals: 6, symbol: null })
    await vi.waitFor(async () => expect((await memory.of([MINT], 0)).mints[MINT]?.symbol).toBe('LEAF'))
    expect(chain.calls).toHaveLength(2)
  })

  test('that are none are not asked for again at once', async () => {
    const { memory, chain } = chainOf(new Map())
    expect(await memory.of([MINT, 'no address'], 800)).toEqual({ mints: {}, problem: null })
    await memory.of([MINT, 'no address'], 800)
    expect(chain.calls).toHaveLength(1)
    time.skip(60_000)
    await memory.of([MINT], 800)
    expect(chain.calls).toHaveLength(2)
  })

  test('are not waited for longer than a page has, and there for who asks next', async () => {
    const { memory, chain } = chainOf(new Map([[MINT, splMint(6)]]))
    let answer = () => {}
    chain.ready = new Promise((resolve) => {
      answer = resolve
    })
    const early = memory.of([MINT], 800)
    await vi.waitFor(() => expect(chain.calls).toHaveLength(1))
    await time.pass(800)
    expect(await early).toEqual({ mints: {}, problem: expect.objectContaining({ code: 'chain_unavailable' }) })
    answer()
    await vi.waitFor(async () => expect((await memory.of([MINT], 800)).mints[MINT]?.decimals).toBe(6))
    expect(chain.calls).toHaveLength(1)
  })

  test('whose node fails are a problem and no exception, and are asked for again', async () => {
    const { memory, chain } = chainOf(new ProblemError(WRONG_CHAIN))
    expect(await memory.of([MINT], 800)).toEqual({ mints: {}, problem: WRONG_CHAIN })
    chain.accounts = new Map([[MINT, splMint(0)]])
    expect((await memory.of([MINT], 800)).mints[MINT]?.decimals).toBe(0)
  })
})

test('a network’s node tells its mints; a network without one has none, which is no problem', async () => {
  const node = await nodeOfTest()
  node.accounts.set(MINT, splMint(9))
  const network = networkAt('http://127.0.0.1:9/')
  expect(await mintsOf(network, [MINT], 5_000)).toEqual({ mints: {}, problem: null })
  const other = networkAt('http://127.0.0.1:9/')
  setChain(other, { urls: [node.url], own: true })
  expect(await mintsOf(other, [MINT], 5_000)).toEqual({
    mints: { [MINT]: expect.objectContaining({ mint: MINT, decimals: 9 }) },
    problem: null,
  })
})
