import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { groupDigits } from '@/lib/format/numbers'
import { latestHref } from '@/lib/listing/address/list-address'
import { type Cluster, searchHref } from '@/lib/page/address'
import type { ShownNetwork } from '@/lib/page/shown-network'
import type { PastedLink } from '@/lib/search/pasted-link'
import type { RecognisedText } from '@/lib/search/recognise'

export function NothingTyped() {
  return (
    <p className="mt-2 max-w-prose text-sm">
      Paste an address (owner, wallet, delegate or mint), an account hash or a transaction signature. Links to other
      explorers work too, and so does a text that holds several of these.
    </p>
  )
}

export function NotRecognised({
  unknown: { text, why, advice = 'Enter an address, account hash, signature or explorer link.', instead },
  cluster,
}: {
  unknown: Extract<RecognisedText, { kind: 'unknown' }>
  cluster: Cluster
}) {
  return (
    <section role="alert" className="panel mt-4 border-s-4 border-s-fail px-4 py-3">
      <h2 className="text-base text-fail">Not recognised</h2>
      <p className="mt-1 text-sm">
        <bdi dir="ltr" className="id">
          {text}
        </bdi>
      </p>
      <p className="mt-1 max-w-prose text-sm">
        <span>{`${why} ${advice}`}</span>{' '}
        {instead && (
          <Link href={searchHref(instead, cluster)}>
            <bdi dir="ltr" className="id">
              {instead}
            </bdi>
          </Link>
        )}
      </p>
    </section>
  )
}

export function NumberNotice({ text, slot, cluster }: { text: string; slot: number | null; cluster: Cluster }) {
  return (
    <Notice title={`${groupDigits(BigInt(text))} looks like a slot`}>
      <span>{`Search by slot isn’t supported.${slot === null ? '' : ` The indexer is at slot ${groupDigits(slot)}.`}`}</span>{' '}
      <Link href={latestHref({}, cluster)}>Latest transactions</Link>
    </Notice>
  )
}

export function OtherSiteLink({
  link: { site, thing, network, custom },
  networks,
}: {
  link: PastedLink
  networks: ShownNetwork['all']
}) {
  if (!thing) {
    return (
      <Notice title={`Nothing to look up in this link to ${site}`}>
        It has no address, account hash or signature.
      </Notice>
    )
  }
  return (
    <Notice title={custom ? 'This link is for a custom endpoint' : `This link is for ${network}`}>
      <bdi className="id">{thing.text}</bdi>{' '}
      <span>
        {`on ${site}. This explorer has ${networks.map(({ name }) => `“${name}”`).join(', ')}, where the same text may mean something else.`}
      </span>
      <span className="mt-3 flex flex-wrap gap-2">
        {networks.map(({ name }, i) => (
          <a key={name} href={searchHref(thing.text, i === 0 ? undefined : name)} className="button">
            {`Search ${name} anyway`}
          </a>
        ))}
      </span>
    </Notice>
  )
}

export function SeveralMatches({ matches, cluster }: { matches: readonly RecognisedText[]; cluster: Cluster }) {
  return (
    <>
      <h2 className="mt-4 text-base">{`Found ${matches.length} identifiers`}</h2>
      <p className="mt-1 text-sm text-muted">Choose one.</p>
      <ul className="panel mt-3 divide-y divide-line">
        {matches.map((each) => {
          const text = 'text' in each ? each.text : ''
          return (
            <li key={text} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
              <span className="w-40 shrink-0 text-muted">{WHAT[each.kind]}</span>
              <Link href={searchHref(text, cluster)} className="min-w-0 py-1">
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

const WHAT: Partial<Record<RecognisedText['kind'], string>> = {
  signature: 'Signature',
  key: 'Address or hash',
  number: 'Slot',
  own: 'A page of Leafscan',
  link: 'Link',
}

function Notice({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="panel mt-4 max-w-3xl p-4">
      <h2 className="text-base">{title}</h2>
      <p className="mt-1 max-w-prose text-sm">{children}</p>
    </section>
  )
}
