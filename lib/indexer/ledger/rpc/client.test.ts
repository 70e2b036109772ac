import { createSolanaRpc, isSolanaError } from '@solana/kit'
import { afterEach, expect, it } from 'vitest'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { idleClockOf } from '@/lib/testing/node/followed'
import { GENESIS_HASH, grown, slotsFrom } from '@/lib/testing/node/made-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import type { LedgerBlock } from '../ledger'
import type { ChainBlock } from './chain'
import { openRpc } from './rpc'

/* The client library that Solana's users have, as a witness: it gets what the follower sees. */

let node: NodeStandIn
afterEach(() => node.close())

const chain = grown([], {
  slots: slotsFrom(1, 60, [7, 8, 30]),
  blockTime: (slot) => (slot % 5 ? 1_700_000_000 + slot : null),
})

/** Everything that a client learns of the chain, in the follower's words; bigints as the numbers that they are. */
async function blocksOfClient(): Promise<LedgerBlock[]> {
  const rpc = createSolanaRpc(node.url)
  const slots = await rpc.getBlocks(1n, 60n, { commitment: 'confirmed' }).send()
  const config = {
    commitment: 'confirmed',
    encoding: 'base64',
    maxSupportedTransactionVersion: 0,
    rewards: false,
    transactionDetails: 'full',
  } as const
  const blocks: LedgerBlock[] = []
  for (const slot of slots) {
    const block = await rpc.getBlock(slot, config).send()
    if (!block) throw new Error(`no block in slot ${slot}`)
    const { blockTime, transactions, parentSlot, blockhash, previousBlockhash } = block
    const chain = { parentSlot, blockhash, parentBlockhash: previousBlockhash }
    blocks.push(parseJson(stringifyJson({ slot, blockTime, transactions, chain })) as LedgerBlock)
  }
  return blocks
}

async function blocksOfFollower(commitment: 'confirmed' | 'finalized', until: number): Promise<LedgerBlock[]> {
  const stop = new AbortController()
  const ledger = await openRpc({
    urls: [node.url],
    name: 'localnet',
    commitment,
    startSlot: null,
    compressionProgram: PROGRAM_IDS.compression,
    clock: idleClockOf(node),
    signal: stop.signal,
  })
  expect(ledger.identity).toBe(`genesis hash ${await createSolanaRpc(node.url).getGenesisHash().send()}`)
  const blocks: LedgerBlock[] = []
  for await (const step of ledger.blocks(0, stop.signal)) {
    if ('undoTo' in step) throw new Error('there was no fork')
    const { size: _, ...block } = step as ChainBlock
    blocks.push(block)
    if (step.slot === until) stop.abort()
  }
  return blocks
}

it('gives the same blocks as the follower sees, one by one', async () => {
  node = await startNode(chain)
  expect(node.genesisHash).toBe(GENESIS_HASH)
  const [client, follower] = [await blocksOfClient(), await blocksOfFollower('confirmed', 60)]
  expect(client).toHaveLength(chain.length)
  expect(follower).toEqual(client)
  // The parsed form has lost nothing of what came over the wire.
  expect(follower.flatMap(({ transactions }) => transactions)).toEqual(
    chain.flatMap(({ transactions }) => transactions),
  )
})

it('is told of the same head, and of the same absences', async () => {
  node = await startNode(chain)
  const rpc = createSolanaRpc(node.url)
  const finalized = Number(await rpc.getSlot({ commitment: 'finalized' }).send())
  const blocks = await blocksOfFollower('finalized', finalized)
  expect(blocks.map(({ slot }) => slot)).toEqual(chain.map(({ slot }) => slot).filter((slot) => slot <= finalized))
  for (const absent of [7n, 8n, 61n]) {
    const config = { commitment: 'confirmed', transactionDetails: 'none', rewards: false } as const
    const error: unknown = await rpc
      .getBlock(absent, config)
      .send()
      .catch((error: unknown) => error)
    expect(isSolanaError(error)).toBe(true)
    expect(blocks.some(({ slot }) => BigInt(slot) === absent)).toBe(false)
  }
})
