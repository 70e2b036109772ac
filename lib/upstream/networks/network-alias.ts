const ALIASES = [/^main(?:net)?(?:-?(?:solanafm)?beta)?$/, /^dev(?:net)?$/, /^test(?:net)?$/, /^local(?:net|host)?$/]

/** An exact name wins, else the only network of that public cluster (`mainnet`, `solana:mainnet`). null: none, or several. */
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
