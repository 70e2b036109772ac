import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { Shell } from '@/components/shell'
import { StateNotice } from '@/components/state-notice'
import { statusOf } from '@/lib/gateway/probe'
import { type Cluster, latestHref, searchHref, txHref, walletTokensHref } from '@/lib/urls/links'
import { recognise } from '@/lib/urls/recognise'
import { InvalidPage } from '../invalid-page'
import { networkOf, shownNetwork } from '../load'
import { type Meaning, meaningsOf } from './meanings'

export const metadata: Metadata = { title: 'Search', robots: { index: false } }

/** /search?q=: what a pasted text is; a single certain meaning leads straight there. design.md 4.3. */
export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const search = await searchParams
  const on = networkOf(search)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const q = [search.q ?? ''].flat()[0] ?? ''
  const network = shownNetwork(on.network, (cluster) => searchHref(q, cluster))
  const { cluster } = network
  const what = recognise(q)
  if (what.kind === 'signature') redirect(txHref(what.text, cluster))
  const [status, meanings] = await Promise.all([
    statusOf(on.network, 0),
    what.kind === 'key' ? meaningsOf(on.network, what.text, cluster) : [],
  ])
  const [only, ...others] = meanings.filter(({ found }) => found !== 'nothing')
  if (only && others.length === 0 && only.found === 'rows') redirect(only.href)
  return (
    <Shell network={network} status={status} query={q}>
      <h1 className="text-lg">Search</h1>
      {what.kind === 'empty' && (
        <p className="mt-2 max-w-prose text-sm">
          Paste an address (an owner or a delegate), an account hash or a transaction signature. All of them are base58:
          32 bytes for addresses and hashes, 64 for signatures.
        </p>
      )}
      {what.kind === 'unknown' && (
        <section role="alert" className="panel mt-4 border-s-4 border-s-fail px-4 py-3">
          <h2 className="text-base text-fail">Not recognised</h2>
          <p className="mt-1 text-sm">
            <bdi dir="ltr" className="id">
              {what.text}
            </bdi>
          </p>
          <p className="mt-1 max-w-prose text-sm">
            {what.why} Nothing was asked: Leafscan looks up addresses, account hashes and signatures.
          </p>
        </section>
      )}
      {what.kind === 'number' && (
        <section className="panel mt-4 p-4">
          <h2 className="text-base">
            <bdi dir="ltr">{what.text}</bdi> looks like a slot
          </h2>
          <p className="mt-1 max-w-prose text-sm">
            An indexer of compressed state cannot be asked by slot: none of its six operations takes one. The newest
            signatures with their slots are under <Link href={latestHref({}, cluster)}>Latest signatures</Link>.
          </p>
        </section>
      )}
      {what.kind === 'key' && <Meanings text={what.text} meanings={meanings} cluster={cluster} />}
    </Shell>
  )
}

function Meanings({ text, meanings, cluster }: { text: string; meanings: readonly Meaning[]; cluster: Cluster }) {
  const found = meanings.filter((meaning) => meaning.found === 'rows')
  const failed = meanings.filter((meaning) => meaning.found === 'failed')
  const problem = failed[0]?.problem
  return (
    <>
      <p className="mt-2 max-w-prose text-sm">
        <bdi dir="ltr" className="id">
          {text}
        </bdi>{' '}
        is 32 bytes. Three things look like that, and the indexer was asked about each:
      </p>
      <ul className="panel mt-4 divide-y divide-line">
        {meanings.map((meaning) => (
          <li key={meaning.as} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
            <span className="min-w-48 font-semibold">{meaning.as}</span>
            <span className={meaning.found === 'failed' ? 'text-fail' : meaning.found === 'rows' ? '' : 'text-muted'}>
              {meaning.words}
            </span>
            {meaning.found !== 'nothing' && (
              <Link href={meaning.href} prefetch={false} className="button ms-auto">
                Open
              </Link>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && failed.length === 0 && (
        <section className="panel mt-4 p-4">
          <h2 className="text-base">Nothing live is known under this text</h2>
          <p className="mt-1 max-w-prose text-sm">
            If it is a wallet, its compressed tokens belong to the token program and are listed there:{' '}
            <Link href={walletTokensHref(text, cluster)} prefetch={false}>
              compressed tokens of this wallet
            </Link>
            . Addresses of compressed accounts, mints and trees cannot be looked up with the indexer’s six operations.
          </p>
        </section>
      )}
      {problem && (
        <div className="mt-4">
          <StateNotice problem={{ ...problem, retryable: false }} />
        </div>
      )}
    </>
  )
}
