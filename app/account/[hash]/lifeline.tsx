import type { ReactNode } from 'react'
import type { Life } from '@/lib/account/life'
import { formatDuration } from '@/lib/format/duration'
import { counted, groupDigits } from '@/lib/format/numbers'
import { type Cluster, txHref } from '@/lib/page/address'
import type { SignatureItem } from '@/lib/protocol/rpc/items'
import { BlockTime } from '../../../components/ui/block-time'
import { Identifier } from '../../../components/ui/identifier'
import { useClock } from '../../../components/ui/time'

/** features.md e5. */
export function Lifeline({ life, slot, cluster }: { life: Life; slot: number | null; cluster: Cluster }) {
  if (life.kind === 'unknown') return null
  if (life.kind === 'contradiction') {
    return (
      <section className="panel max-w-3xl border-doubt p-4">
        <h2 className="text-base text-doubt">Sources disagree</h2>
        <p className="mt-1 max-w-prose text-sm">{`${life.why} So whether the account is live or consumed is unknown.`}</p>
      </section>
    )
  }
  if (life.kind === 'live' || life.kind === 'created') {
    const isLive = life.kind === 'live'
    const asOf = slot === null ? '' : ` as of slot ${groupDigits(slot)}`
    return (
      <ol className="lifeline" aria-label="Account lifecycle">
        <Event mark="created" title="Created" item={life.created} cluster={cluster} />
        <Segment ended={false}>{isLive ? <SoFar created={life.created} slot={slot} /> : 'end not known'}</Segment>
        <li className={`panel p-4 ${isLive ? 'border-leaf' : 'border-doubt'}`}>
          <h2 className={`text-base ${isLive ? 'text-leaf' : 'text-doubt'}`}>
            {isLive ? 'Live' : 'Not known to be consumed'}
          </h2>
          <p className="mt-1 text-sm text-muted">
            {`No consuming transaction known${asOf}.${isLive ? '' : ' One transaction may also create and consume an account at once. Only its content tells, and it was not read.'}`}
          </p>
        </li>
      </ol>
    )
  }
  const { created, consumed, sameSlot } = life
  const both = 'Created or consumed (same slot)'
  return (
    <ol className="lifeline" aria-label="Account lifecycle">
      <Event mark="created" title={sameSlot ? both : 'Created'} item={created} cluster={cluster} />
      <Segment ended>{created.slot === consumed.slot ? sameText(created, consumed) : lived(created, consumed)}</Segment>
      <Event mark="consumed" title={sameSlot ? both : 'Consumed'} item={consumed} cluster={cluster} />
    </ol>
  )
}

function SoFar({ created, slot }: { created: SignatureItem; slot: number | null }) {
  const time = useClock((now) => {
    const seconds = Math.floor(now / 1000) - created.blockTime
    return created.blockTime > 0 && seconds >= 0 ? formatDuration(seconds) : null
  })
  const slots = slot === null ? null : slotsText(Math.max(0, slot - created.slot))
  if (slots === null && time === null) return null
  return <span>{`${[slots, time].filter((part) => part !== null).join(', ')} so far`}</span>
}

function sameText(created: SignatureItem, consumed: SignatureItem): string {
  return created.signature === consumed.signature ? 'same transaction' : 'same slot'
}

function lived(created: SignatureItem, consumed: SignatureItem): string {
  const text = `lived ${slotsText(consumed.slot - created.slot)}`
  const timesKnown = created.blockTime > 0 && consumed.blockTime >= created.blockTime
  return timesKnown ? `${text}, ${formatDuration(consumed.blockTime - created.blockTime)}` : text
}

function slotsText(count: number): string {
  return counted(count, 'slot')
}

function Event({
  mark,
  title,
  item,
  cluster,
}: {
  mark: 'created' | 'consumed'
  title: string
  item: SignatureItem
  cluster: Cluster
}) {
  return (
    <li className={`panel p-4 ${mark === 'created' ? 'border-leaf' : 'border-fail'}`}>
      <h2 className={`text-base ${mark === 'created' ? 'text-leaf' : 'text-fail'}`}>{title}</h2>
      <p className="number mt-1 text-sm">{`Slot ${groupDigits(item.slot)}`}</p>
      <p className="text-sm">
        <BlockTime seconds={item.blockTime} />
      </p>
      <p className="text-sm">
        <span className="text-muted">in </span>
        <Identifier text={item.signature} what="signature" href={txHref(item.signature, cluster)} short copy={false} />
      </p>
    </li>
  )
}

function Segment({ ended, children }: { ended: boolean; children: ReactNode }) {
  return (
    <li className={`lifeline-stretch ${ended ? '' : 'lifeline-open'}`}>
      <span>{children}</span>
    </li>
  )
}
