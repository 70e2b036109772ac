import type { ReactNode } from 'react'
import { formatDuration } from '@/lib/format/block-time'
import { groupDigits } from '@/lib/format/integers'
import { BlockTime } from './block-time'
import type { Life } from './life'
import type { SignatureItem } from './signatures-table'

/** An account's life as a line in time: created, then consumed or, as far as is known, live. */
export function Lifeline({ life, slot }: { life: Life; slot: number | null }) {
  if (life.kind === 'odd') return null
  const asOf = slot === null ? '' : ` as of slot ${groupDigits(slot)}`
  if (life.kind === 'created') {
    return (
      <ol className="lifeline" aria-label="Life of this account">
        <Event mark="created" title="Created" item={life.created} />
        <Stretch ended={false}>
          {slot === null ? '' : `${groupDigits(Math.max(0, slot - life.created.slot))} slots so far`}
        </Stretch>
        <li className="panel border-leaf p-4">
          <h2 className="text-base text-leaf">Live, as far as is known</h2>
          <p className="mt-1 text-sm text-muted">
            No consuming transaction is known{asOf}. An account that was created and consumed within one transaction
            looks the same.
          </p>
        </li>
      </ol>
    )
  }
  const { created, consumed, sameSlot } = life
  return (
    <ol className="lifeline" aria-label="Life of this account">
      <Event mark="created" title={sameSlot ? 'Created and consumed, this or the other' : 'Created'} item={created} />
      <Stretch ended>{sameSlot ? 'within one slot' : lived(created, consumed)}</Stretch>
      <Event
        mark="consumed"
        title={sameSlot ? 'Created and consumed, this or the other' : 'Consumed'}
        item={consumed}
      />
    </ol>
  )
}

function lived(created: SignatureItem, consumed: SignatureItem): string {
  const slots = consumed.slot - created.slot
  const text = `lived ${groupDigits(slots)} ${slots === 1 ? 'slot' : 'slots'}`
  const timesKnown = created.blockTime > 0 && consumed.blockTime >= created.blockTime
  return timesKnown ? `${text}, ${formatDuration(consumed.blockTime - created.blockTime)}` : text
}

function Event({ mark, title, item }: { mark: 'created' | 'consumed'; title: string; item: SignatureItem }) {
  return (
    <li className={`panel p-4 ${mark === 'created' ? 'border-leaf' : 'border-fail'}`}>
      <h2 className={`text-base ${mark === 'created' ? 'text-leaf' : 'text-fail'}`}>{title}</h2>
      <p className="number mt-1 text-sm">Slot {groupDigits(item.slot)}</p>
      <p className="text-sm">
        <BlockTime seconds={item.blockTime} />
      </p>
    </li>
  )
}

/** What lies between two events. */
function Stretch({ ended, children }: { ended: boolean; children: ReactNode }) {
  return (
    <li className={`lifeline-stretch ${ended ? '' : 'lifeline-open'}`}>
      <span>{children}</span>
    </li>
  )
}
