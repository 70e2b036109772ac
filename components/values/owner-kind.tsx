import type { TokenOwnerKind } from '@/lib/lens/token-extensions'

/** Beside the owner of a token account, where it is not a wallet for certain. facts/cold-tokens.md 2. */
export function OwnerKindMark({ kind }: { kind: TokenOwnerKind }) {
  switch (kind) {
    case 'wallet':
      return null
    case 'associated token account':
      return (
        <abbr className="chip" title="Associated token account. The wallet behind it is not recorded in this account.">
          ATA
        </abbr>
      )
    case 'wallet or closed account':
      return (
        <abbr
          className="chip"
          title="The wallet, or the token account that was closed: this account does not say which."
        >
          wallet?
        </abbr>
      )
    case 'unknown':
      return (
        <abbr className="chip chip-doubt" title="The extensions can’t be read, so this may not be the wallet.">
          wallet?
        </abbr>
      )
  }
}

/** What an owner of this kind is called where it is copied. */
export function ownerKindWords(kind: TokenOwnerKind): string {
  return kind === 'associated token account' ? kind : kind === 'wallet' ? 'wallet' : 'owner'
}
