import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { groupDigits } from '@/lib/format/numbers'
import { latestHref } from '@/lib/listing/address/list-address'
import { type Cluster, searchHref, txHref } from '@/lib/page/address'
import type { ShownNetwork } from '@/lib/page/shown-network'
import type { Thing } from '@/lib/protocol/identifiers'
import type { PastedLink } from '@/lib/search/pasted-link'
import type { Recognised } from '@/lib/search/recognise'

export function NothingTyped() {
  return (
    <p className="mt-2 max-w-prose text-sm">
      Paste an address (owner, wallet, delegate or mint), an account hash or a transaction signature. Links to other
      explorers work too, and so does a text that holds several of these.
    </p>
  )
}

export function NotRecognised({ text, why }: { text: string; why: string }) {
  return (
    <section role="alert" className="panel mt-4 border-s-4 border-s-fail px-4 py-3">
      <h2 className="text-base text-fail">Not recognised</h2>
      <p className="mt-1 text-sm">
        <bdi dir="ltr" className="id">
          {text}
        </bdi>
      </p>
      <p className="mt-1 max-w-prose text-sm">
        {`${why} Nothing was asked: Leafscan looks up addresses, account hashes, signatures, and links to them.`}
      </p>
    </section>
  )
}

export function NumberNotice({
  number: { text, utc },
  slot,
  cluster,
}: {
  number: Extract<Thing, { kind: 'number' }>
  slot: number | null
  cluster: Cluster
}) {
  const value = BigInt(text)
  return (
    <Notice
      title={
        <>
          <bdi dir="ltr" className="number">
            {groupDigits(value)}
          </bdi>{' '}
          <span>{utc === undefined ? 'looks like a slot' : 'looks like a slot or a time'}</span>
        </>
      }
    >
      {utc !== undefined && (
        <>
          <span>{`As Unix time it is ${utc}.`}</span>{' '}
        </>
      )}
      {slot !== null && (
        <>
          <span>The indexer is at slot</span> <span className="number">{groupDigits(slot)}</span>
          <span>{`${value > BigInt(slot) ? ', not there yet' : ''}.`}</span>{' '}
        </>
      )}
      <span>
        {`An indexer of compressed state cannot be asked by slot${utc === undefined ? '' : ' or time'}: none of its six operations takes one. The newest signatures with their slots and times are under`}
      </span>{' '}
      <Link href={latestHref({}, cluster)}>Latest signatures</Link>
      <span>.</span>
    </Notice>
  )
}

export function TimeNotice({ text, utc, cluster }: { text: string; utc: string; cluster: Cluster }) {
  return (
    <Notice
      title={
        <>
          <bdi dir="ltr" className="number">
            {text}
          </bdi>{' '}
          <span>is a time</span>
        </>
      }
    >
      <span>
        {`${utc}. An indexer of compressed state cannot be asked by time: none of its six operations takes one. The newest signatures with their times are under`}
      </span>{' '}
      <Link href={latestHref({}, cluster)}>Latest signatures</Link>.
    </Notice>
  )
}

export function LinkElsewhere({
  link: { site, thing, network, custom },
  networks,
}: {
  link: PastedLink
  networks: ShownNetwork['all']
}) {
  if (!thing) {
    return (
      <Notice title={`A link to ${site} about nothing that can be looked up`}>
        Leafscan looks for an address, a hash or a signature in it and found none. Nothing was asked.
      </Notice>
    )
  }
  return (
    <Notice
      title={custom ? 'This link is about a custom endpoint' : `This link is about ${network}, which is not here`}
    >
      <bdi className="id">{thing.text}</bdi>{' '}
      <span>
        {`on ${site}. This explorer has ${namesText(networks)}${custom ? ', and knows nothing of what a custom endpoint serves' : ''}. The same text may mean something else on another network, so nothing was asked.`}
      </span>
      <span className="mt-3 flex flex-wrap gap-2">
        {networks.map(({ name }, i) => (
          <a key={name} href={searchHref(thing.text, i === 0 ? undefined : name)} className="button">
            {`Look on ${name} all the same`}
          </a>
        ))}
      </span>
    </Notice>
  )
}

function namesText(networks: ShownNetwork['all']): string {
  return networks.map(({ name }) => `“${name}”`).join(', ')
}

export function SeveralThings({ matches, cluster }: { matches: readonly Recognised[]; cluster: Cluster }) {
  return (
    <>
      <h2 className="mt-4 text-base">{`${matches.length} things stand in this text`}</h2>
      <p className="mt-1 text-sm text-muted">Choose one; nothing was asked yet.</p>
      <ul className="panel mt-3 divide-y divide-line">
        {matches.map((each) => {
          const { text, href, what } = choiceOf(each, cluster)
          return (
            <li key={text} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
              <span className="w-40 shrink-0 text-muted">{what}</span>
              <Link href={href} className="min-w-0 py-1">
                <bdi dir="ltr" className="id">
                  {text}
                </bdi>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function choiceOf(match: Recognised, cluster: Cluster): { text: string; href: string; what: string } {
  const text = 'text' in match ? match.text : ''
  const href = searchHref(text, cluster)
  switch (match.kind) {
    case 'signature':
      return { text, href: txHref(text, cluster), what: 'Signature' }
    case 'key':
      return { text, href, what: 'Address or hash' }
    case 'number':
      return { text, href, what: 'Slot or time' }
    case 'own':
      return { text, href: match.path, what: 'A page of Leafscan' }
    case 'link':
      return { text, href, what: `Link, ${match.link.site}` }
    default:
      return { text, href, what: 'Time' }
  }
}

function Notice({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="panel mt-4 max-w-3xl p-4">
      <h2 className="text-base">{title}</h2>
      <p className="mt-1 max-w-prose text-sm">{children}</p>
    </section>
  )
}
