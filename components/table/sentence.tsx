import { Fragment, type ReactNode } from 'react'
import { accountHref } from '@/lib/account/address'
import { formatLamports, formatSol, formatUnits } from '@/lib/format/amounts'
import { groupDigits, nounFor } from '@/lib/format/numbers'
import { delegateHref, mintHref } from '@/lib/listing/address/list-address'
import { ownerHref, walletTokensHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import type { Description, IdentifierKind, Part } from '@/lib/transaction/description/contract'
import { walletHref } from '@/lib/wallet/address'
import { Identicon, Identifier } from '../ui/identifier'
import { Link } from '../ui/link'

interface Shown {
  cluster: Cluster
  /** With identicons and longer identifiers: not one line of many. */
  whole?: boolean | undefined
}

/** The description's text with links and symbols. The reader's labels take the place of identifiers (identifiers.css). */
export function Sentence({ description: { clauses, more, text }, ...shown }: Shown & { description: Description }) {
  const parts = clauses.flatMap((clause, i) => (i > 0 ? [SEMICOLON, ...clause.parts] : clause.parts))
  return (
    <span className="sentence" title={shown.whole ? undefined : text}>
      <Parts parts={parts} {...shown} />
      {more > 0 && <span>{` and ${more} more ${more === 1 ? 'change' : 'changes'}`}</span>}
    </span>
  )
}

export function Parts({ parts, ...shown }: Shown & { parts: readonly Part[] }) {
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
    <Fragment key={i}>{drawn(part, shown)}</Fragment>
  ))
}

const SEMICOLON: Part = { type: 'text', text: '; ' }

const HREFS: Partial<Record<IdentifierKind, (key: string, cluster: Cluster) => string>> = {
  owner: (key, cluster) => ownerHref(key, {}, cluster),
  wallet: (key, cluster) => walletHref(key, {}, cluster),
  'associated account': walletTokensHref,
  delegate: (key, cluster) => delegateHref(key, {}, cluster),
  mint: mintHref,
  account: accountHref,
  program: (key, cluster) => ownerHref(key, {}, cluster),
}

function drawn(part: Part, { cluster, whole }: Shown): ReactNode {
  if (part.type === 'text') return part.text
  if (part.type === 'count') return groupDigits(part.count)
  if (part.type === 'identifier') {
    const { text, what, name } = part
    const href = HREFS[what]?.(text, cluster)
    if (name && href)
      return (
        <Link href={href} title={text}>
          {name}
        </Link>
      )
    return (
      <span className="whitespace-nowrap">
        {whole && <Identicon text={text} />}
        <Identifier {...{ text, what }} {...(href && { href })} {...(!whole && { side: 4 })} short copy={false} />
      </span>
    )
  }
  const { amount, mint, decimals, symbol } = part
  const isExact = decimals !== undefined
  const title = mint === null ? formatLamports(amount).other : isExact ? `${formatUnits(amount)} base units` : undefined
  return (
    // Beside its mint where a line breaks.
    <span className={whole ? 'inline-block' : undefined}>
      <data value={String(amount)} title={title} className="number">
        {mint === null ? `${formatSol(amount)} SOL` : formatUnits(amount, decimals)}
      </data>
      {mint !== null && <span>{isExact ? ' ' : ` ${nounFor(amount, 'base unit')} of `}</span>}
      {symbol && (
        <span translate="no" className="text-muted" title="Claimed by the issuer">
          <bdi>{symbol}</bdi>{' '}
        </span>
      )}
      {mint !== null && drawn({ type: 'identifier', what: 'mint', text: mint }, { cluster, whole })}
    </span>
  )
}
