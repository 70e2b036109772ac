import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { lightTokenAccount, splTokenAccount } from '@/lib/testing/made-token-accounts'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { associatedTokenAccount } from '../../protocol/light/associated-token-account'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import type { WalletTotal } from './contract'

const WALLET = addressOf('a wallet')
const MINT = addressOf('mint')

const explorer = explorerPerTest()
let node: NodeStandIn

beforeEach(async () => {
  node = await nodeOfTest()
  node.serve([], explorer.indexer.data.slot)
  explorer.indexer.data.accounts = [makeTokenRow({ name: 'cold', mint: MINT, owner: WALLET, amount: 3n }).account]
  node.accounts.set(WALLET, { owner: addressOf('system'), data: new Uint8Array(), lamports: 2n ** 64n - 1n })
  node.accounts.set(addressOf('spl'), splTokenAccount({ owner: WALLET, mint: MINT, amount: 123_456_789_012_345_678n }))
  vi.stubEnv('CHAIN_URL', `near=${node.url}`)
  await explorer.restart()
})

async function get(more = '') {
  const { status, text } = await explorer.get(`wallet?address=${WALLET}${more}`)
  const { result, meta, ...problem } = parseJson(text) as { result: WalletTotal; meta: { complete: boolean } }
  return { status, result, meta, problem }
}

const calls = () => {
  const own = ['getBalance', 'getTokenAccountsByOwner', 'getProgramAccounts', 'getMultipleAccounts']
  return node.requests.map(({ method }) => method).filter((method) => own.includes(method))
}

describe('GET /api/v1/wallet', () => {
  it('counts once what is on the chain and compressed, for all readers of ten seconds', async () => {
    const [{ status, result, meta }] = await Promise.all([get(), get()])
    expect(status).toBe(200)
    expect(meta).toMatchObject({ complete: false })
    expect(result).toMatchObject({
      // This indexer lists no closed associated accounts.
      sum: 'at least',
      sol: { chain: 2n ** 64n - 1n },
      mints: [{ mint: MINT, sum: 'exact', total: 123_456_789_012_345_681n }],
    })
    // The first try did not know the mint, whose associated account is asked by the second.
    expect(calls()).toHaveLength(8)
    await get()
    expect(calls()).toHaveLength(8)
  })

  it('says without a chain node what one would add', async () => {
    vi.stubEnv('CHAIN_URL', '')
    await explorer.restart()
    const without =
      'Accounts on the chain: No Solana node is configured for near. With one, Leafscan shows what a wallet holds on the chain.'
    expect((await get()).result.reasons).toContain(without)
  })

  it('reads associated accounts of known mints where the node lists none, and does not ask it again', async () => {
    const light = (await associatedTokenAccount(WALLET, MINT, TOKEN_PROGRAM)) ?? ''
    node.accounts.set(light, lightTokenAccount({ owner: WALLET, mint: MINT, amount: 4n }))
    node.script = ({ method }) => (method === 'getProgramAccounts' ? { error: { code: -32_010, message: 'no' } } : null)
    const { result, meta } = await get()
    expect(meta).toMatchObject({ complete: false })
    expect(result.mints).toMatchObject([
      { sum: 'at least', total: 123_456_789_012_345_685n, places: { light: { amount: 4 } } },
    ])
    expect(result.reasons.join(' ')).toContain('known mints')
    expect(calls().filter((method) => method === 'getProgramAccounts')).toHaveLength(1)
  })

  it.each([
    ['ahead of the indexer', 100],
    ['behind the indexer', -100],
  ])('gives no sum if the node is %s', async (_, slots) => {
    node.serve([], explorer.indexer.data.slot + slots)
    const { result } = await get()
    expect(result.mints.every(({ sum, total }) => sum !== 'exact' && (sum === 'none') === (total === null))).toBe(true)
  })

  it.each([
    ['refuses everything', { error: { code: -32_601, message: 'Method not found' } }],
    ['fails', { status: 503 }],
    ['lies about its answer', { result: () => ({ context: { slot: 1 }, value: [{ pubkey: 1 }] }) }],
  ])('gives what is compressed as a lower bound if the node %s', async (_, fault) => {
    node.script = ({ method }) => (method === 'getGenesisHash' ? null : fault)
    const { status, result } = await get()
    expect(status).toBe(200)
    expect(result).toMatchObject({ sum: 'at least', mints: [{ mint: MINT, total: 3, sum: 'at least' }] })
    expect(result.reasons[0]).toMatch(/chain node/)
  })

  it('has the same totals as a file, from the same reading', async () => {
    const { result } = await get()
    const made = calls().length
    const csv = await explorer.get(`wallet?address=${WALLET}&format=csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="leafscan-[\w-]+\.csv"$/)
    expect(csv.text).toMatch(/^# sum: at least/m)
    const bare = await explorer.get(`wallet?address=${WALLET}&format=csv&comments=false`)
    expect(bare.text.split('\r\n')).toEqual([
      expect.stringMatching(/^mint,symbol,sum,total,spl,/),
      expect.stringMatching(`^${MINT},,exact,'123456789012345681,'123456789012345678,0,0,3,2,`),
      '',
    ])
    const json = await explorer.get(`wallet?address=${WALLET}&format=json`)
    expect(json.headers.get('content-disposition')).toMatch(/\.json"$/)
    expect((parseJson(json.text) as { result: WalletTotal }).result).toEqual(result)
    // Decimals are those of the mint's account, which totals do not need.
    expect(calls().filter((method) => method !== 'getMultipleAccounts')).toHaveLength(made)
  })

  it.each(['format=ndjson', 'format=', 'comments=no', 'format=csv&format=csv'])('refuses %s', async (more) => {
    const { status, text } = await explorer.get(`wallet?address=${WALLET}&${more}`)
    expect(status).toBe(400)
    expect(text).toContain('must be one of')
    expect(calls()).toEqual([])
  })

  it('refuses what is no address, before any call', async () => {
    const { status, text } = await explorer.get('wallet?address=abc')
    expect(status).toBe(400)
    expect(text).toContain('address')
    expect(calls()).toEqual([])
  })
})
