import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { latestHref } from '@/lib/listing/address/list-address'
import { type Cluster, searchHref } from '@/lib/page/address'
import type { ShownNetwork } from '@/lib/page/shown-network'
import type { PastedLink } from '@/lib/search/pasted-link'
import type { RecognisedText } from '@/lib/search/recognise'
import * as words from '@/lib/search/words'

const PLACE = 'mt-4 max-w-3xl'

export function NothingTyped() {
  return <p className="mt-2 max-w-prose text-sm">{words.nothingTyped}</p>
}

export function NotRecognised({
  unknown: { text, why, advice, instead },
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
        <span>{words.notRecognised(why, advice)}</span>{' '}
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
    <Notice title={words.looksLikeSlot(BigInt(text))} text={words.noSlotSearch(slot)} className={PLACE}>
      <p className="mt-2 text-sm">
        <Link href={latestHref({}, cluster)}>Latest transactions</Link>
      </p>
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
  const names = networks.map(({ name }) => name)
  if (!thing) return <Notice title={words.nothingInLink(site)} text={words.emptyLink} className={PLACE} />
  return (
    <Notice
      title={words.linkFor(custom ? null : network)}
      text={
        <>
          <bdi className="id">{thing.text}</bdi> <span>{words.otherNetworks(site, names)}</span>
        </>
      }
      className={PLACE}
    >
      <p className="mt-3 flex flex-wrap gap-2 text-sm">
        {names.map((name, i) => (
          <a key={name} href={searchHref(thing.text, i === 0 ? undefined : name)} className="button">
            {words.searchAnyway(name)}
          </a>
        ))}
      </p>
    </Notice>
  )
}

export function SeveralMatches({ matches, cluster }: { matches: readonly RecognisedText[]; cluster: Cluster }) {
  return (
    <>
      <h2 className="mt-4 text-base">{words.severalFound(matches.length)}</h2>
      <p className="mt-1 text-sm text-muted">{words.chooseOne}</p>
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
