// Half an hour of readers, a fifth of whom leave before their answer, over an indexer that fails in turn; then quiet. What
// the explorer's process holds must come back to what it held before. facts/reliability.md (d), L9. SOAK_MINUTES makes
// it shorter.
import fs from 'node:fs'
import path from 'node:path'
import { ownerAt, ownerPath, SOUND, withFakeIndexer } from './fake.mjs'
import { exchange, paced } from './load.mjs'
import { root, withLeafscan, withTemporaryFolder } from './processes.mjs'
import { rounded } from './report.mjs'

const MINUTES = Number(process.env.SOAK_MINUTES || 30)

/** A shortened run is a check, not a figure: it is not written down. */
export const isRecorded = !process.env.SOAK_MINUTES

export const title = `${MINUTES} minutes of readers, faults and aborts: memory, sockets and timers afterwards`

const MINUTE = 60_000
const PER_SECOND = 60
const OWNERS = 1_000_000
const ABORTED = 0.2

/** Kept connections close after this much quiet at the latest, on both sides. */
const QUIET_MS = 90_000

/** Between two looks at the heap under load. */
const BEAT_MS = (MINUTES * MINUTE) / 7

/** From this minute on the slope of the resident memory counts: caches are warm. */
const WARM_MINUTES = 5
const SLOPE_MB = 1
const HEAP_SHARE = 0.1

/** What the indexer does, each for ten seconds. */
const FAULTS = [
  SOUND,
  { ...SOUND, failing: 0.05 },
  { ...SOUND, latencyMs: 400 },
  { ...SOUND, failing: 1 },
  SOUND,
  { ...SOUND, hangs: true },
  SOUND,
  { ...SOUND, perSecond: 20 },
]
const FAULT_MS = 10_000

const PAGES = ['/', '/latest', '/status', `/owner/${ownerAt('soak', 0)}`]

export async function run() {
  return withTemporaryFolder((folder) =>
    withFakeIndexer((indexer) =>
      withLeafscan((leafscan) => soak(leafscan, indexer, folder), {
        INDEXER_URL: indexer.url,
        NODE_OPTIONS: `--expose-gc --require=${path.join(root, 'bench', 'resource-reporter.cjs')}`,
        RESOURCE_REPORTS: folder,
      }),
    ),
  )
}

async function soak({ url, serverPid }, indexer, folder) {
  // First what is made once, in each of the indexer's states, and the memory of answers to its bound of 5,000; then the
  // baseline, in quiet.
  await readers(url, indexer, 2 * FAULTS.length * FAULT_MS)
  await indexer.become({ ...SOUND, latencyMs: 0 })
  await paced({ url, path: (n) => ownerPath(ownerAt('first', n)) }, { perSecond: 200, ms: MINUTE / 2 })
  await rest()
  const before = await held(serverPid(), folder)

  const resident = []
  const heaps = []
  const beat = setInterval(() => held(serverPid(), folder).then(({ heapUsed }) => heaps.push(heapUsed / 1e6)), BEAT_MS)
  const sampler = setInterval(() => resident.push([performance.now(), residentMb(serverPid())]), 10_000)
  const began = performance.now()
  const statuses = await readers(url, indexer, MINUTES * MINUTE)
  clearInterval(sampler)
  clearInterval(beat)
  await indexer.become(SOUND)
  await rest()
  const after = await held(serverPid(), folder)

  const late = resident.filter(([at]) => at - began > WARM_MINUTES * MINUTE)
  const slope = late.length > 10 ? slopeOf(late) : null
  const heap = [before, after].map(({ heapUsed }) => heapUsed / 1e6)
  const grown = heap[1] / heap[0] - 1
  const row = (figure, was, is, wanted, within) => [figure, was, is, wanted, within ? 'within' : 'OVER']
  const same = (kind) => {
    const [was, is] = [before, after].map(({ counts }) => counts[kind] ?? 0)
    return row(kind, was, is, 'no more than before, give or take 2', is <= was + 2)
  }
  const kinds = [...new Set([...Object.keys(before.counts), ...Object.keys(after.counts)])].sort()
  const rows = [
    row(
      'heap after collection, MB',
      rounded(heap[0], 1),
      rounded(heap[1], 1),
      'at most 10 % more',
      grown <= HEAP_SHARE,
    ),
    row('resident, MB', rounded(before.rss / 1e6), rounded(after.rss / 1e6), '', true),
    row(
      'growth of the resident memory, MB a minute',
      '',
      slope === null ? 'too short' : rounded(slope, 2),
      `at most ${SLOPE_MB} after minute ${WARM_MINUTES}`,
      slope === null || slope <= SLOPE_MB,
    ),
    ...kinds.map(same),
  ]
  return {
    tables: [
      { title: 'What the process holds in quiet', columns: ['what', 'before', 'after', 'asked for', ''], rows },
      {
        title: 'Heap after collection under load, MB',
        columns: ['minute', 'MB'],
        rows: heaps.map((mb, n) => [rounded(((n + 1) * BEAT_MS) / MINUTE, 1), rounded(mb, 1)]),
      },
      { title: 'What readers got', columns: ['status', 'answers'], rows: Object.entries(statuses) },
    ],
    notes: [
      `${PER_SECOND} questions a second over ${OWNERS.toLocaleString('en-US')} owners and ${PAGES.length} pages, ${ABORTED * 100} % of them left by their reader; the indexer changes every ${FAULT_MS / 1000} s between sound, 5 % failing, slow, all failing, silent and limited.`,
      'Sockets and timers are those that Node calls active (process.getActiveResourcesInfo), after 90 s of quiet.',
    ],
    missed: rows.flatMap(([what, was, is, , within]) =>
      within === 'OVER' ? [`${what}: ${was} before, ${is} after`] : [],
    ),
  }
}

/** Readers for so long, and what they were answered. */
async function readers(url, indexer, ms) {
  const statuses = {}
  const underWay = new Set()
  const began = performance.now()
  let sent = 0
  let fault = -1
  for (let now = 0; now < ms; now = performance.now() - began) {
    const turn = Math.floor(now / FAULT_MS) % FAULTS.length
    if (turn !== fault) await indexer.become(FAULTS[turn])
    fault = turn
    while (sent < (now * PER_SECOND) / 1000) {
      const path = sent % 20 === 0 ? PAGES[(sent / 20) % PAGES.length] : ownerPath(ownerAt('soak', pick()))
      const abortAfterMs = Math.random() < ABORTED ? Math.random() * 60 : undefined
      sent++
      const one = exchange({ url, path }, 0, { abortAfterMs })
        .then(
          ({ status }) => status,
          () => 'left or broken',
        )
        .then((status) => {
          statuses[status] = (statuses[status] ?? 0) + 1
          underWay.delete(one)
        })
      underWay.add(one)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(underWay)
  return statuses
}

/** Few owners often, many seldom. */
function pick() {
  return Math.floor(OWNERS ** Math.random())
}

const rest = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS))

/** What the process says that it holds. */
async function held(pid, folder) {
  const file = path.join(folder, `${pid}.json`)
  fs.rmSync(file, { force: true })
  process.kill(Number(pid), 'SIGUSR2')
  while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 50))
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/** Resident memory in MB, as Linux counts it. */
function residentMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  return (Number(kilobytes) * 1024) / 1e6
}

/** Least squares: MB a minute. */
function slopeOf(samples) {
  const points = samples.map(([at, mb]) => [at / MINUTE, mb])
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  return over / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
}
