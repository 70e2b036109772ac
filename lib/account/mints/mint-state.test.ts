import { describe, expect, test } from 'vitest'
import { metadataAccount, poolAccount, splMint } from '@/lib/testing/made-mints'
import { nodeOfTest } from '@/lib/testing/of-test'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { networkAt } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { clock } from '../../platform/clock'
import { poolAddresses } from '../../protocol/light/pools'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { setChain } from '../../upstream/networks/networks'
import { mintState } from './mint-state'
import { metadataAddress } from './read-mints'

const time = virtualTime()

async function chainWith() {
  const node = await nodeOfTest()
  const network = networkAt('http://127.0.0.1:9/')
  setChain(network, { urls: [node.url], own: true })
  const calls = () => node.requests.filter(({ method }) => method === 'getMultipleAccounts').length
  return { node, calls, state: (mint: string) => mintState(network, mint, clock().monotonic() + 5_000) }
}

describe('what the chain has at a mint’s address', () => {
  test('is the mint with the issuer’s claims and its pools, in one call that readers share for five seconds', async () => {
    const { node, calls, state } = await chainWith()
    const mint = addressOf('mint with pools')
    const [, second = ''] = await poolAddresses(mint, TOKEN_PROGRAM)
    const [restricted = ''] = await poolAddresses(mint, TOKEN_PROGRAM, true)
    const uri = 'https://leaf.example/\u202Eetadata'
    node.accounts.set(mint, splMint(6, { supply: 7_000_000n, mintAuthority: addressOf('issuer') }))
    node.accounts.set((await metadataAddress(mint)) ?? '', metadataAccount(mint, { name: 'Leaf', symbol: 'LEAF', uri }))
    node.accounts.set(second, poolAccount(mint, 2n ** 64n - 1n))
    node.accounts.set(restricted, poolAccount(mint, 5n, addressOf('not the pool authority')))
    const [read] = await Promise.all([state(mint), state(mint)])
    expect(read).toMatchObject({
      kind: 'mint',
      mint: { supply: 7_000_000n, symbol: 'LEAF', uri: 'https://leaf.example/etadata', freezeAuthority: null },
      pools: [
        { address: second, amount: 2n ** 64n - 1n },
        { address: restricted, amount: null },
      ],
    })
    expect(calls()).toBe(1)
    time.skip(5_000)
    await state(mint)
    expect(calls()).toBe(2)
  })

  test('may be nothing, or an account that is no mint, with the reason', async () => {
    const { node, state } = await chainWith()
    expect(await state(addressOf('no account'))).toMatchObject({ kind: 'absent' })
    const program = addressOf('a program')
    node.accounts.set(addressOf('no mint'), { owner: program, data: new Uint8Array(82) })
    expect(await state(addressOf('no mint'))).toMatchObject({ kind: 'other', program, why: expect.stringMatching(/./) })
  })

  test('is asked again after a failure', async () => {
    const { node, calls, state } = await chainWith()
    const mint = addressOf('mint of a failing node')
    node.accounts.set(mint, splMint(6))
    node.script = () => ({ status: 403 })
    await expect(state(mint)).rejects.toMatchObject({ name: 'ProblemError' })
    node.script = null
    time.skip(60_000)
    expect(await state(mint)).toMatchObject({ kind: 'mint' })
    expect(calls()).toBeGreaterThan(1)
  })
})
