import { describe, expect, it, vi } from 'vitest'
import { parseJson } from '@/lib/protocol/rpc/json'
import { ANSWERS } from '@/lib/site/openapi/answers'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { lightMint, metadataExtension, mint2022, pointerTo, poolAccount } from '@/lib/testing/made-mints'
import { nodeOfTest } from '@/lib/testing/of-test'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { poolAddresses } from '../../protocol/light/pools'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'

const explorer = explorerPerTest()
const MINT = addressOf('mint of the API')

async function get(query = `?mint=${MINT}`) {
  const { status, text } = await explorer.get(`mint${query}`)
  const body = parseJson(text)
  if (status === 200 && !query.includes('integers')) ANSWERS.Mint.parse(body)
  return { status, body }
}

async function withNode() {
  const node = await nodeOfTest()
  vi.stubEnv('CHAIN_URL', `near=${node.url}`)
  await explorer.restart()
  return node
}

describe('GET /api/v1/mint', () => {
  it('is 501 without a chain node, and 400 for what is no address', async () => {
    expect(await get()).toMatchObject({ status: 501, body: { code: 'no_chain_node' } })
    expect(await get('?mint=x')).toMatchObject({ status: 400, body: { invalid: [{ name: 'mint' }] } })
  })

  it('has what the page shows, exact, and the issuer’s words as claims', async () => {
    const node = await withNode()
    const [pool = ''] = await poolAddresses(MINT, TOKEN_PROGRAM)
    const metadata = metadataExtension(MINT, { name: 'Leaf', symbol: 'LEAF', uri: 'https://leaf.example/' })
    const delegate = addressOf('permanent delegate')
    const controls = { supply: 2n ** 64n - 1n, mintAuthority: delegate }
    node.accounts.set(
      MINT,
      mint2022(
        6,
        [
          [18, pointerTo(MINT)],
          [19, metadata],
        ],
        controls,
      ),
    )
    node.accounts.set(pool, poolAccount(MINT, 2n ** 63n + 1n))
    const result = {
      ...{ address: MINT, kind: 'mint', decimals: 6, supply: 2n ** 64n - 1n, mintAuthority: delegate },
      ...{ freezeAuthority: null, pools: [{ address: pool, amount: 2n ** 63n + 1n }], firstPool: pool },
      claims: { symbol: 'LEAF', name: 'Leaf', uri: 'https://leaf.example/', source: 'mint account' },
      extensions: [{ type: 18, name: 'Metadata pointer' }, { type: 19 }],
    }
    const meta = { network: 'near', slot: expect.any(Number) }
    expect(await get()).toMatchObject({ status: 200, body: { result, meta } })
    expect(await get(`?mint=${MINT}&integers=string`)).toMatchObject({
      body: { result: { supply: '18446744073709551615', pools: [{ amount: '9223372036854775809' }], decimals: 6 } },
    })
  })

  it('tells what is not read from what is not there', async () => {
    const node = await withNode()
    expect(await get()).toMatchObject({ body: { result: { address: MINT, kind: 'absent' } } })
    const [other, light] = [addressOf('no mint'), addressOf('light mint')]
    node.accounts.set(other, { owner: addressOf('a program'), data: new Uint8Array(82) })
    expect(await get(`?mint=${other}`)).toMatchObject({ body: { result: { kind: 'other', why: expect.any(String) } } })
    node.accounts.set(light, lightMint(2))
    expect(await get(`?mint=${light}`)).toMatchObject({
      body: { result: { kind: 'mint', extensions: null, claims: null, pools: [], firstPool: null } },
    })
  })
})
