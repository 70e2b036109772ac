'use client'

import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { SlotNumber } from '@/components/listing/freshness'
import { Pager } from '@/components/listing/pager'
import { lazyModule } from '@/components/ui/lazy-module'
import { Link } from '@/components/ui/link'
import { RetryLink, usePause } from '@/components/ui/pause'
import { Age } from '@/components/ui/time'
import { useOffline } from '@/components/ui/use-offline'
import type { Answer } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { groupDigits } from '@/lib/format/numbers'
import { latestHref, pageSizes } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import { FeedTable } from '../../components/listing/feed-table'
import { RatePlot } from './rate-plot'
import { MAX_WAITING, useFeed } from './use-feed'

const useStale = lazyModule(() => import('@/components/ui/stale-label'))

/**
 * New rows appear while the user is at the top and touches nothing, else they wait and are announced. No row moves under the
 * pointer, and nothing above the rows changes its height. features.md a9.
 */
export function LiveFeed({
  answer,
  answeredAt,
  problem,
  limit,
  columns,
  network,
  cluster,
}: {
  answer: Answer<'getLatestCompressionSignatures'>
  answeredAt: number
  problem: Problem | null
  limit: number
  columns: readonly string[] | null
  network: string
  cluster: Cluster
}) {
  const { shown, waiting, show } = useFeed(answer, network)
  const [paused, setPaused] = useState(false)
  const offline = useOffline()
  const top = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const reading = useReading(top)
  const held = paused || reading.why !== null

  useEffect(() => {
    // Layout may have moved rows under a still pointer, without an event: query the document.
    if (waiting > 0 && !held && !sheet.current?.matches(':hover, :focus-within')) show()
  }, [waiting, held, show])

  function showNow() {
    if (waiting > 0) show()
    if (reading.why === SCROLLED) top.current?.scrollIntoView({ block: 'start' })
  }

  const { state, retryAfterMs } = answer.meta
  const reason = problem?.code ?? (state === 'stale' ? (answer.meta.reason ?? 'upstream_error') : null)
  const { module: stale } = useStale(reason !== null)
  const left = usePause(problem?.retryAfterMs ?? retryAfterMs, problem ?? answeredAt)
  const here = shown[0]?.here
  const last = shown.at(-1)
  const why = paused ? 'Paused' : offline ? 'Offline' : reading.why
  const count = `${waiting > MAX_WAITING ? 'over ' : ''}${groupDigits(Math.min(waiting, MAX_WAITING))} new`
  return (
    <>
      <RatePlot
        rows={shown.filter(({ left }) => !left)}
        until={waiting > 0 ? null : Date.parse(answer.meta.fetchedAt) / 1000}
      />
      <div ref={top} />
      <section
        aria-label="Live feed"
        data-slot={answer.meta.slot}
        className="sticky top-0 z-5 flex h-12 [@media(height<30rem)]:static flex-row-reverse items-center justify-end gap-x-3 bg-paper text-sm text-muted"
      >
        <p className="flex min-w-0 items-center gap-2 overflow-hidden whitespace-nowrap">
          {reason ? (
            <span className="max-lg:whitespace-normal lg:truncate" title={problem?.detail}>
              {stale ? <stale.StaleLabel old={{ ...answer.meta, reason }} /> : <span className="stale">Stale</span>}
            </span>
          ) : (
            <>
              <span className={`chip needs-script ${why ? '' : 'chip-live'}`}>{why ?? 'Live'}</span>
              <span className="truncate max-sm:hidden">
                Slot <SlotNumber slot={answer.meta.slot} /> · updated <Age iso={answer.meta.fetchedAt} />
              </span>
            </>
          )}
        </p>
        <p className="flex shrink-0 items-center gap-2">
          <button
            type="button"
            className="button needs-script aria-pressed:border-leaf aria-pressed:bg-leaf-soft aria-pressed:text-leaf"
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
          >
            Pause
          </button>
          <button
            type="button"
            className={`button needs-script number min-w-28 ${reason && waiting === 0 ? 'max-sm:hidden' : ''}`}
            aria-disabled={waiting === 0}
            onClick={showNow}
          >
            {waiting === 0 ? (reason || offline ? 'No updates' : 'Up to date') : `Show ${count}`}
          </button>
          {here && (
            <Link href={latestHref({ cursor: here, limit, columns }, cluster)} className="px-1 max-sm:hidden">
              Link to these rows
            </Link>
          )}
          <span role="status" className="sr-only">
            {held && waiting > 0 && 'New transactions wait.'}
          </span>
          {reason && left > 0 && (
            <span className="needs-script max-sm:hidden">
              Retrying in <span className="number">{`${left} s`}</span>
            </span>
          )}
          {reason && <RetryLink left={left} />}
          <span role="status" className="sr-only">
            {reason && stale?.staleText({ reason }, 'rows')}
          </span>
        </p>
      </section>
      <div ref={sheet} className="panel sheet sheet-live" {...reading.watch}>
        <FeedTable rows={shown} columns={columns} cluster={cluster} limit={limit} />
      </div>
      <Pager
        end={last?.cursor === undefined ? 'Oldest on this indexer' : null}
        links={{
          first: null,
          previous: null,
          next: last?.cursor === undefined ? null : latestHref({ cursor: last.cursor, limit, columns }, cluster),
          sizes: pageSizes(limit, (size) => latestHref({ limit: size, columns }, cluster)),
          continuous: latestHref({ limit, mode: 'continuous', columns }, cluster),
        }}
      />
    </>
  )
}

const SCROLLED = 'Paused: scrolled down'

function useReading(top: { readonly current: HTMLElement | null }) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [scrolled, setScrolled] = useState(false)

  useEffect(() => {
    if (!top.current) return
    // After scrolling back to the top it may be off by a fraction of a pixel.
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser batches several changes; the last one holds.
        const entry = entries.at(-1)
        if (entry) setScrolled(!entry.isIntersecting && entry.boundingClientRect.top < 0)
      },
      { rootMargin: '2px 0px 0px 0px' },
    )
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [top])

  const why = pointed ? 'Paused: pointer on rows' : focused ? 'Paused: focus in rows' : scrolled ? SCROLLED : null
  return {
    why,
    watch: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  }
}
