import { afterEach, describe, expect, it } from 'vitest'
import { type Programs, programsOf } from '@/lib/protocol/light/programs'
import { dataRows } from '@/lib/testing/indexer/every-row'
import { ledgerOf } from '@/lib/testing/indexer/indexed'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { type MadeBlock, madeHash } from '@/lib/testing/node/made-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { showTrees } from '@/lib/testing/recordings/photon-chain'
import { SUITE } from '@/lib/testing/suite'
import { answer } from '../../server/json-rpc'
import { slotReached } from '../../store/apply'
import { openSqlite } from '../../store/sqlite/open'
import type { Store } from '../../store/store'
import { follow, noProgress } from '../follow'
import type { Ledger, LedgerBlock } from '../ledger'
import { openSandbox } from '../sandbox'
import { openRpc } from './rpc'

/*
 * Recordings served by a node give what they give by themselves: every third of those of tests, at night all, and the
 * beginning of the sandbox.
 */

const EACH = SUITE === 'nightly' ? 1 : 3

const { signal } = new AbortController()
let node: NodeStandIn | null = null
afterEach(() => node?.close())

/** Milliseconds after which a test hangs: hundreds of requests on a machine that may be busy. */
const HANGS = 120_000

/** Slots without a block that are served one by one; two recordings have millions of them, and no chain does. */
const LONGEST_GAP = 2

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

/** A node that serves the blocks, and the trees that they write into. */
async function serve(blocks: LedgerBlock[], programs: Programs): Promise<NodeStandIn> {
  const chain = asChain(blocks)
  const served = await startNode(chain)
  showTrees(served, chain, programs)
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

/** A request: `params` is JSON text. */
interface RpcCall {
  method: string
  params?: string
}

function answersOf(store: Store, calls: RpcCall[]): Promise<string[]> {
  const service = {
    store,
    chain: { tip: () => slotReached(store), maxLagSlots: 20 },
    count: () => undefined,
  }
  return Promise.all(
    calls.map(({ method, params = '{}' }, id) =>
      answer(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`, service),
    ),
  )
}

describe('recordings of tests', () => {
  const whole = recordingNames()
    .map((name) => readRecording(name))
    .filter(({ blocks }) => blocks.length > 0)
    .filter((_, i) => i % EACH === 0)

  it.each(whole)(
    '$name: a node that serves it leads to the same rows and answers',
    { timeout: HANGS },
    async (recording) => {
      const programs = await programsOf({ ...PROGRAM_IDS, ...recording.programIds })
      const blocks = recording.blocks.map(({ slot, blockTime, entries }) => ({
        slot,
        blockTime,
        transactions: entries.map(({ transaction }) => transaction),
      }))
      const [served, read] = await bothWays(closedUp(blocks), programs)
      expect(await slotReached(served)).toBe(await slotReached(read))
      expect(await dataRows(served)).toEqual(await dataRows(read))
      const answers = await answersOf(served, recording.expectations)
      expect(answers).toEqual(await answersOf(read, recording.expectations))
      expect(answers.some((text) => text.includes('"result"'))).toBe(true)
    },
  )
})

/** Of some thousand: the rest takes long, and is no different. */
const OWN_BLOCKS = 60

it('the beginning of the sandbox: a node that serves it leads to the same rows and answers', {
  timeout: HANGS,
}, async () => {
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
  const calls = [{ method: 'getLatestCompressionSignatures', params: '{"limit":100}' }, { method: 'getIndexerSlot' }]
  expect(await answersOf(served, calls)).toEqual(await answersOf(read, calls))
})
