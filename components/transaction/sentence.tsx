import { Fragment, type ReactNode } from 'react'
import { accountHref } from '@/lib/account/address'
import { formatLamports, formatSol, formatUnits } from '@/lib/format/amounts'
import { groupDigits } from '@/lib/format/numbers'
import { delegateHref, mintHref } from '@/lib/listing/address/list-address'
import { ownerHref, walletTokensHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { knownProgram } from '@/lib/protocol/solana/known-programs'
import type { Description, IdentifierKind, Part } from '@/lib/transaction/description/contract'
import type { SentenceMints } from '@/lib/transaction/happened'
import { walletHref } from '@/lib/wallet/address'
import { Identicon, Identifier } from '../ui/identifier'
import { Link } from '../ui/link'

interface SentenceProps {
  description: Description
  mints: SentenceMints
  cluster: Cluster
  /** True where it stands alone: with identicons. */
  whole?: boolean
}

/** The description's text with links and symbols. The reader's labels take the place of identifiers (identifiers.css). */
export function Sentence({ description, mints, cluster, whole = false }: SentenceProps) {
  const { clauses, more, text } = description
  const parts = clauses.flatMap((clause, i): Part[] => [
    ...(i > 0 ? [{ type: 'text', text: '; ' } as const] : []),
    ...clause.parts,
  ])
  return (
    <span className="sentence" title={whole ? undefined : text}>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
        <Fragment key={i}>{drawn(part, { mints, cluster, whole })}</Fragment>
      ))}
      {more > 0 && <span>{` and ${more} more ${more === 1 ? 'change' : 'changes'}`}</span>}
    </span>
  )
}

const HREFS: Partial<Record<IdentifierKind, (key: string, cluster: Cluster) => string>> = {
  owner: (key, cluster) => ownerHref(key, {}, cluster),
  wallet: (key, cluster) => walletHref(key, {}, cluster),
  'associated account': walletTokensHref,
  delegate: (key, cluster) => delegateHref(key, {}, cluster),
  mint: mintHref,
  account: accountHref,
  program: (key, cluster) => ownerHref(key, {}, cluster),
}

function drawn(part: Part, { mints, cluster, whole }: Omit<Required<SentenceProps>, 'description'>): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text
    case 'count':
      return groupDigits(part.count)
    case 'identifier': {
      const href = HREFS[part.what]?.(part.text, cluster)
      const known = part.what === 'program' ? knownProgram(part.text) : null
      if (known && href)
        return (
          <Link href={href} title={part.text}>
            {known.name}
          </Link>
        )
      return (
        <>
          {whole && <Identicon text={part.text} />}
          <Identifier text={part.text} what={part.what} short side={SIDE} copy={false} {...(href && { href })} />
        </>
      )
    }
    case 'amount': {
      const { amount, mint } = part
      const info = mint === null ? undefined : mints[mint]
      return (
        <>
          <data
            value={String(amount)}
            title={mint === null ? formatLamports(amount).other : info && `${formatUnits(amount)} base units`}
            className="number"
          >
            {mint === null ? `${formatSol(amount)} SOL` : formatUnits(amount, info?.decimals)}
          </data>
          {mint !== null && (
            <>
              <span>{info ? ' ' : ' base units of '}</span>
              {info?.symbol && (
                <>
                  <bdi translate="no" className="text-muted" title="Claimed by the issuer">
                    {info.symbol}
                  </bdi>{' '}
                </>
              )}
              {drawn({ type: 'identifier', what: 'mint', text: mint }, { mints, cluster, whole })}
            </>
          )}
        </>
      )
    }
    default:
      return part satisfies never
  }
}

/** As in the description's text. */
const SIDE = 4
