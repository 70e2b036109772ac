import { createSolanaRpc, isSolanaError, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE } from '@solana/kit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GENESIS_HASH, grown, type MadeChain, shortened, slotsFrom } from './made-chain'
import { type NodeStandIn, startNode } from './stand-in'

let node: NodeStandIn
const chain: MadeChain = grown([], { slots: slotsFrom(1, 50, [7, 8]) })
beforeEach(async () => {
  node = await startNode(chain)
})
afterEach(() => node.close())

const rpc = () => createSolanaRpc(node.url)
const FULL = {
  commitment: 'confirmed',
  encoding: 'base64',
  maxSupportedTransactionVersion: 0,
  rewards: false,
  transactionDetails: 'full',
} as const

it('answers a Solana client as a node does', async () => {
  expect(await rpc().getGenesisHash().send()).toBe(GENESIS_HASH)
  expect(await rpc().getSlot({ commitment: 'confirmed' }).send()).toBe(50n)
  expect(await rpc().getSlot({ commitment: 'finalized' }).send()).toBe(18n)
  const block = await rpc().getBlock(9n, FULL).send()
  expect(block).toMatchObject({
    parentSlot: 6n,
    blockhash: chain[6]?.blockhash,
    previousBlockhash: chain[5]?.blockhash,
  })
  expect(block?.transactions).toHaveLength(chain[6]?.transactions.length ?? 0)
})

it('says of a slot without a block that it was skipped, of one to come that it is not there', async () => {
  const code = async (slot: bigint) => {
    const error: unknown = await rpc()
      .getBlock(slot, FULL)
      .send()
      .catch((error: unknown) => error)
    return isSolanaError(error) ? error.context.__code : null
  }
  expect(await code(7n)).toBe(-32007)
  expect(await code(8n)).toBe(-32009)
  expect(await code(51n)).toBe(SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE)
})

it('misbehaves by script, and serves another chain from one request to the next', async () => {
  node.script = ({ slot, earlier }) => (slot === 9 && earlier === 0 ? { status: 429 } : null)
  await expect(rpc().getBlock(9n, FULL).send()).rejects.toThrow('429')
  await expect(rpc().getBlock(9n, FULL).send()).resolves.not.toBeNull()
  const fork = grown(shortened(chain, 5), { slots: slotsFrom(46, 60), fork: 'other' })
  node.serve(fork)
  expect(await rpc().getSlot({ commitment: 'confirmed' }).send()).toBe(60n)
  const block = await rpc().getBlock(46n, FULL).send()
  expect(block?.previousBlockhash).toBe(chain.at(-6)?.blockhash)
  expect(block?.blockhash).not.toBe(chain.at(-5)?.blockhash)
})
