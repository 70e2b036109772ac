import type { ReactNode } from 'react'
import { ListLink } from '@/components/list/list-link'
import { OldPart } from '@/components/notices/ask-again'
import { StateNotice } from '@/components/notices/state-notice'
import { type Cluster, mintAccountsHref, walletTokensHref } from '@/lib/urls/links'
import type { Meaning } from './meanings'

/** Everything that 32 bytes may be: what the indexer was asked about, and what only a filtered list can show. */
export function KeyMeanings({
  text,
  meanings,
  cluster,
}: {
  text: string
  meanings: readonly Meaning[]
  cluster: Cluster
}) {
  const matches = meanings.filter((meaning) => meaning.outcome === 'rows')
  const failed = meanings.filter((meaning) => meaning.outcome === 'failed')
  const problem = failed[0]?.problem
  const old = meanings.find((meaning) => meaning.old)?.old
  return (
    <>
      <p className="mt-2 max-w-prose text-sm">
        <bdi dir="ltr" className="id">
          {text}
        </bdi>{' '}
        is 32 bytes. Five things look like that, and the indexer was asked about three of them:
      </p>
      <ul className="panel mt-4 divide-y divide-line">
        {meanings.map(({ as, outcome, words, href, old }) => (
          <Row key={as} as={as} href={outcome === 'nothing' ? null : href}>
            <span className={outcome === 'failed' ? 'text-fail' : outcome === 'rows' ? '' : 'text-muted'}>{words}</span>
            {old && <span className="chip chip-doubt">not current</span>}
          </Row>
        ))}
        <Row as="Wallet" href={walletTokensHref(text, cluster)} open="Compressed tokens of this wallet">
          <span className="text-muted">not asked: its tokens belong to the token program</span>
        </Row>
        <Row as="Mint" href={mintAccountsHref(text, cluster)} open="Token accounts of this mint">
          <span className="text-muted">not asked: its accounts belong to the token program</span>
        </Row>
      </ul>
      {old && (
        <div className="mt-4">
          <OldPart old={old} what="an answer" />
        </div>
      )}
      {matches.length === 0 && failed.length === 0 && meanings.every(({ outcome }) => outcome !== 'unknown') && (
        <section className="panel mt-4 p-4">
          <h2 className="text-base">Nothing live is known under this text</h2>
          <p className="mt-1 max-w-prose text-sm">
            If it is a wallet or a mint, its token accounts are listed at the token program: the two links above. Trees
            and addresses of compressed accounts cannot be looked up with the indexer’s six operations.
          </p>
        </section>
      )}
      {problem && (
        <div className="mt-4">
          <StateNotice problem={problem} />
        </div>
      )}
    </>
  )
}

function Row({
  as,
  href,
  open = 'Open',
  children,
}: {
  as: string
  href: string | null
  open?: string
  children: ReactNode
}) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <span className="min-w-32 font-semibold">{as}</span>
      {children}
      {href !== null && (
        <ListLink href={href} className="button ms-auto">
          {open}
          {open === 'Open' && <span className="sr-only"> as {as.toLowerCase()}</span>}
        </ListLink>
      )}
    </li>
  )
}
