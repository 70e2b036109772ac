import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { base58 } from '@scure/base'
import type { IndexerStatus } from '@/lib/api/status'
import { openTransaction } from '@/lib/protocol/light/groups'
import { type IndexerProcess, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { grown, type MadeBlock, type MadeChain, shortened, slotsFrom } from '@/lib/testing/node/made-chain'
import { type NodeStandIn, type Script, startNode } from '@/lib/testing/node/stand-in'
import type { Joined } from '@/lib/testing/world/worlds'
import { freePort } from '@/scripts/free-port.mjs'
import { type Page, expect as promptly, test } from './live'

/*
 * The explorer on a chain that its indexer follows from a Solana node: far behind and catching up, live, behind a node
 * that gives no blocks, on a fork, and past it.
 */

// Nothing here comes at once: blocks are followed, looks are a second apart, pages ask every few.
const expect = promptly.configure({ timeout: 120_000 })

/** Milliseconds between two slots of the chain. */
const SLOT_MS = 400

let node: NodeStandIn
let folder: string
let indexer: IndexerProcess
let indexerUrl: string
let net: Joined
const FIRST_SLOTS = 300

let fork = 'trunk'
const beganAt = Date.now() / 1_000
const blockTime = (slot: number) => Math.floor(beganAt + ((slot - FIRST_SLOTS) * SLOT_MS) / 1_000)
let chain: MadeChain = grown([], { slots: slotsFrom(1, FIRST_SLOTS, [7, 8, 31]), blockTime })
let growing: NodeJS.Timeout

test.beforeAll(async ({ live }) => {
  node = await startNode(chain)
  // Twenty blocks at once every two seconds: some times as fast as the chain.
  node.script = blocksTake(2_000)
  growing = setInterval(() => grow(1), SLOT_MS)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-live-chain-'))
  const port = await freePort()
  indexerUrl = `http://127.0.0.1:${port}`
  indexer = await startIndexer({ DATA_DIR: folder, INDEXER_PORT: String(port), LEDGER: `localnet=${node.url}` })
  if ((await indexer.ready) === 'ended') throw new Error(`the indexer ended:\n${indexer.output()}`)
  net = await live.join('live-chain', indexerUrl)
})

test.afterAll(async () => {
  clearInterval(growing)
  await net?.leave()
  indexer?.child.kill('SIGTERM')
  await indexer?.ended
  await node?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** The chain has some more slots, each with a block. */
function grow(slots: number): void {
  const { slot } = head()
  chain = grown(chain, { slots: slotsFrom(slot + 1, slot + slots), fork, blockTime })
  node.serve(chain)
}

function head(): MadeBlock {
  const last = chain.at(-1)
  if (!last) throw new Error('the chain is empty')
  return last
}

/** Only requests for whole blocks: a block's position is answered at once. */
const isWhole = (params: unknown[]) => (params[1] as { transactionDetails?: string })?.transactionDetails === 'full'

const blocksTake =
  (delay: number): Script =>
  ({ slot, params }) =>
    slot !== null && isWhole(params) ? { delay } : null

/** The signature of the transaction that only this block has. */
function signatureIn(block: MadeBlock): string {
  const [, own] = block.transactions
  if (!own) throw new Error(`slot ${block.slot} has no transaction of its own`)
  return base58.encode(openTransaction(own, PROGRAM_IDS.compression).signature)
}

async function status(): Promise<IndexerStatus> {
  return (await fetch(net.at('/api/v1/status'))).json()
}

/** The value of a metric of the indexer; null where it has none. */
async function metric(name: string): Promise<number | null> {
  const text = await (await fetch(`${indexerUrl}/metrics`)).text()
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length + 1))
}

/** The indexer's own answer, without the explorer's memory. */
async function latestOfIndexer(): Promise<string> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"getLatestCompressionSignatures","params":{"limit":50}}'
  const headers = { 'content-type': 'application/json' }
  return (await fetch(indexerUrl, { method: 'POST', headers, body })).text()
}

async function expectVerdict(page: Page, verdict: string): Promise<void> {
  const badge = page.getByRole('link', { name: new RegExp(`^Indexer ${verdict}\\b`) })
  await expect(badge).toBeVisible()
  await expect.poll(async () => (await status()).verdict).toBe(verdict)
}

const latest = () => net.at('/latest')
/** The full signature stands in the table, even where a column shortens it. */
const rowOf = (page: Page, signature: string) =>
  page.getByRole('table', { name: 'Signatures' }).getByRole('row').filter({ hasText: signature })

test('a followed chain: catching up, live, behind, forked, recovered', async ({ page }) => {
  const verdict = page.getByRole('region', { name: 'Current status' })
  await test.step('catching up, with direction, speed and arrival', async () => {
    await page.goto(net.at('/status'))
    await expectVerdict(page, 'behind')
    await expect(verdict).toContainText(/[\d,]+ slots behind the chain, catching up/)
    await expect(verdict).toContainText(/caught up in about .+/)
    await expect.poll(() => metric('explorer_ingest_catch_up_seconds')).toBeGreaterThan(0)
    expect(await metric('explorer_ingest_slots_per_second')).toBeGreaterThan(1_000 / SLOT_MS)
    const line = /Catching up: slot \d+ of \d+, [\d.]+ slots per second, about .+ left/
    await expect.poll(() => indexer.output()).toMatch(line)
  })

  await test.step('live: what a block brings is on the page soon', async () => {
    node.script = null
    await expectVerdict(page, 'ok')
    await expect.poll(() => indexer.output()).toMatch(/Caught up with the chain at slot \d+/)
    await page.goto(latest())
    await expect(rowOf(page, signatureIn(head()))).toHaveCount(1)
    grow(1)
    await expect(rowOf(page, signatureIn(head()))).toHaveCount(1)
    expect(await metric('explorer_ingest_blocks_total{result="skipped"}')).toBe(3)
  })

  await test.step('behind a node that gives no blocks', async () => {
    node.script = ({ slot, params }) =>
      slot !== null && isWhole(params) ? { error: { code: -32004, message: 'Block not available for slot' } } : null
    grow(40)
    await expectVerdict(page, 'behind')
    await expect.poll(async () => (await status()).trend).toBe('losing ground')
    // The page with data says so above its rows.
    const banner = page.getByRole('complementary', { name: 'Indexer status' })
    await expect(banner).toContainText(/Indexer \d+ slots behind/)
    node.script = null
    await expectVerdict(page, 'ok')
    await expect(banner).toHaveCount(0)
  })

  let orphan: string
  let watching: Page
  let letGo = () => {}
  await test.step('on a fork: taken back to where both chains part', async () => {
    clearInterval(growing)
    orphan = signatureIn(head())
    watching = await page.context().newPage()
    for (const open of [page, watching]) {
      await open.goto(latest())
      await expect(rowOf(open, orphan)).toHaveCount(1)
    }
    const tip = head().slot
    const common = shortened(chain, 31)
    const { slot: parting = 0 } = common.at(-1) ?? {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    // Everything behind the fork waits, so that the moment can be checked.
    node.script = ({ slot, params }) => (slot === parting + 1 && isWhole(params) ? { until: held } : null)
    fork = 'other'
    chain = grown(common, { slots: slotsFrom(parting + 1, tip + 5), fork, blockTime })
    node.serve(chain)
    await expect.poll(async () => (await status()).slot).toBe(parting)
    await expectVerdict(page, 'behind')
    await page.goto(net.at('/status'))
    await expect(verdict).toContainText('36 slots behind the chain')
    // Pages keep the newer answer until the slot has passed it: a replica that lags would look the same.
    const answer = await latestOfIndexer()
    expect(answer).toContain(signatureIn(common.at(-1) as MadeBlock))
    expect(answer).not.toContain(orphan)
  })

  await test.step('recovered: the rows are those of the chain that stayed', async () => {
    node.script = null
    letGo()
    growing = setInterval(() => grow(1), SLOT_MS)
    await expectVerdict(page, 'ok')
    // A page that was open all the time says so of the rows it has shown.
    await expect(rowOf(watching, orphan)).toContainText('No longer listed')
    // The first answer after the fork may still be an old one. Where the chain went on, the newest would soon be one of many.
    clearInterval(growing)
    const newest = signatureIn(head())
    const answered = async () => (await fetch(net.at('/api/v1/getLatestCompressionSignatures?limit=50'))).text()
    await expect.poll(answered).toContain(newest)
    await page.goto(latest())
    await expect(rowOf(page, newest)).toHaveCount(1)
    await expect(rowOf(page, orphan)).toHaveCount(0)
    expect(await metric('explorer_ingest_reorg_depth_slots_count')).toBe(1)
    expect(await metric('explorer_ingest_reorg_depth_slots_sum')).toBe(31)
    expect(await metric('explorer_ingest_blocks_total{result="rolled_back"}')).toBe(31)
    const { reset, slotsPerSecond } = await status()
    // A fork is no other chain.
    expect(reset).toBeNull()
    expect(slotsPerSecond).toBeGreaterThan(0)
  })
})
