import type { AnswerMeta } from '@/lib/api/answer'
import { counted } from '@/lib/format/counted'

/** Says that a list which should be sorted is not, as a whole, and why. */
export function SortNote({
  sorted,
  rows,
  loaded,
}: {
  sorted: AnswerMeta['sorted']
  rows: number
  /** True where the rows that are loaded are sorted. */
  loaded: boolean
}) {
  if (!sorted || sorted.whole) return null
  const what = loaded ? `Sorted within the ${counted(rows, 'loaded row')}` : 'Not sorted'
  return (
    <p className="panel mb-3 px-4 py-2 text-sm">
      {`${what}: the whole list is not available for sorting because ${sorted.reason ?? ''}.`}
    </p>
  )
}
