import { AccountChain, type MadeVersion } from '@/lib/testing/indexer/account-chain'
import { key } from '@/lib/testing/indexer/synthetic-chain'
import { startNode } from '@/lib/testing/node/stand-in'
import { StandIn } from '@/lib/testing/stand-in/stand-in'

/** Accounts that each transaction consumes, and as many that it creates. */
const ACCOUNTS = 15

/**
 * A node and an indexer with transactions of thirty accounts without data: the transactions themselves say all of them.
 * @param count how many
 */
export async function serveTransactions(count: number) {
  const chain = new AccountChain('v2', 'invoke', { slot: 418_000_000 })
  const outputs = Array.from({ length: ACCOUNTS }, (_, i) => ({ owner: key(`owner ${i}`), lamports: BigInt(i + 1) }))
  let inputs: MadeVersion[] = chain.change({ outputs })
  const signatures = Array.from({ length: count }, () =>
    chain.transact((event) => {
      inputs = event({ inputs, outputs })
    }),
  )
  const { latest } = chain
  const indexer = new StandIn({ slot: chain.slot, accounts: chain.rows(), signatures: chain.signatures, latest })
  await indexer.start()
  const node = await startNode()
  node.serve([], chain.slot + 100)
  for (const [signature, { slot, blockTime, transaction, meta, version }] of chain.transactions) {
    node.transactions.set(signature, { slot, blockTime, transaction, meta, version } as { slot: number })
  }
  return {
    signatures,
    indexerUrl: indexer.url,
    nodeUrl: node.url,
    accounts: 2 * ACCOUNTS,
    stop: async () => {
      await Promise.all([indexer.stop(), node.close()])
    },
  }
}
