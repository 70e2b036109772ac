/** Names that wallets and explorers have for Solana's public clusters, and for one on the reader's own machine. */
const ALIASES = [/^main(?:net)?(?:-?(?:solanafm)?beta)?$/, /^dev(?:net)?$/, /^test(?:net)?$/, /^local(?:net|host)?$/]

/**
 * The one of some networks that a name means: the one called so, else the only one that is the same public cluster under
 * another name (`mainnet`, `Mainnet-Beta`, `solana:mainnet`). Null where there is none, or more than one.
 */
export function networkMeant(name: string, names: readonly string[]): string | null {
  if (names.includes(name)) return name
  const alias = aliasOf(name)
  const [found, second] = alias ? names.filter((each) => aliasOf(each) === alias) : []
  return found !== undefined && second === undefined ? found : null
}

function aliasOf(name: string): RegExp | undefined {
  const plain = name
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .replace(/^solana[:-]|-solana$/, '')
  return ALIASES.find((alias) => alias.test(plain))
}
