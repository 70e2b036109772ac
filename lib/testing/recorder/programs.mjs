import {
  batchMerkleTree1,
  batchMerkleTree2,
  batchMerkleTree3,
  batchMerkleTree4,
  batchMerkleTree5,
  batchQueue1,
  batchQueue2,
  batchQueue3,
  batchQueue4,
  batchQueue5,
  merkleTree2Pubkey,
  merkletreePubkey,
  nullifierQueue2Pubkey,
  nullifierQueuePubkey,
  TreeType,
} from '@lightprotocol/stateless.js'
import { PublicKey } from '@solana/web3.js'

/** Program ids. Source: facts/light-events.md 1. */
export const COMPRESSION_PROGRAM = 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq'
export const LIGHT_SYSTEM_PROGRAM = 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7'
export const TOKEN_PROGRAM = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

/** The program binaries of the package zk-compression-cli, which are used from there and never committed. */
export const PROGRAMS = [
  { address: COMPRESSION_PROGRAM, file: 'account_compression.so' },
  { address: LIGHT_SYSTEM_PROGRAM, file: 'light_system_program_pinocchio.so' },
  { address: TOKEN_PROGRAM, file: 'light_compressed_token.so' },
  { address: 'Lighton6oQpVkeewmo2mcPTQQp7kYHr4fWpAgJyEmDX', file: 'light_registry.so' },
  { address: 'noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV', file: 'spl_noop.so' },
]

const treeInfo = (tree, queue, treeType) => ({
  tree: new PublicKey(tree),
  queue: new PublicKey(queue),
  treeType,
  nextTreeInfo: null,
})

/** Concurrent trees: room for any number of accounts, which cannot be spent without a prover. */
export const V1_TREES = [
  treeInfo(merkletreePubkey, nullifierQueuePubkey, TreeType.StateV1),
  treeInfo(merkleTree2Pubkey, nullifierQueue2Pubkey, TreeType.StateV1),
]

/** Batched trees: spent by index while in the output queue, which takes 100 outputs and is never emptied here. */
export const V2_TREES = [
  treeInfo(batchMerkleTree1, batchQueue1, TreeType.StateV2),
  treeInfo(batchMerkleTree2, batchQueue2, TreeType.StateV2),
  treeInfo(batchMerkleTree3, batchQueue3, TreeType.StateV2),
  treeInfo(batchMerkleTree4, batchQueue4, TreeType.StateV2),
  treeInfo(batchMerkleTree5, batchQueue5, TreeType.StateV2),
]
