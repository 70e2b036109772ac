/* Of the frame of all pages, and of pages without data. */

export const skip = 'Skip to content'
export const footer = (indexers: number | undefined) =>
  `Leafscan, an explorer for ZK Compression. Data from ${indexers ?? 'one'} ${indexers === undefined ? 'indexer' : 'indexers'}.`
export const otherNetworks = 'The same page and filters; a list begins at its first page.'

export const nothingFound = (network: string, isDemo: boolean) =>
  `Nothing found on ${network}${isDemo ? ', which has demo data, not mainnet’s' : ''}.`
export const connect = 'Connect an indexer'
export const orConnect = 'connect an indexer'
export const lookIn = (isHere: boolean) => (isHere ? 'Look in' : 'Look on mainnet in')

export const noNodeForCrawlers = 'Crawlers and previews get no details: reading them takes requests to a Solana node.'
export const noNode = (shows: string) =>
  `No Solana node is configured for this network. With one, this page shows ${shows}.`
