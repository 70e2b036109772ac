import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { afterEach, describe, expect, it } from 'vitest'
import { parseJson, stringifyJson } from '@/lib/rpc/json'
import { dataRows } from '@/lib/testing/indexer/every-row'
import { ledgerOf } from '@/lib/testing/indexer/indexed'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { type MadeBlock, madeHash } from '@/lib/testing/node/made-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { answer } from '../../json-rpc'
import { type Programs, programsOf } from '../../parse/programs'
import { parseTransaction } from '../../parse/transaction'
import { slotReached } from '../../store/apply'
import { openSqlite } from '../../store/sqlite/open'
import type { Store } from '../../store/store'
import { openFolder } from '../folder'
import { follow, noProgress } from '../follow'
import type { Ledger, LedgerBlock } from '../ledger'
import { openSandbox } from '../sandbox'
import { openRpc } from './rpc'

/*
 * Recordings served by a node give what they give as files: the recorded ledgers beside the project, which are test data
 * that is not part of the repository (without them they are skipped), and the beginning of our own.
 */

const LEDGERS = path.resolve(import.meta.dirname, '../../../../../shared/ledger')
const scenarios = fs.existsSync(LEDGERS)
  ? fs
      .readdirSync(LEDGERS)
      .filter((name) => ['transactions', 'blocks'].some((kind) => fs.existsSync(path.join(LEDGERS, name, kind))))
  : []
if (scenarios.length === 0)
  console.log(`skipped: no recorded ledgers in ${path.basename(path.dirname(LEDGERS))}/ledger`)

const { signal } = new AbortController()
let node: NodeStandIn | null = null
afterEach(() => node?.close())

/** Slots without a block that are served one by one; two recordings have millions of them, and no chain does. */
const LONGEST_GAP = 4

/** The same blocks with long gaps closed up. */
function closedUp(blocks: LedgerBlock[]): LedgerBlock[] {
  let [last, dropped] = [0, 0]
  return blocks.map((block, i) => {
    if (i > 0) dropped += Math.max(0, block.slot - last - LONGEST_GAP)
    last = block.slot
    return { ...block, slot: block.slot - dropped }
  })
}

function asChain(blocks: LedgerBlock[]): MadeBlock[] {
  return blocks.map((block, height) => {
    const parent = blocks[height - 1]
    return {
      ...block,
      height,
      parentSlot: parent?.slot ?? block.slot - 1,
      blockhash: madeHash(`recorded ${block.slot}`),
      parentBlockhash: madeHash(`recorded ${parent?.slot ?? 'before'}`),
    }
  })
}

/** How a tree of the Light group begins. facts/light-events.md 10. */
const TREE_HEAD = new Uint8Array([
  ...[172, 43, 172, 186, 29, 73, 219, 84],
  ...base58.decode('24rt4RgeyjUCWGS2eF7L7gyNMuz6JWdqYpAvb1KRoHxs'),
])

/** A node that serves the blocks, and the trees that they write into. */
async function serve(blocks: LedgerBlock[], programs: Programs): Promise<NodeStandIn> {
  const served = await startNode(asChain(blocks))
  for (const transaction of blocks.flatMap(({ transactions }) => transactions)) {
    const parsed = parseTransaction(transaction, programs)
    for (const { tree } of (parsed.ok && parsed.update?.outputs) || []) {
      served.accounts.set(base58.encode(tree), { owner: programs.compression, data: TREE_HEAD })
    }
  }
  return served
}

async function stored(ledger: Ledger, programs: Programs, until: number): Promise<Store> {
  const store = openSqlite(':memory:', { ledger: ledger.identity, programIds: {} })
  const stop = new AbortController()
  const done = follow({
    ...{ ledger, store, programs },
    progress: noProgress(),
    signal: stop.signal,
    onReady: () => undefined,
  })
  const reached = async () => {
    while ((await slotReached(store)) < until) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.race([reached(), done])
  stop.abort()
  await done
  return store
}

/** Through a node and by themselves. */
async function bothWays(blocks: LedgerBlock[], programs: Programs): Promise<[served: Store, read: Store]> {
  node = await serve(blocks, programs)
  const ledger = await openRpc({
    urls: [node.url],
    name: 'localnet',
    commitment: 'confirmed',
    startSlot: blocks[0]?.slot ?? null,
    compressionProgram: programs.compression,
    signal,
  })
  const until = blocks.at(-1)?.slot ?? 0
  return [await stored(ledger, programs, until), await stored(ledgerOf(blocks), programs, until)]
}

function answersOf(store: Store, questions: unknown[]): Promise<string[]> {
  const service = {
    store,
    chain: { tip: () => slotReached(store), maxLagSlots: 20 },
    count: () => undefined,
  }
  return Promise.all(
    questions.map((question, id) => answer(stringifyJson({ jsonrpc: '2.0', id, ...Object(question) }), service)),
  )
}

describe.skipIf(scenarios.length === 0)('the recorded ledgers', () => {
  it.each(scenarios)('%s: the answers are those of the folder', async (scenario) => {
    const folder = path.join(LEDGERS, scenario)
    const about = fs.readFileSync(path.join(folder, 'scenario.json'), 'utf8')
    const { programIds } = JSON.parse(about) as { programIds: string }
    const [older] = /\{.*\}/.exec(programIds) ?? []
    const programs = await programsOf({ ...PROGRAM_IDS, ...(older && JSON.parse(older)) })
    const blocks: LedgerBlock[] = []
    const { compression } = programs
    for await (const block of openFolder({ folder, compressionProgram: compression }).blocks(0, signal)) {
      blocks.push(block)
    }
    const [served, read] = await bothWays(closedUp(blocks), programs)
    expect(await slotReached(served)).toBe(await slotReached(read))
    expect(await dataRows(served)).toEqual(await dataRows(read))
    const expected = path.join(folder, 'expected')
    const questions = fs.readdirSync(expected).map((name) => {
      const { request } = parseJson(fs.readFileSync(path.join(expected, name), 'utf8')) as { request: object }
      return request
    })
    const answers = await answersOf(served, questions)
    expect(answers).toEqual(await answersOf(read, questions))
    expect(answers.some((text) => text.includes('"result"'))).toBe(true)
  })
})

/** Of some thousand: the rest takes long, and is no different. */
const OWN_BLOCKS = 150

it('the beginning of our own recording: the answers are the same', async () => {
  const programs = await programsOf(PROGRAM_IDS)
  const sandbox = openSandbox({ slotMs: 3_600_000 })
  const blocks: LedgerBlock[] = []
  for await (const block of sandbox.blocks(0, signal)) {
    blocks.push(block)
    if (blocks.length === OWN_BLOCKS) break
  }
  const [served, read] = await bothWays(closedUp(blocks), programs)
  expect(await slotReached(served)).toBe(await slotReached(read))
  expect(await dataRows(served)).toEqual(await dataRows(read))
  const questions = [{ method: 'getLatestCompressionSignatures', params: { limit: 100 } }, { method: 'getIndexerSlot' }]
  expect(await answersOf(served, questions)).toEqual(await answersOf(read, questions))
})
