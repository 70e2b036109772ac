'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { headAgeWords } from '@/components/status/head-age-words'
import { VerdictMark } from '@/components/status/verdict'
import { Failure } from '@/components/ui/failure'
import { Age } from '@/components/ui/time'
import { useOffline } from '@/components/ui/use-offline'
import { statusQuery } from '@/lib/api/query'
import type { IndexerState, IndexerStatus } from '@/lib/api/status'
import { VERDICT_TONES } from '@/lib/api/verdict-tones'
import { groupDigits } from '@/lib/format/numbers'
import type { Cluster } from '@/lib/page/address'
import { onCallHref } from '@/lib/status/run-book-address'
import { chainWords, doubtWords, failureWords, healthWords, lagWords, standstillWords } from './evidence'
import { OperatorNotes } from './operator-notes'
import { RecentChecks } from './recent-checks'
import { CHECKS } from './shown'
import { VERDICT_EDGES } from './verdict-edges'

const EVERY_MS = 5_000

export function StatusReport({
  network,
  cluster,
  initial,
}: {
  network: string
  cluster: Cluster
  initial: IndexerStatus
}) {
  const {
    data: status,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...statusQuery(network, CHECKS),
    initialData: initial,
    refetchInterval: EVERY_MS,
  })
  const offline = useOffline()
  const isCurrent = !error && !offline
  const verdict = isCurrent ? status.verdict : 'unknown'
  const doubt = isCurrent ? doubtWords(status) : null
  const tone = VERDICT_TONES[verdict]
  return (
    <div className="space-y-4">
      {error && (
        <Failure
          problem={error.problem}
          rowsShown
          note="Showing the last known status."
          asking={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <section
        className={`panel border-s-4 p-4 sm:p-5 ${VERDICT_EDGES[doubt && tone === 'live' ? 'doubt' : tone]}`}
        aria-label="Current status"
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="inline-flex items-center gap-2 text-lg font-semibold">
            <VerdictMark verdict={verdict} inDoubt={doubt !== null} />
            <span translate="no">{isCurrent ? verdict : `unknown · last known: ${status.verdict}`}</span>
          </p>
          {doubt && <p className="text-doubt">{doubt}</p>}
          {isCurrent && status.since && (
            <p className="number text-sm text-muted">
              <span>{`since ${clock(status.since)} UTC,`}</span> <Age iso={status.since} />
            </p>
          )}
        </div>
        {/* Room for two lines on a phone: nothing below moves when the sentence or the font changes. */}
        <p className="mt-1 max-w-prose wrap-anywhere max-sm:min-h-12">
          {isCurrent ? status.summary : `Last known: ${status.summary}`}
        </p>
        {isCurrent && <OperatorNotes status={status} />}
        {isCurrent && status.indexers && <Indexers indexers={status.indexers} />}
        {isCurrent && verdict !== 'ok' && (
          <p className="mt-1 text-sm">
            <a href={onCallHref(cluster, verdict)}>What to do</a>
          </p>
        )}
        <div className="mt-3 grid gap-x-10 gap-y-3 lg:grid-cols-2">
          <Evidence status={status} />
          <RecentChecks samples={status.samples} summary={status.summary} />
        </div>
        <p className="mt-3 text-sm text-muted">
          {status.checkedAt ? (
            <>
              <span>{`Checked every ${status.intervalSeconds} s · last check`}</span> <Age iso={status.checkedAt} />
            </>
          ) : (
            <span>First check in progress.</span>
          )}
        </p>
      </section>
    </div>
  )
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
  const { slot, slotMovedAt, slotsPerSecond, headAge, samples } = status
  return (
    <dl className="facts">
      <Fact name="Last check">
        <bdi>{healthWords(samples.at(-1), status.summary)}</bdi>
      </Fact>
      <Fact name="Slot">
        <span>
          {slot === null ? 'unknown' : `${groupDigits(slot)}, ${slotMovedAt ? 'moved' : 'no movement seen yet'}`}
        </span>{' '}
        {slot !== null && slotMovedAt && <Age iso={slotMovedAt} />}
      </Fact>
      {status.standstill && <Fact name="Cause">{standstillWords(status.standstill, status.chain)}</Fact>}
      <Fact name="Speed">{slotsPerSecond === null ? 'unknown' : `${slotsPerSecond.toFixed(2)} slots/s`}</Fact>
      <Fact name="Lag">{lagWords(status)}</Fact>
      {status.chain && <Fact name="Chain">{chainWords(status.chain)}</Fact>}
      <Fact name="Data age">
        {headAge === null ? (
          <span>unknown: no block time yet</span>
        ) : (
          <span
            title={`Estimated from the block time of slot ${groupDigits(headAge.anchor.slot)}, ${clock(headAge.anchor.time)} UTC, and the slots since.`}
          >
            {headAgeWords(headAge)}
          </span>
        )}
      </Fact>
      <Fact name="Failed checks">{failureWords(samples)}</Fact>
      <Fact name="Last ok check">
        {status.lastOkAt ? <Age iso={status.lastOkAt} /> : <span>none since this explorer started</span>}
      </Fact>
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
