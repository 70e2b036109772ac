'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { headAgeText } from '@/components/status/head-age-words'
import { type StatusProps, VerdictMark } from '@/components/status/verdict'
import { NotNewer } from '@/components/ui/failure'
import { Age } from '@/components/ui/time'
import { useOffline } from '@/components/ui/use-offline'
import { useTitle } from '@/components/ui/use-title'
import { statusQuery } from '@/lib/api/query'
import type { IndexerState, IndexerStatus } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'
import { escapeInvisible } from '@/lib/format/text'
import { onCallHref } from '@/lib/status/run-book-address'
import { statusTitle } from '@/lib/status/title'
import { RecentChecks } from './recent-checks'
import { CHECKS_SHOWN } from './shown'
import { VerdictPanel } from './verdict-panel'
import * as words from './words'

const EVERY_MS = 5_000

/** @param isTitled false: the page has another title, such as of a past range */
export function StatusReport({ network, cluster, initial, isTitled }: StatusProps & { isTitled: boolean }) {
  const query = useQuery({ ...statusQuery(network, CHECKS_SHOWN), initialData: initial, refetchInterval: EVERY_MS })
  const { data: status } = query
  const offline = useOffline()
  const isCurrent = !query.error && !offline
  useTitle(isTitled ? statusTitle(isCurrent ? status : { ...status, verdict: 'unknown' }) : null)
  return (
    <div className="space-y-4">
      <NotNewer query={query} note={words.lastStatus} />
      <VerdictPanel {...status} label="Current status" doubt={words.doubtText(status)} isCurrent={isCurrent}>
        {isCurrent && <OperatorNotes status={status} />}
        {isCurrent && status.indexers && <Indexers indexers={status.indexers} />}
        {isCurrent && status.verdict !== 'ok' && (
          <p className="mt-1 text-sm">
            <a href={onCallHref(cluster, status.verdict)}>{words.whatToDo}</a>
          </p>
        )}
        <div className="mt-3 grid gap-x-10 gap-y-3 lg:grid-cols-2">
          <Evidence status={status} />
          <RecentChecks samples={status.samples} summary={status.summary} />
        </div>
        <p className="mt-3 text-sm text-muted">
          {status.checkedAt ? (
            <>
              <span>{words.checkedEvery(status.intervalSeconds)}</span> <Age iso={status.checkedAt} />
            </>
          ) : (
            <span>{words.firstCheck}</span>
          )}
        </p>
      </VerdictPanel>
    </div>
  )
}

function OperatorNotes({ status: { maintenance, acknowledged } }: { status: IndexerStatus }) {
  const notes = [
    maintenance && { kind: 'Maintenance', when: `until ${moment(maintenance.to)} UTC`, note: maintenance.note },
    acknowledged && { kind: 'Acknowledged', when: `at ${moment(acknowledged.at)} UTC`, note: acknowledged.note },
  ].filter((note) => note !== null)
  return notes.map(({ kind, when, note }) => (
    <p key={kind} className="mt-1 max-w-prose text-sm">
      <strong className="font-semibold">{kind}</strong> <span className="number">{when}</span>:{' '}
      <bdi className="wrap-anywhere">{escapeInvisible(note)}</bdi>
    </p>
  ))
}

/** With the day: a window may end tomorrow. */
function moment(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}

function Indexers({ indexers }: { indexers: readonly IndexerState[] }) {
  return (
    <ul aria-label="Indexers" className="mt-3 space-y-1 text-sm">
      {indexers.map(({ indexer, verdict, slot, since }) => (
        <li key={indexer} className="flex flex-wrap items-center gap-x-2">
          <VerdictMark verdict={verdict} />
          <bdi className="font-semibold" translate="no">
            {indexer}
          </bdi>
          <span translate="no">{verdict}</span>
          <span className="number text-muted">
            {`${since === null ? '' : `since ${clock(since)} UTC · `}slot ${slot === null ? 'unknown' : groupDigits(slot)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Evidence({ status }: { status: IndexerStatus }) {
  const { slot, slotMovedAt, slotsPerSecond, headAge, newestSignature, samples } = status
  return (
    <dl className="facts">
      <Fact name="Last check">
        <bdi>{words.healthText(samples.at(-1), status.summary)}</bdi>
      </Fact>
      <Fact name="Slot">
        <span>{slot === null ? 'unknown' : `${groupDigits(slot)}, ${slotMovedAt ? 'moved' : words.notMoved}`}</span>{' '}
        {slot !== null && slotMovedAt && <Age iso={slotMovedAt} />}
      </Fact>
      {status.standstill && <Fact name="Cause">{words.standstillText(status.standstill, status.chain)}</Fact>}
      <Fact name="Speed">{slotsPerSecond === null ? 'unknown' : `${slotsPerSecond.toFixed(2)} slots/s`}</Fact>
      <Fact name="Lag">{words.lagText(status)}</Fact>
      {status.chain && <Fact name="Chain">{words.chainText(status.chain)}</Fact>}
      <Fact name="Data age">
        {headAge === null ? (
          <span>{words.noAge}</span>
        ) : (
          <span title={words.ageSource(headAge.anchor.slot, clock(headAge.anchor.time))}>{headAgeText(headAge)}</span>
        )}
      </Fact>
      <Fact name="Newest signature">
        <span>{newestSignature ? `slot ${groupDigits(newestSignature.slot)},` : words.noSignature}</span>{' '}
        {newestSignature && <Age iso={newestSignature.time} />}
      </Fact>
      <Fact name="Failed checks">{words.failureText(samples)}</Fact>
      <Fact name="Last ok check">{status.lastOkAt ? <Age iso={status.lastOkAt} /> : <span>{words.neverOk}</span>}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  )
}

function clock(iso: string): string {
  return iso.slice(11, 19)
}
