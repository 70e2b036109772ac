import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { headAgeText } from '@/components/status/head-age-words'
import { VERDICT_TONES, VerdictMark } from '@/components/status/verdict'
import { Age, useClock } from '@/components/ui/time'
import { useOffline } from '@/components/ui/use-offline'
import { useTitle } from '@/components/ui/use-title'
import { statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import type { Tone } from '@/lib/api/tone'
import { groupDigits } from '@/lib/format/numbers'
import { escapeInvisible } from '@/lib/format/text'
import { allStatusFrom, worstFirst } from '@/lib/status/all-networks'
import type { StatusHistory } from '@/lib/status/history/contract'
import { historyQuery } from '@/lib/status/history/history-query'
import { timeRangeOf } from '@/lib/status/range'
import { allStatusTitle, statusTitle } from '@/lib/status/title'
import { Chart } from './chart'
import { CHARTS, columnsOf, lastValueText } from './series'
import { CHART_POINTS, CHECKS_SHOWN, WALL_RANGE } from './shown'
import { StateBar, StatePatterns } from './state-bar'
import { verdictRuns } from './state-runs'
import * as words from './words'

/* For a screen that nobody touches: an answer that is late is as good as none. */

const EVERY_MS = 5_000
const CURRENT_MS = 20_000
const LOOK_MS = 10_000

const ON_WALL = ['Speed', 'Lag', 'Check latency']
const BUILD_FILES = /\/_next\/static\/[^"'\\\s]+/g

/**
 * Loads the page again when its files are of another build, and never else: its rows come back by themselves, and a page
 * that is loaded while the explorer stops is an error page for good.
 */
function useNewBuild(): void {
  useEffect(() => {
    let files: string | null = null
    const look = async () => {
      const page = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(LOOK_MS) })
      if (!page.ok) return
      const now = [...new Set((await page.text()).match(BUILD_FILES))].sort().join()
      if ((files ?? now) !== now) location.reload()
      files = now
    }
    const tryToLook = () => void look().catch(() => {})
    tryToLook()
    const timer = setInterval(tryToLook, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}

function Screen({
  title,
  tabTitle,
  href,
  updatedAt,
  failed,
  children,
  ...head
}: {
  title: string
  tabTitle: string
  href: string
  updatedAt: number
  failed: boolean
  doubt: string | null
  children: ReactNode
} & Pick<IndexerStatus, 'verdict' | 'since' | 'summary'>) {
  const [runs, setRuns] = useState(false)
  useEffect(() => setRuns(true), [])
  const late = useClock((now) => (now - updatedAt > CURRENT_MS ? 'late' : null))
  const isCurrent = !useOffline() && !failed && late === null
  useNewBuild()
  useTitle(isCurrent ? tabTitle : `${title}: unknown`)
  const verdict = isCurrent ? head.verdict : 'unknown'
  const doubt = isCurrent ? head.doubt : null
  const tone = doubt && verdict === 'ok' ? 'doubt' : VERDICT_TONES[verdict]
  return (
    <main
      id="content"
      className="wall flex min-h-dvh flex-1 flex-col gap-[1.5vh] p-[2vh_2vw] lg:h-dvh"
      data-runs={runs || undefined}
    >
      <noscript>
        <meta httpEquiv="refresh" content="30" />
      </noscript>
      <section
        aria-label="Current status"
        className={`rounded border-s-[1.5vw] p-[1.5vh_2vw] text-[clamp(1.125rem,min(2vw,3.4vh),3rem)] leading-tight ${TONES[tone]}`}
      >
        <h1 className="text-[length:inherit] leading-tight">{title}</h1>
        <p className="flex items-center gap-[0.15em] text-[clamp(2.25rem,min(12vw,22vh),18rem)] leading-[1.15] font-semibold [&>svg]:size-[0.75em]! [&>svg]:text-inherit!">
          <VerdictMark verdict={verdict} />
          <span translate="no">{verdict}</span>
        </p>
        <p className="number">
          {isCurrent ? (
            <>
              <span>{[doubt, head.since && `since ${head.since.slice(11, 19)} UTC,`].filter(Boolean).join(' · ')}</span>{' '}
              {head.since && <Age iso={head.since} />}
            </>
          ) : (
            <>
              <span>{words.notAnswering}</span> <Age iso={new Date(updatedAt).toISOString()} />
            </>
          )}
        </p>
        <p className="lg:line-clamp-2 lg:min-h-[2.5em]">
          {isCurrent ? head.summary : words.lastKnown(head.verdict, head.summary)}
        </p>
      </section>
      <div
        className={`flex min-h-0 flex-1 flex-col gap-[1.5vh] ${isCurrent ? '' : 'grayscale [&_*]:text-muted! [&_svg]:opacity-50'}`}
      >
        {children}
      </div>
      <p className="text-end text-sm">
        <a href={href} className="text-muted no-underline hover:underline">
          {words.wholePage}
        </a>
      </p>
    </main>
  )
}

/** An outage is the one that fills its field. */
const TONES: Readonly<Record<Tone, string>> = {
  live: 'border-leaf bg-leaf-soft text-leaf',
  doubt: 'border-doubt bg-doubt-soft text-doubt',
  fail: 'border-fail bg-fail text-surface',
  plain: 'border-muted bg-sunken text-muted',
}

export function Wall({ initial, history, href }: { initial: IndexerStatus; history: StatusHistory; href: string }) {
  const { network } = initial
  const query = useQuery({ ...statusQuery(network, CHECKS_SHOWN), initialData: initial, refetchInterval: EVERY_MS })
  const { data } = useQuery({
    ...historyQuery(network, 'wall', () => ({ ...timeRangeOf(WALL_RANGE, Date.now()), points: CHART_POINTS })),
    initialData: history,
    refetchInterval: LOOK_MS,
  })
  const timeRange = useMemo(() => ({ fromMs: Date.parse(data.from), toMs: Date.parse(data.to) }), [data])
  const runs = useMemo(() => verdictRuns(data.periods, timeRange), [data, timeRange])
  const columns = useMemo(() => columnsOf(data), [data])
  const status = query.data
  return (
    <Screen
      {...status}
      title={`${network} indexer`}
      tabTitle={statusTitle(status)}
      href={href}
      updatedAt={query.dataUpdatedAt}
      failed={query.error !== null}
      summary={notesOf(status)}
      doubt={words.doubtText(status)}
    >
      <dl className="grid grid-cols-2 gap-x-[2vw] gap-y-2 text-[clamp(0.8125rem,min(1.2vw,2vh),1.75rem)] text-muted lg:grid-cols-4">
        {numbersOf(status).map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="number text-[clamp(1.25rem,min(3.6vw,6.4vh),5.5rem)] leading-tight font-semibold text-ink">
              {value}
            </dd>
            <dd>{more}</dd>
          </div>
        ))}
      </dl>
      <h2 className="sr-only">{words.lastHour}</h2>
      <StatePatterns />
      <StateBar runs={runs} label={words.timeRangeText(timeRange)} />
      <div className="grid min-h-0 flex-1 gap-3 lg:grid-cols-3 [&_figure]:flex [&_figure]:min-h-0 [&_figure]:flex-col lg:[&_figure>div]:h-auto! lg:[&_figure>div]:flex-1 [&_figcaption_*]:text-[clamp(0.8125rem,min(1.2vw,2vh),1.75rem)]!">
        {CHARTS.filter(({ title }) => ON_WALL.includes(title)).map((kind) => (
          <Chart
            key={kind.title}
            {...{ kind, columns, timeRange, runs, selectedMs: null, onSelect: none, onZoom: none }}
            value={lastValueText(kind, columns)}
          />
        ))}
      </div>
    </Screen>
  )
}

const none = () => {}

/** Healthy indexers report none, which across a room must not read as a fault. */
function lagNumber({ verdict }: IndexerStatus, lag: number | null): string {
  if (lag === null) return verdict === 'ok' ? '–' : 'unknown'
  return lag === 0 ? 'none' : groupDigits(lag)
}

function numbersOf(status: IndexerStatus): [name: string, value: string, more: string][] {
  const { slot, slotsPerSecond, headAge, samples, chain } = status
  const lag = chain?.lag ?? status.lag
  const [age, margin] = headAge ? headAgeText(headAge).split(' ± ') : []
  const latency = samples.at(-1)?.latencyMs
  return [
    [
      'Slot',
      slot === null ? 'unknown' : groupDigits(slot),
      slotsPerSecond === null ? words.noPace : words.pace(slotsPerSecond),
    ],
    ['Lag', lagNumber(status, lag), lag === 0 ? '' : words.lagText(status)],
    ['Data age', age ?? 'unknown', headAge ? (margin ? `± ${margin}` : '') : words.noBlockTime],
    [
      'Answer time',
      latency === undefined ? 'unknown' : `${groupDigits(latency)} ms`,
      `failed checks: ${words.failureText(samples)}`,
    ],
  ]
}

function notesOf({ summary, maintenance, acknowledged }: IndexerStatus): string {
  const notes = [
    maintenance && `Maintenance: ${maintenance.note}`,
    acknowledged && `Acknowledged: ${acknowledged.note}`,
  ]
  return escapeInvisible([...notes, summary].filter(Boolean).join(' · '))
}

export function WallOfAll({ initial, href }: { initial: readonly IndexerStatus[]; href: string }) {
  const results = useQueries({
    queries: initial.map((status) => {
      return { ...statusQuery(status.network), initialData: status, refetchInterval: EVERY_MS }
    }),
  })
  const statuses = worstFirst(results.map(({ data }) => data))
  const { verdict, since, summary, worst } = allStatusFrom(statuses)
  return (
    <Screen
      title="All networks"
      tabTitle={allStatusTitle({ verdict, worst })}
      href={href}
      updatedAt={Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt))}
      failed={results.some(({ error }) => error !== null)}
      verdict={verdict}
      since={verdict === 'ok' ? null : since}
      summary={escapeInvisible(summary)}
      doubt={null}
    >
      <ul
        aria-label="Networks"
        className="grid flex-1 auto-rows-fr grid-cols-[repeat(auto-fill,minmax(max(14rem,22vw),1fr))] gap-3 text-[clamp(1rem,min(1.4vw,2.4vh),2rem)] leading-tight has-[>:nth-child(13)]:grid-cols-[repeat(auto-fill,minmax(max(11rem,15vw),1fr))] has-[>:nth-child(13)]:text-sm"
      >
        {statuses.map((status) => (
          <li
            key={status.network}
            className={`flex items-center gap-[0.7em] rounded border-s-8 p-[0.7em] wrap-anywhere [&>svg]:size-[2.5em]! [&>svg]:text-inherit! ${TONES[VERDICT_TONES[status.verdict]]}`}
          >
            <VerdictMark verdict={status.verdict} />
            <p className="grid">
              <strong translate="no">{status.network}</strong>
              <span className="text-[1.5em] leading-tight font-semibold" translate="no">
                {status.verdict}
              </span>
              <span className="number">
                {status.slot === null ? 'slot unknown' : `slot ${groupDigits(status.slot)}`}
              </span>
              {status.since && <Age iso={status.since} />}
            </p>
          </li>
        ))}
      </ul>
    </Screen>
  )
}
