'use client'

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { WholeClaim } from '@/app/owner/[owner]/whole/whole-claim'
import { WholeProgress } from '@/app/owner/[owner]/whole/whole-progress'
import { type WholeAnswer, WholeReading, type WholeStanding } from '@/app/owner/[owner]/whole/whole-reading'
import {
  callsToContinue,
  continueLabel,
  mayContinue,
  wholeAnnouncement,
  wholeWord,
} from '@/app/owner/[owner]/whole/whole-words'
import { rowsText } from '@/components/listing/notes'
import { Pager } from '@/components/listing/pager'
import { AccountsTable } from '@/components/table/accounts-table'
import { StateNotice } from '@/components/ui/state-notice'
import { WithoutSlot } from '@/components/ui/without-slot'
import type { TokenUnits } from '@/lib/account/mints/contract'
import { FORMATS } from '@/lib/api/file-format'
import { fetchAnswer } from '@/lib/api/query'
import type { Whole } from '@/lib/api/whole'
import { pageSizes } from '@/lib/listing/address/list-address'
import { listsTokens, ownerHref, type UrlWhole } from '@/lib/listing/address/owner-address'
import { exportPath } from '@/lib/listing/export/export-path'
import type { Cluster, UrlFilter, UrlSlice } from '@/lib/page/address'
import type { Params } from '@/lib/protocol/rpc/methods'
import { useOpenRow } from '../../../../components/listing/use-open-row'

const METHOD = 'getCompressedAccountsByOwner'

export interface ShownWhole {
  owner: string
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  whole: UrlWhole
  limit: number
  cursor: string | null
  columns: readonly string[] | null
  minSlot: number | null
  network: string
  cluster: Cluster
  first: Pick<WholeStanding, 'answer' | 'problem'>
  previous: string | null
  callsPerSecond: number | null
  units: TokenUnits | null
}

export function WholeRows({ shown }: { shown: ShownWhole }) {
  const { owner, filters, slice, whole: link, limit, cursor, columns, minSlot, network, cluster, first, units } = shown
  const params = useMemo(
    () => ({
      owner,
      ...(filters.length > 0 && { filters: filters.map((memcmp) => ({ memcmp })) }),
      ...(slice && { dataSlice: slice }),
      ...(minSlot !== null && { minSlot }),
    }),
    [owner, filters, slice, minSlot],
  )
  const [reading] = useState(
    () =>
      new WholeReading((calls, signal) => {
        const page = { ...params, limit, ...(cursor && { cursor }), whole: link.mode, calls, proof: true }
        return fetchAnswer(METHOD, page, network, signal) as Promise<WholeAnswer>
      }, first),
  )
  useEffect(() => () => reading.pause(), [reading])
  const { answer, problem, isRequesting } = useSyncExternalStore(reading.subscribe, reading.read, reading.read)
  const at = (calls: number | null, place: { cursor?: string | null; limit?: number } = {}) =>
    ownerHref(owner, { filters, slice, columns, limit, minSlot, whole: { ...link, calls }, ...place }, cluster)
  const onContinue = (calls: number) => {
    window.history.replaceState(null, '', at(calls, { cursor }))
    reading.continue(calls)
  }
  if (!answer) {
    const withoutSlot = ownerHref(owner, { filters, slice, columns, limit, whole: link }, cluster)
    return problem && <StateNotice problem={problem} action={<WithoutSlot problem={problem} href={withoutSlot} />} />
  }
  const { whole } = answer.meta
  const calls = link.calls ?? whole.maxCalls
  return (
    <>
      {problem && (
        <div className="pb-4">
          <StateNotice problem={problem} rowsShown note="What was read so far stays." />
        </div>
      )}
      <Announcement whole={whole} isRequesting={isRequesting} />
      {whole.claim && <WholeClaim claim={whole.claim} parts={whole.parts.unproven} mints={units?.mints} />}
      <WholeProgress
        whole={whole}
        isRequesting={isRequesting}
        callsPerSecond={shown.callsPerSecond}
        indexer={answer.meta.indexer}
      >
        <Actions
          whole={whole}
          isRequesting={isRequesting}
          onContinue={onContinue}
          onPause={() => reading.pause()}
          hrefOf={(calls) => at(calls, { cursor })}
        />
        {whole.claim && link.mode === 'true' && whole.claim.complete === true && !whole.claim.sum.exact && (
          <a
            className="button"
            rel="nofollow"
            href={ownerHref(owner, { filters, slice, whole: { mode: 'twice', calls: null } }, cluster)}
          >
            Read twice for exact sums
          </a>
        )}
        {whole.stop?.code !== 'estimate' && (
          <span className="flex flex-wrap gap-x-3 text-muted">
            Export the whole list:
            {FORMATS.map((format) => (
              <a
                key={format}
                href={exportPath(
                  METHOD,
                  { ...params, whole: link.mode, calls } as Params<typeof METHOD>,
                  network,
                  format,
                )}
                download
                rel="nofollow"
              >
                {format.toUpperCase()}
              </a>
            ))}
          </span>
        )}
      </WholeProgress>
      <Rows shown={shown} answer={answer} at={(place) => at(calls, place)} />
    </>
  )
}

/** Announces new states to screen readers, not every step. */
function Announcement({ whole, isRequesting }: { whole: Whole; isRequesting: boolean }) {
  const { word } = wholeWord(whole, isRequesting)
  const [reported, setReported] = useState({ word, text: '' })
  if (reported.word !== word) setReported({ word, text: wholeAnnouncement(whole, isRequesting) })
  return (
    <p role="status" className="sr-only">
      {reported.text}
    </p>
  )
}

/** One button, so that it keeps the focus when its action changes; a link without scripts. */
function Actions({
  whole,
  isRequesting,
  onContinue,
  onPause,
  hrefOf,
}: {
  whole: Whole
  isRequesting: boolean
  onContinue(calls: number): void
  onPause(): void
  hrefOf(calls: number): string
}) {
  if (!isRequesting && !mayContinue(whole)) return null
  const calls = callsToContinue(whole)
  const label = isRequesting ? 'Pause' : continueLabel(whole)
  const kind = isRequesting ? '' : 'button-primary'
  return (
    <>
      <button
        type="button"
        className={`button needs-script ${kind}`}
        onClick={() => (isRequesting ? onPause() : onContinue(calls))}
      >
        {label}
      </button>
      <noscript>
        <a className={`button ${kind}`} rel="nofollow" href={hrefOf(calls)}>
          {label}
        </a>
      </noscript>
    </>
  )
}

function Rows({
  shown: { owner, filters, slice, limit, cursor, columns, cluster, previous, units },
  answer,
  at,
}: {
  shown: ShownWhole
  answer: WholeAnswer
  at(place: { cursor?: string | null; limit?: number }): string
}) {
  const open = useOpenRow()
  const { meta, result } = answer
  const { whole } = meta
  const { items, cursor: next = null } = result.value
  const marked = useMemo(() => markedRows(items, whole), [items, whole])
  const list = useMemo(() => ({ filters: [...filters], slice, limit }), [filters, slice, limit])
  if (items.length === 0) {
    return whole.claim ? <p className="panel p-4 text-sm">No live accounts were found.</p> : null
  }
  return (
    <>
      <div className="list-line">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <strong className="font-semibold text-ink">{rowsText(meta.rowsBefore ?? null, items.length, meta)}</strong>
          {!whole.claim && <span>So far. The order is the list’s own; rows come in between while it is read.</span>}
        </div>
      </div>
      <div className="panel sheet">
        <AccountsTable
          items={marked}
          columns={columns}
          tokens={listsTokens(owner, slice)}
          cluster={cluster}
          open={open}
          filters={filters}
          list={list}
          units={units}
        />
      </div>
      <Pager
        end={next === null && whole.claim ? 'End of list' : null}
        links={{
          first: cursor === null ? null : at({}),
          previous: cursor === null ? null : at({ cursor: previous }),
          next: next === null ? null : at({ cursor: next }),
          sizes: pageSizes(limit, (size) => at({ limit: size })),
          continuous: null,
        }}
      />
    </>
  )
}

function markedRows(items: WholeAnswer['result']['value']['items'], { created = [], unproven = [], claim }: Whole) {
  const isNew = new Set(created)
  const isOpen = new Set(claim ? unproven : [])
  return items.map((item) => {
    const mark = isNew.has(item.hash) ? 'created meanwhile' : isOpen.has(item.hash) ? 'part not proven' : null
    return mark === null ? item : { ...item, mark }
  })
}
