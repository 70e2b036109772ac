import { BlockTime } from '@/components/ui/block-time'
import { Identifier } from '@/components/ui/identifier'
import { useClock } from '@/components/ui/time'
import { type AccountLifetime, lifetimeText } from '@/lib/account/life'
import { formatDuration } from '@/lib/format/duration'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import { type Cluster, txHref } from '@/lib/page/address'
import type { SignatureItem } from '@/lib/protocol/rpc/items'

/** features.md e5. */
export function Lifeline({ life, slot, cluster }: { life: AccountLifetime; slot: number | null; cluster: Cluster }) {
  if (life.kind === 'unknown') return null
  if (life.kind === 'contradiction') {
    return (
      <section className="panel max-w-3xl border-doubt p-4">
        <h2 className="text-base text-doubt">Sources disagree</h2>
        <p className="mt-1 max-w-prose text-sm">{`${life.why} So whether the account is live or consumed is unknown.`}</p>
      </section>
    )
  }
  const isLive = life.kind === 'live'
  const both = life.kind === 'consumed' && life.sameSlot ? 'Created or consumed (same slot)' : null
  return (
    <ol className="lifeline" aria-label="Account lifecycle">
      <Event tone="leaf" title={both ?? 'Created'} item={life.created} cluster={cluster} />
      <li className={`lifeline-stretch ${life.kind === 'consumed' ? '' : 'lifeline-open'}`}>
        <span>
          {life.kind === 'consumed' ? (
            lifetimeText(life.created, life.consumed)
          ) : isLive ? (
            <SoFar created={life.created} slot={slot} />
          ) : (
            'end not known'
          )}
        </span>
      </li>
      {life.kind === 'consumed' ? (
        <Event tone="fail" title={both ?? 'Consumed'} item={life.consumed} cluster={cluster} />
      ) : (
        <li className={`panel p-4 ${isLive ? 'border-leaf' : 'border-doubt'}`}>
          <h2 className={`text-base ${isLive ? 'text-leaf' : 'text-doubt'}`}>
            {isLive ? 'Live' : 'Not known to be consumed'}
          </h2>
          <p className="mt-1 text-sm text-muted">
            {`No consuming transaction known${slot === null ? '' : ` as of slot ${groupDigits(slot)}`}.${isLive ? '' : ' One transaction may also create and consume an account at once. Only its content tells, and it was not read.'}`}
          </p>
        </li>
      )}
    </ol>
  )
}

function SoFar({ created, slot }: { created: SignatureItem; slot: number | null }) {
  const time = useClock((now) => {
    const seconds = Math.floor(now / 1000) - created.blockTime
    return created.blockTime > 0 && seconds >= 0 ? formatDuration(seconds) : null
  })
  const slots = slot === null ? null : formatCount(Math.max(0, slot - created.slot), 'slot')
  const parts = [slots, time].filter((part) => part !== null)
  return parts.length === 0 ? null : <span>{`${parts.join(', ')} so far`}</span>
}

function Event({
  tone,
  title,
  item: { slot, blockTime, signature },
  cluster,
}: {
  tone: 'leaf' | 'fail'
  title: string
  item: SignatureItem
  cluster: Cluster
}) {
  return (
    <li className={`panel p-4 ${tone === 'leaf' ? 'border-leaf' : 'border-fail'}`}>
      <h2 className={`text-base ${tone === 'leaf' ? 'text-leaf' : 'text-fail'}`}>{title}</h2>
      <p className="number mt-1 text-sm">{`Slot ${groupDigits(slot)}`}</p>
      <p className="text-sm">
        <BlockTime seconds={blockTime} />
      </p>
      <p className="text-sm">
        <span className="text-muted">in </span>
        <Identifier text={signature} what="signature" href={txHref(signature, cluster)} short copy={false} />
      </p>
    </li>
  )
}
