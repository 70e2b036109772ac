import { groupDigits } from '@/lib/format/integers'
import type { SlotReset } from '@/lib/rpc/status'
import { Age } from './block-time'

/** That an indexer went back so far that rows seen before may be gone. facts/reliability.md (b), "slot goes back". */
export function ResetNote({ reset }: { reset: SlotReset }) {
  return (
    <p className="border-b border-line bg-sunken px-4 py-2 text-sm text-muted sm:px-6">
      <strong className="font-semibold text-ink">The chain view was reset</strong> <Age iso={reset.at} />: the indexer
      went back from slot <span className="number text-ink">{groupDigits(reset.from)}</span> to slot{' '}
      <span className="number text-ink">{groupDigits(reset.to)}</span>. Rows seen before may not come back.
    </p>
  )
}
