/** Explorers of the ledger itself that can show a transaction, with the network kept. facts/features.md (c). */
export function explorersFor(network: string, signature: string): { name: string; href: string }[] {
  const cluster = network === 'mainnet-beta' ? '' : `?${new URLSearchParams({ cluster: network })}`
  const tx = encodeURIComponent(signature)
  return [
    { name: 'Solana Explorer', href: `https://explorer.solana.com/tx/${tx}${cluster}` },
    { name: 'Solscan', href: `https://solscan.io/tx/${tx}${cluster}` },
  ]
}
