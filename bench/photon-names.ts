/* What the made-up chain of photon-node.ts is made of, for who asks about it. */
export { key, PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
