import type { OldAnswer } from '../../lib/api/answer'
import { AskForNewer } from './ask-again'
import { StaleLabel } from './stale-label'

export function OldPart({ old, what }: { old: OldAnswer; what: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2 text-sm text-muted">
      <StaleLabel old={old} what={what} />
      <AskForNewer old={old} />
    </div>
  )
}
