import type { SlotReset } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'
import { Age } from '../ui/time'

/** facts/reliability.md (b), "slot goes back". */
export function ResetNote({ reset }: { reset: SlotReset }) {
  return (
    <div className="border-b border-line bg-sunken text-sm text-muted">
      <p className="mx-auto max-w-[84rem] px-4 py-2 sm:px-6">
        <strong className="font-semibold text-ink">Indexer rolled back</strong> from slot{' '}
        <span className="number text-ink">{groupDigits(reset.from)}</span> to slot{' '}
        <span className="number text-ink">{groupDigits(reset.to)}</span>, <Age iso={reset.at} />. Rows you saw earlier
        may be gone.
      </p>
    </div>
  )
}
