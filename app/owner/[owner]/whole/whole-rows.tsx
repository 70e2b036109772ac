'use client'

import { useMemo, useState } from 'react'
import { WholeClaim } from '@/app/owner/[owner]/whole/whole-claim'
import { WholeProgress } from '@/app/owner/[owner]/whole/whole-progress'
import { useWholeReading } from '@/app/owner/[owner]/whole/whole-reading'
import {
  callsToContinue,
  continueLabel,
  mayContinue,
  noneFound,
  orderNote,
  readSoFar,
  readTwice,
  type WholeAnswer,
  wholeAnnouncement,
  wholeWord,
} from '@/app/owner/[owner]/whole/whole-words'
import { Pager } from '@/components/listing/pager'
import { rowsText } from '@/components/listing/words'
import { AccountsTable } from '@/components/table/accounts-table'
import { StateNotice } from '@/components/ui/state-notice'
import { WithoutSlot } from '@/components/ui/without-slot'
import type { TokenUnits } from '@/lib/account/mints/contract'
import { EXPORT_FORMATS } from '@/lib/api/file-format'
import type { Problem } from '@/lib/api/problem'
import type { WholeListReport } from '@/lib/api/whole'
import { type ListParams, pageSizes } from '@/lib/listing/address/list-address'
import { listsTokens, type OwnerUrl, ownerHref, type UrlWhole } from '@/lib/listing/address/owner-address'
import { exportPath } from '@/lib/listing/export/export-path'
import type { Cluster } from '@/lib/page/address'
import type { Params } from '@/lib/protocol/rpc/methods'
import { useOpenRow } from '../../../../components/listing/use-open-row'

const METHOD = 'getCompressedAccountsByOwner'

export interface ShownWhole {
  url: OwnerUrl
  whole: UrlWhole
  params: Params<typeof METHOD>
  network: string
  cluster: Cluster
  first: { answer: WholeAnswer | null; problem: Problem | null }
  previous: string | null
  callsPerSecond: number | null
  units: TokenUnits | null
}

export function WholeRows({ shown }: { shown: ShownWhole }) {
  const { url, whole: link, params, network, cluster, first, units } = shown
  const { owner, filters, slice, limit, cursor, columns, minSlot } = url
  const list = { ...params, ...(minSlot !== null && { minSlot }), whole: link.mode }
  const page = { ...list, limit, ...(cursor && { cursor }), proof: true }
  const { answer, problem, isRequesting, begin, pause } = useWholeReading(page, network, first)
  const at = (calls: number | null, place: ListParams = {}) =>
    ownerHref(owner, { filters, slice, columns, limit, minSlot, whole: { ...link, calls }, ...place }, cluster)
  if (!answer) {
    const withoutSlot = ownerHref(owner, { filters, slice, columns, limit, whole: link }, cluster)
    return problem && <StateNotice problem={problem} action={<WithoutSlot problem={problem} href={withoutSlot} />} />
  }
  const { whole } = answer.meta
  const { claim } = whole
  const calls = link.calls ?? whole.maxCalls
  const file = { ...list, calls }
  const more = callsToContinue(whole)
  return (
    <>
      {problem && (
        <div className="pb-4">
          <StateNotice problem={problem} rowsShown note={readSoFar} />
        </div>
      )}
      <Announcement whole={whole} isRequesting={isRequesting} />
      {claim && <WholeClaim claim={claim} parts={whole.parts.unproven} mints={units?.mints} />}
      <WholeProgress whole={whole} isRequesting={isRequesting} callsPerSecond={shown.callsPerSecond}>
        {(isRequesting || mayContinue(whole)) && (
          <>
            <button
              type="button"
              className={`button needs-script ${isRequesting ? '' : 'button-primary'}`}
              onClick={() => {
                if (isRequesting) return pause()
                window.history.replaceState(null, '', at(more, { cursor }))
                begin(more)
              }}
            >
              {isRequesting ? 'Pause' : continueLabel(whole)}
            </button>
            <noscript>
              <a className="button button-primary" rel="nofollow" href={at(more, { cursor })}>
                {continueLabel(whole)}
              </a>
            </noscript>
          </>
        )}
        {link.mode === 'true' && whole.by === 'parts' && claim?.complete === true && !claim.sum.exact && (
          <a
            className="button"
            rel="nofollow"
            href={ownerHref(owner, { filters, slice, whole: { mode: 'twice', calls: null } }, cluster)}
          >
            {readTwice}
          </a>
        )}
        {whole.stop?.code !== 'estimate' && (
          <span className="flex flex-wrap gap-x-3 text-muted">
            Export the whole list:
            {EXPORT_FORMATS.map((format) => (
              <a key={format} href={exportPath(METHOD, file, network, format)} download rel="nofollow">
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
function Announcement({ whole, isRequesting }: { whole: WholeListReport; isRequesting: boolean }) {
  const { word } = wholeWord(whole, isRequesting)
  const [reported, setReported] = useState({ word, text: '' })
  if (reported.word !== word) setReported({ word, text: wholeAnnouncement(whole, isRequesting) })
  return (
    <p role="status" className="sr-only">
      {reported.text}
    </p>
  )
}

function Rows({
  shown: { url, cluster, previous, units },
  answer,
  at,
}: {
  shown: ShownWhole
  answer: WholeAnswer
  at(place: ListParams): string
}) {
  const { owner, filters, slice, limit, cursor, columns } = url
  const open = useOpenRow()
  const { meta, result } = answer
  const { whole } = meta
  const { items, cursor: next = null } = result.value
  const marked = useMemo(() => markedRows(items, whole), [items, whole])
  const list = useMemo(() => ({ filters, slice, limit }), [filters, slice, limit])
  if (items.length === 0) return whole.claim && <p className="panel p-4 text-sm">{noneFound}</p>
  return (
    <>
      <div className="list-line">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <strong className="font-semibold text-ink">{rowsText(meta.rowsBefore ?? null, items.length, meta)}</strong>
          {!whole.claim && <span>{orderNote}</span>}
        </div>
      </div>
      <div className="panel sheet">
        <AccountsTable
          {...{ columns, cluster, open, filters, list, units }}
          items={marked}
          tokens={listsTokens(owner, slice)}
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

function markedRows(
  items: WholeAnswer['result']['value']['items'],
  { created = [], unproven = [], claim }: WholeListReport,
) {
  const isNew = new Set(created)
  const isOpen = new Set(claim ? unproven : [])
  return items.map((item) => {
    const mark = isNew.has(item.hash) ? 'created meanwhile' : isOpen.has(item.hash) ? 'part not proven' : null
    return mark === null ? item : { ...item, mark }
  })
}
