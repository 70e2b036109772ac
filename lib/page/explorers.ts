import { percentEncoded } from '../format/percent'

/** What another explorer can be asked for: a transaction, any address, a mint. */
export type ExplorerKind = 'tx' | 'address' | 'mint'

/** Another explorer, with the address of what is looked up there. */
export interface Explorer {
  name: string
  href: string
}

/**
 * Explorers of the ledger itself, with the paths of what they show. `cluster=` names the network, absent for mainnet.
 * facts/features.md (c), a59. What they are asked for is on the public networks only: see `linksOut` of a network.
 */
const EXPLORERS: readonly ({ name: string; base: string } & Record<ExplorerKind, string>)[] = [
  { name: 'Solana Explorer', base: 'https://explorer.solana.com', tx: '/tx/', address: '/address/', mint: '/address/' },
  { name: 'Solscan', base: 'https://solscan.io', tx: '/tx/', address: '/account/', mint: '/token/' },
]

/** Where something is shown on the same network elsewhere; nowhere for networks that only this explorer knows. */
export function explorersFor(
  { name: network, linksOut }: { name: string; linksOut: boolean },
  kind: ExplorerKind,
  text: string,
): Explorer[] {
  if (!linksOut) return []
  const cluster = network === 'mainnet-beta' ? '' : `?${new URLSearchParams({ cluster: network })}`
  return EXPLORERS.map(({ name, base, [kind]: path }) => ({
    name,
    href: `${base}${path}${percentEncoded(text)}${cluster}`,
  }))
}
