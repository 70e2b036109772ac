import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import { readXml, valuesOf } from '@/lib/testing/upstream/read-xml'
import { MODES, type Mode, SimulatedIndexer } from '@/lib/testing/upstream/simulated-indexer'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Degradation } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import type { MethodName } from '../../protocol/rpc/methods'
import { Endpoint } from '../../upstream/networks/endpoint'
import { networkNamed, siteUrl } from '../../upstream/networks/networks'
import { incidentHref } from '../address'
import { incidentKey } from '../alerts/alert'
import { composerOf } from '../alerts/formats/formats'
import { Incidents } from '../alerts/incidents'
import { networkFeed } from '../feed'
import type { Incident } from '../history/contract'
import { history } from '../history/history'
import { historyCsv } from '../history-file'
import { incidentMarkdown } from '../incident-file'
import { type NetworkChange, onVerdict, onVerdictChange } from './changes'
import { Probe } from './probe'

/* Card, history, permalink, feed, webhook and CSV must agree on each incident, within one check of the truth. */

const NETWORK = 'sandbox'
const EVERY_MS = 5_000

interface Posted {
  at: string
  confirmedAt: string
  to: Verdict
  summary: string
  link: string
  incident: { id: string; began: string }
}

const clock = virtualTime()
let folder: string
let indexer: SimulatedIndexer
let probe: Probe
let wrong: Degradation[]
let posted: Posted[]
let starts: Verdict[]
let card: { since: string | null; verdict: Verdict }[]
let startMs: number
let incidents: Incidents

async function begin(): Promise<void> {
  await forgetProcess()
  folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-times-'))
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('INDEXER_URL', `${NETWORK}=http://127.0.0.1:1`)
  vi.stubEnv('PROBE_SECONDS', '5')
  indexer = new SimulatedIndexer()
  wrong = []
  posted = []
  starts = []
  card = []
  startMs = clock.wall()
  startExplorer()
}

beforeEach(begin)

async function end(): Promise<void> {
  probe.end()
  await forgetProcess()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
}

afterEach(end)

function startExplorer(): void {
  const network = networkNamed(NETWORK)
  if (!network) throw new Error('no network')
  probe = new Probe(onlyIndexer(network), {
    sample: async () => indexer.check(),
    operations: async () => wrong,
    learnBlockTime: async () => {},
  })
  incidents = new Incidents()
  onVerdictChange(note)
  onVerdict(({ from, to }) => from === to && starts.push(to))
  probe.start()
}

function note(change: NetworkChange): void {
  const beginning = incidents.beginningOf(change)
  const link = siteUrl() + incidentHref(incidentKey({ ...change, ...beginning }))
  const alert = {
    ...change,
    ...beginning,
    slot: null,
    link,
    runbook: '',
    acknowledged: null,
    afterMaintenance: false,
  }
  const endpoint = new Endpoint({ url: 'http://receiver.example/', path: 'base' })
  const [request] = composerOf({ format: 'plain', endpoint })({ alert, missed: 0, over: [] })
  posted.push(JSON.parse(String(request?.body)))
  const { since, verdict } = probe.status(0)
  card.push({ since, verdict })
}

async function pass(seconds: number): Promise<void> {
  await clock.runTo(clock.monotonic() + seconds * 1_000)
}

async function restartExplorer(seconds: number): Promise<void> {
  probe.end()
  await forgetProcess()
  await pass(seconds)
  startExplorer()
  await clock.runTo(clock.monotonic())
}

interface Turn {
  at: string
  verdict: Verdict
}

/** In order of time, from changes in order of confirmation: a later one replaces what it covers. */
function turnsOf(changes: readonly { at: string; to: Verdict }[]): Turn[] {
  const turns: Turn[] = []
  for (const { at, to } of changes) {
    while (turns.length > 0 && (turns.at(-1)?.at ?? '') >= at) turns.pop()
    if (turns.at(-1)?.verdict !== to) turns.push({ at, verdict: to })
  }
  return turns
}

function fedChanges(): { at: string; confirmedAt: string; to: Verdict }[] {
  const read = readXml(networkFeed(NETWORK))
  const [published, updated] = [valuesOf(read, 'feed/entry/published'), valuesOf(read, 'feed/entry/updated')]
  const verdicts = valuesOf(read, 'feed/entry/category').map((term) => /"(\w+)"/.exec(term)?.[1] as Verdict)
  return published.map((at, i) => ({ at, confirmedAt: updated[i] ?? '', to: verdicts[i] ?? 'unknown' })).reverse()
}

/** `[beginning, end, seconds]` of ended incidents. */
function endedIn(turns: readonly Turn[]): [string, string, number][] {
  const incidents: [string, string, number][] = []
  let began: string | null = null
  for (const { at, verdict } of turns) {
    if (verdict !== 'ok') began ??= at
    else if (began !== null) {
      incidents.push([began, at, (Date.parse(at) - Date.parse(began)) / 1_000])
      began = null
    }
  }
  return incidents
}

const idOf = ({ incident }: Posted) => incident.id

const timesOf = ({ from, to, seconds }: Incident): [string, string, number] => [from, to, seconds]

function compare(): [string, string, number][] {
  const range = { fromMs: startMs, toMs: Math.max(clock.wall(), startMs + 1), points: 60 }
  const shown = history().history(NETWORK, range)
  const recorded: Turn[] = []
  for (const { from, verdict } of shown.periods) {
    if (verdict !== null && recorded.at(-1)?.verdict !== verdict) recorded.push({ at: from, verdict })
  }
  expect(recorded).toEqual(turnsOf(posted))
  const fed = fedChanges()
  expect(fed).toEqual(posted.slice(-fed.length).map(({ at, confirmedAt, to }) => ({ at, confirmedAt, to })))
  expect(card).toEqual(posted.map(({ at, to }) => ({ since: at, verdict: to })))
  expect(probe.status(0)).toMatchObject({ verdict: recorded.at(-1)?.verdict, since: recorded.at(-1)?.at })

  const incidents = shown.incidents.filter(({ cutAtStart, cutAtEnd }) => !cutAtStart && !cutAtEnd)
  const times = incidents.map(timesOf)
  expect(endedIn(recorded)).toEqual(times)
  const csv = historyCsv(shown, shown.to)
  for (const [from, to, seconds] of times) expect(csv).toContain(`# incident ${from} to ${to} - ${seconds} s: `)
  const linked = new Map(shown.incidents.map((incident) => [incident.id, incident]))
  for (const { at, confirmedAt, to, summary, link, incident } of posted) {
    const { id } = incident
    const document = history().incident(NETWORK, Number(id.split('-').at(-1)), 99.5)
    // The first ok is of no incident.
    if (document === null) {
      expect(to).toBe('ok')
      continue
    }
    expect(link).toBe(`${siteUrl()}/status/incident/${id}`)
    expect(document.id).toBe(id)
    expect(document.turns).toContainEqual(expect.objectContaining({ at, confirmedAt, to, summary }))
    const listed = linked.get(id)
    const isWhole = listed && !listed.cutAtStart && !listed.cutAtEnd
    // Incidents that became one are listed as one.
    if (!isWhole || shown.incidents.length < new Set(posted.filter(({ to }) => to !== 'ok').map(idOf)).size) continue
    expect({ from: document.began, to: document.ended, seconds: document.seconds }).toEqual({
      from: listed.from,
      to: listed.to,
      seconds: listed.seconds,
    })
    expect(listed.cause).toBe(document.cause)
    expect(incidentMarkdown(document, link)).toContain(document.began.slice(11, 19))
  }
  const feedLinks = valuesOf(readXml(networkFeed(NETWORK)), 'feed/entry/link').reverse()
  feedLinks.forEach((feedLink, i) => {
    if (feedLink.includes('/status/incident/')) expect(feedLink).toContain(`"${posted.at(i - feedLinks.length)?.link}"`)
  })
  return times
}

test('incidents that began and ended between two checks: all places agree, within one check of the truth', async () => {
  const truth: { began: number; ended: number }[] = []
  async function incident(seconds: number, begin: () => void, restartAfter?: number): Promise<void> {
    await pass(123)
    const began = clock.wall()
    begin()
    if (restartAfter === undefined) await pass(seconds)
    else {
      await pass(restartAfter)
      await restartExplorer(17)
      await pass(seconds - restartAfter - 17)
    }
    truth.push({ began, ended: clock.wall() })
    indexer.mode = MODES.follows
    indexer.chainGoesOn = true
  }
  const mode = (mode: Mode) => () => {
    indexer.mode = mode
  }
  await pass(61)
  await incident(16, mode(MODES.refuses))
  await incident(247, mode(MODES.refuses))
  await incident(96, mode(MODES.limits))
  await incident(58, mode(MODES['hides its health']))
  // Behind after a few checks, frozen a minute after the slot stopped.
  await incident(203, mode(MODES.pauses))
  await incident(154, () => {
    indexer.chainGoesOn = false
  })
  await incident(181, mode(MODES.refuses), 66)
  await incident(179, mode(MODES.pauses), 90)
  await pass(120)
  indexer.odd = MODES.refuses
  await pass(60)

  const found = compare()
  expect(found).toHaveLength(truth.length)
  found.forEach(([from, to, seconds], i) => {
    const { began, ended } = truth[i] ?? { began: 0, ended: 0 }
    expect(Math.abs(Date.parse(from) - began)).toBeLessThanOrEqual(EVERY_MS)
    expect(Math.abs(Date.parse(to) - ended)).toBeLessThanOrEqual(EVERY_MS)
    expect(seconds).toBe((Date.parse(to) - Date.parse(from)) / 1_000)
  })
  expect(posted.map(({ to }) => to)).toContain('behind')
})

test('a start with the recorded verdict is reported once, as no change', async () => {
  await pass(61)
  indexer.mode = MODES.refuses
  await pass(60)
  await restartExplorer(17)
  await pass(60)
  expect(starts).toEqual(['unreachable'])
  expect(posted.map(({ to }) => to)).toEqual(['ok', 'unreachable'])
})

test('an incident names the operations that failed while the indexer answered, not those asked in an outage', async () => {
  const fails = (method: MethodName): Degradation => ({ kind: 'fails', method, failed: 3, of: 3, text: 'Refused.' })
  await pass(61)
  wrong = [fails('getIndexerSlot')]
  await pass(60)
  indexer.mode = MODES.refuses
  wrong = [fails('getIndexerSlot'), fails('getLatestCompressionSignatures')]
  await pass(60)
  expect(posted.map(({ to }) => to)).toEqual(['ok', 'degraded', 'unreachable'])
  const began = Number(posted.at(-1)?.incident.id.split('-').at(-1))
  const { operations } = history().incident(NETWORK, began, 99.5) ?? {}
  expect(operations?.map(({ operation }) => operation)).toEqual(['getIndexerSlot'])
})

test('whatever an indexer does, and whenever the explorer restarts, all places agree', async () => {
  const seconds = fc.integer({ min: 1, max: 150 })
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ mode: fc.constantFrom(...Object.values(MODES)), seconds }) },
    { weight: 2, arbitrary: fc.record({ odd: fc.constantFrom(...Object.values(MODES)), seconds }) },
    { weight: 1, arbitrary: fc.record({ chainGoesOn: fc.boolean(), seconds }) },
    { weight: 1, arbitrary: fc.record({ away: fc.integer({ min: 0, max: 100 }), seconds }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      await end()
      await begin()
      await pass(6)
      for (const step of steps) {
        if ('mode' in step) indexer.mode = step.mode
        else if ('odd' in step) indexer.odd = step.odd
        else if ('away' in step) await restartExplorer(step.away)
        else indexer.chainGoesOn = step.chainGoesOn
        await pass(step.seconds)
      }
      compare()
    }),
    { numRuns: 20 },
  )
})
