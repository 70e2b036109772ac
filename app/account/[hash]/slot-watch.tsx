import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { rpcQuery } from '@/lib/api/query'
import { groupDigits } from '@/lib/format/numbers'
import * as words from './words-waiting'

/** Often, since all waiting users share one upstream call. */
const NEAR_MS = 2_000
const FAR_MS = 10_000
const FAR_SLOTS = 1_000

export interface SlotWaitProps {
  waitsAt: number
  minSlot: number
  network: string
  again: string
  now: string
}

/** Waits for the slot in the link, then reloads the page's data. features.md e5. */
export function SlotWatch({ waitsAt, minSlot, network, again, now }: SlotWaitProps) {
  const router = useRouter()
  const { data } = useQuery({
    ...rpcQuery('getIndexerSlot', {}, network),
    refetchInterval: ({ state }) => {
      if (state.error) return Math.max(state.error.problem.retryAfterMs ?? 0, NEAR_MS)
      const left = minSlot - (state.data?.result ?? 0)
      return left <= 0 ? false : left > FAR_SLOTS ? FAR_MS : NEAR_MS
    },
  })
  const slot = Math.max(data?.result ?? 0, waitsAt)
  const reached = slot >= minSlot
  useEffect(() => {
    if (reached) router.refresh()
  }, [reached, router])

  return (
    <>
      <div role="status">
        {reached && (
          <p className="mb-4 max-w-prose text-sm">
            <span className="chip chip-live">reached</span> Slot <b className="number">{groupDigits(minSlot)}</b> of
            this link is reached: the indexer is at slot <span className="number">{groupDigits(slot)}</span>.
          </p>
        )}
      </div>
      {!reached && (
        <section className="panel mb-6 max-w-3xl border-s-4 border-s-doubt px-4 py-3">
          <h2 className="text-base text-doubt">{words.waiting}</h2>
          <p className="mt-1 max-w-prose text-sm">
            This link needs slot <b className="number">{groupDigits(minSlot)}</b> or later. The indexer is at slot{' '}
            <b className="number">{groupDigits(slot)}</b>
            <span>{words.slotsToGo(minSlot - slot)}</span>
          </p>
          <p className="mt-2 text-sm text-muted">
            <span className="needs-script">{words.showsWhenReached}</span>
            <noscript>
              <a href={again}>Reload the page</a> to check again.{' '}
            </noscript>
            <a href={now}>Show anyway</a>
          </p>
        </section>
      )}
    </>
  )
}
