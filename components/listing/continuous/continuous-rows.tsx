'use client'

import { type ReactNode, useMemo, useRef } from 'react'
import { Completeness, NoNewerAnswer, SlotNumber } from '@/components/listing/freshness'
import { SortNote } from '@/components/listing/notes'
import { EndMark } from '@/components/listing/pager'
import type { RowWindow } from '@/components/table/table-rows'
import { Link } from '@/components/ui/link'
import { RetryButton, usePause } from '@/components/ui/pause'
import { StaleLabel } from '@/components/ui/stale-label'
import { StateNotice } from '@/components/ui/state-notice'
import { Age } from '@/components/ui/time'
import type { Answer } from '@/lib/api/answer'
import { groupDigits } from '@/lib/format/numbers'
import type { ListParams } from '@/lib/listing/address/list-address'
import type { ListPlace } from '@/lib/listing/cursor/cursor'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'
import type { UsedAnswer } from '../use-answer'
import { noMatch } from '../words'
import { CHUNK, MAX_ROWS, startBefore } from './loaded-list'
import { useLoadedList, useLoading } from './use-loaded-list'
import { usePlaceInUrl, useRestoredPlace } from './use-place'
import { indexOf, useRowKeys } from './use-row-keys'
import { type HeldRows, useFirstVisible, useRowWindow } from './use-row-window'
import * as words from './words'

const ROWS_AHEAD = 250

/**
 * A continuous list: pages load on scroll, and only rows near the screen are rendered. Never rendered on the server:
 * the CSP would refuse its style attributes.
 */
export function ContinuousRows<M extends ListMethod>({
  used,
  answer,
  position,
  limit,
  at,
  end,
  judged,
  tools,
  keep,
  children,
}: {
  used: UsedAnswer<M>
  answer: Answer<M>
  position: ListPlace
  limit: number
  at(place: ListParams): string
  end: string
  judged: boolean
  tools: ((loaded: number, found: number) => ReactNode) | undefined
  keep: ((item: ItemOf<M>) => boolean) | undefined
  children(items: readonly ItemOf<M>[], window: RowWindow): ReactNode
}) {
  const loader = useLoadedList(used, answer)
  const { list, loading, problem, load, since, startOver } = loader
  const rowsBefore = position.rowsBefore ?? 0
  const isCounted = position.rowsBefore !== null
  const { rows, stopped } = list
  const ended = list.cursor === null
  const drawn = useMemo(() => (keep ? rows.filter(keep) : rows), [rows, keep])
  const frame = useRef<HTMLDivElement>(null)
  const held = useRef<HeldRows>({ focused: null, wanted: null })
  const { virtualizer, window } = useRowWindow(frame, held, drawn, rowsBefore, ended && isCounted)

  const { goal, target, missing, stay } = useRestoredPlace(list, drawn, rowsBefore, virtualizer)
  const firstVisible = useFirstVisible(frame, virtualizer, drawn.length)
  usePlaceInUrl(goal === null, rows, drawn, firstVisible, rowsBefore)

  // With a filter over loaded rows, loading is on demand only: else it would load the whole list.
  const lastDrawn = virtualizer.range?.endIndex ?? 0
  const isNear = keep === undefined && lastDrawn >= drawn.length - ROWS_AHEAD
  useLoading(loader, isNear || (goal !== null && target === null))
  const onKeyDown = useRowKeys(frame, held, virtualizer, drawn.length)

  const left = usePause(used.problem?.retryAfterMs ?? used.answer?.meta.retryAfterMs, used.problem ?? used.answeredAt)
  const retryLeft = usePause(problem?.retryAfterMs, problem)
  return (
    <>
      <NoNewerAnswer used={used} />
      <div className="list-line">
        <div className="freshness">
          <strong className="font-semibold text-ink">{words.rowsLoaded(rows.length)}</strong>
          {judged && <Completeness meta={{ ...list.meta, repeatsRemoved: list.repeats }} ended={ended} />}
          <span className="as-of">
            <SlotRange slots={list.slots} /> · first loaded <Age iso={since} />
          </span>
          {list.old && <StaleLabel old={list.old} what="rows" />}
          <RetryButton label="Reload" asking={used.asking} left={left} onAsk={startOver} />
          <Link href={at({ limit })} className="button">
            First page
          </Link>
        </div>
        {tools?.(rows.length, drawn.length)}
      </div>
      <SortNote sorted={answer.meta.sorted} rows={rows.length} loaded={false} />
      {goal !== null && target === null && (
        <p className="panel mb-3 flex flex-wrap items-center gap-3 px-4 py-2 text-sm" role="status">
          <span>{words.returning(goal.number, rowsBefore + rows.length)}</span>
          <button type="button" className="button" onClick={stay}>
            Stay here
          </button>
        </p>
      )}
      {missing !== null && (
        <p className="panel mb-3 px-4 py-2 text-sm" role="status">
          {words.formerPlace(missing.number)}
        </p>
      )}
      {drawn.length > 0 ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between links that are in it
        <div
          ref={frame}
          className="panel sheet sheet-long"
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            held.current = { focused: indexOf(target), wanted: null }
          }}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget !== null) held.current = { focused: indexOf(relatedTarget), wanted: null }
          }}
        >
          {children(drawn, window)}
        </div>
      ) : (
        <p className="panel p-4 text-sm">{noMatch(rows.length)}</p>
      )}
      {problem && (
        <div className="pt-3">
          <StateNotice problem={{ ...problem, retryable: false }} rowsShown note={words.loadedStay} />
        </div>
      )}
      {stopped !== null && (
        <p className="panel mt-3 px-4 py-3 text-sm">
          {stopped === 'stuck' ? (
            words.stuck
          ) : (
            <>
              <span>{words.full(MAX_ROWS)}</span>{' '}
              <Link href={at({ limit, mode: 'continuous', cursor: list.cursor })}>
                {words.continueFrom(rowsBefore + rows.length + 1)}
              </Link>
            </>
          )}
        </p>
      )}
      <nav
        aria-label="Pages"
        className="panel sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 text-sm"
      >
        <span className="number">
          Row <span className="text-ink">{groupDigits(rowsBefore + firstVisible + 1)}</span>
          <span className="text-muted">
            {` of ${groupDigits(rowsBefore + drawn.length)}${keep ? ' matching' : !ended ? ' so far' : isCounted ? '' : ' from this link on'}`}
          </span>
        </span>
        {loading && <span className="text-muted">Loading more…</span>}
        {problem && <span className="chip chip-fail">Loading stopped</span>}
        {ended && <span className="chip">End of list</span>}
        <span className="ms-auto flex flex-wrap gap-2">
          {!ended && stopped === null && (problem !== null || keep !== undefined) && (
            <RetryButton
              label={problem ? 'Retry' : `Load ${groupDigits(CHUNK)} more`}
              asking={loading}
              left={retryLeft}
              onAsk={load}
            />
          )}
          <Link
            href={at({ limit, cursor: startBefore(list, rows.indexOf(drawn[firstVisible] as ItemOf<M>)) })}
            className="button"
          >
            {words.asPages}
          </Link>
          <button type="button" className="button" onClick={() => globalThis.scrollTo({ top: 0 })}>
            {words.toTop}
          </button>
        </span>
      </nav>
      {ended && <EndMark>{isCounted ? `${end}: ${groupDigits(rowsBefore + rows.length)} rows` : end}</EndMark>}
      <p role="status" className="sr-only">
        {`${words.rowsLoaded(rows.length)}.${ended ? ` ${end}.` : ''}${problem ? ' Loading stopped.' : ''}`}
      </p>
    </>
  )
}

function SlotRange({ slots }: { slots: readonly number[] }) {
  const [from, to] = slots.length === 0 ? [null, null] : [Math.min(...slots), Math.max(...slots)]
  return (
    <span data-slot={to ?? undefined}>
      <span>{from === to ? 'Slot' : `Slots ${groupDigits(from ?? 0)} to`}</span> <SlotNumber slot={to} />
    </span>
  )
}
