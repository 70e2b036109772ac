import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openAccountStates } from '@/lib/indexer/ledger/account-states'
import type { LedgerBlock } from '@/lib/indexer/ledger/ledger'
import { loopSlots, openLoop } from '@/lib/indexer/ledger/loop/round'
import { openSandboxFiles } from '@/lib/indexer/ledger/sandbox'
import { startServer } from '@/lib/indexer/server/server'
import { parseJson } from '@/lib/protocol/rpc/json'
import { readMintAccount } from '@/lib/protocol/solana/mint-account'
import { readTokenAccount } from '@/lib/protocol/solana/token-account'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { indexed } from '@/lib/testing/indexer/indexed'
import { nodeHere } from '@/lib/testing/indexer/node-client'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { POOL_AUTHORITY } from '../../protocol/light/pools'
import { type MintTotal, PLACES, type WalletTotal } from './contract'

/* The embedded indexer as an indexer and a chain node, on tokens that move between all places. */

const explorer = explorerPerTest()
const { loop } = openSandboxFiles()
const FOLDER = path.join(import.meta.dirname, '../../indexer/sandbox/recording')
const states = openAccountStates(path.join(FOLDER, 'states.recording'), loop)
const begin = loop.firstSlot + loop.roundSlots

function* blocksUpTo(slot: number): Generator<LedgerBlock> {
  for (const block of loopSlots(openLoop(loop, PROGRAMS), begin - 1)) {
    if (block.slot > slot) break
    yield { ...block, blockTime: 1_790_000_000 }
  }
  yield { slot, blockTime: 1_790_000_000, transactions: [] }
}

/** Mints of the loop that uses Light accounts, with the few wallets that hold them. */
function hotMints(slot: number) {
  const mints = new Map<string, Set<string>>()
  for (const [, { owner, data }] of states.all(slot)) {
    const token = readTokenAccount(owner, data)
    if (!token.ok || token.value.owner === POOL_AUTHORITY) continue
    const wallets = mints.get(token.value.mint) ?? new Set()
    mints.set(token.value.mint, wallets.add(token.value.owner))
  }
  return [...mints].filter(([, wallets]) => wallets.size <= 4)
}

it.each([1_200, 2_000, 2_800, 3_600])(
  'totals at slot %d of a round are exact, and together the supply',
  async (after) => {
    const slot = begin + after
    const { store } = await indexed([...blocksUpTo(slot)])
    const node = nodeHere(store, { kind: 'sandbox' })
    const server = await startServer(node, { host: '127.0.0.1', port: 0, metrics: () => '' })
    onTestFinished(() => server.close())
    vi.stubEnv('INDEXER_URL', '')
    vi.stubEnv('INDEXER_PORT', String(server.port))
    await explorer.restart()

    const places = new Set<string>()
    const hot = hotMints(slot)
    expect(hot).toHaveLength(2)
    for (const [mint, wallets] of hot) {
      let total = 0n
      for (const wallet of wallets) {
        const { text: body } = await explorer.get(`wallet?address=${wallet}`)
        const { result, meta } = parseJson(body) as { result: WalletTotal; meta: { complete: boolean } }
        expect({ meta, slot: result.slot, reasons: result.reasons }).toMatchObject({
          meta: { complete: true },
          slot,
          reasons: [],
        })
        const of = result.mints.find((each: MintTotal) => each.mint === mint)
        total += BigInt(of?.total ?? 0)
        for (const place of PLACES) if (of && of.places[place].amount > 0) places.add(place)
      }
      const account = states.at(mint, slot)
      const read = account && readMintAccount(account.owner, account.data)
      expect(total).toBe(read?.ok ? read.value.supply : null)
    }
    expect(places).toEqual(new Set(PLACES))
  },
)
