/* Of the home page and the latest transactions, for the server alone. */

export const title = 'The ZK Compression explorer for Solana'
export const about =
  'ZK Compression keeps Solana accounts and tokens as hashes in state trees, without rent. Look up what a wallet holds, the accounts of an owner, what a delegate may move, or the lifecycle of one account.'
export const tokenProgram = 'Owner of every compressed token account.'
export const pickLatest = 'Pick one that just changed compressed state.'
export const latestAbout =
  'Transactions that changed compressed state, newest slot first. Within a slot the order is the indexer’s, not that of execution. Failed transactions are not listed.'
export const noTransactions = 'This indexer has no compression transactions yet.'
