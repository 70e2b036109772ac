import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type RunningServer, startServer } from '@/lib/indexer/server/server'
import type { Store } from '@/lib/indexer/store/store'
import { parseJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { indexed } from '@/lib/testing/indexer/indexed'
import { nodeOfTest } from '@/lib/testing/of-test'
import { readRecording } from '@/lib/testing/recordings/files'
import type { WalletTotal } from './contract'

/* Tokens whose only account is compressed, under an associated account that was closed; nothing else names their mint. */

const WALLET = 'DgTcTnDcHGUcApj2RjhRpezRPSCyK7PRVmHL4SFD1zRD'
const OTHER_WALLET = '2F7Zim9m5svq2M8pVXUQPDXme6nSji8Vvj8D2vhh3dvj'
const MINT = 'BJQr8YCkP9hWdVCL4xdjRA9qJp4KQKgZ3PNR9CxaPqAZ'

const explorer = explorerPerTest()
let store: Store
let server: RunningServer

beforeEach(async () => {
  const blocks = readRecording('v2-compress-and-close-tlv').blocks.map(({ slot, blockTime, entries }) => ({
    ...{ slot, blockTime },
    transactions: entries.map(({ transaction }) => ({ ...transaction })),
  }))
  store = (await indexed(blocks)).store
  const service = { store, chain: { tip: () => null, maxLagSlots: 20 }, count: () => undefined }
  server = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => '' })
  onTestFinished(() => server.close())
  const node = await nodeOfTest()
  node.serve([], blocks.at(-1)?.slot ?? 0)
  vi.stubEnv('INDEXER_URL', '')
  vi.stubEnv('INDEXER_PORT', String(server.port))
  vi.stubEnv('CHAIN_URL', node.url)
  await explorer.restart()
})

async function totalOf(wallet: string) {
  const { text } = await explorer.get(`wallet?address=${wallet}`)
  return parseJson(text) as { result: WalletTotal; meta: { complete: boolean } }
}

describe('a wallet’s total with the embedded indexer', () => {
  it('has the tokens of closed associated accounts', async () => {
    const { result, meta } = await totalOf(WALLET)
    expect(meta).toMatchObject({ complete: true })
    expect(result).toMatchObject({ sum: 'exact', reasons: [], unaskedMints: 0 })
    expect(result.mints).toMatchObject([
      { mint: MINT, sum: 'exact', total: 100, places: { compressed: { accounts: 1 } } },
    ])
    const { result: other } = await totalOf(OTHER_WALLET)
    expect(other).toMatchObject({ sum: 'exact', mints: { length: 4 } })
  })

  it('is a lower bound where the store does not know all wallets, and says from where on', async () => {
    await store.run('UPDATE token_accounts SET wallet = ?', new Uint8Array(0))
    const { result, meta } = await totalOf(WALLET)
    expect(meta).toMatchObject({ complete: false })
    expect(result).toMatchObject({ sum: 'at least', reasons: [expect.stringMatching(/closed from slot [\d ,]+ on/)] })
  })

  it('is a lower bound where that is not answered', async () => {
    await store.run('DROP INDEX token_accounts_by_wallet')
    const { result } = await totalOf(WALLET)
    expect(result).toMatchObject({ sum: 'at least', reasons: [expect.stringContaining('HTTP 500')] })
  })

  it('asks no other indexer', async () => {
    await explorer.pointAt(`http://127.0.0.1:${server.port}`)
    expect((await totalOf(WALLET)).result).toMatchObject({
      sum: 'at least',
      reasons: [expect.stringMatching(/does not list them/)],
      mints: [],
    })
  })
})
