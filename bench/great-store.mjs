// What is measured of an indexer over a great store, whichever database it is in: what a page costs at the beginning, in
// the middle and at the end of a listing, alone, beside filters that look through everything and while blocks are being
// written; how many questions a second it answers then, and with more processes that read; how fast it takes in a folder,
// and what memory and disk it needs. Issue 8, Must show 2 and 4.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/bundle.mjs'
import { ask, crowd, exchange, latencies, paced, quantile } from './load.mjs'
import { cpuMsOf, residentMb, root, withBusyIndexer, withIndexer, withReaders } from './processes.mjs'
import { rounded } from './report.mjs'
import { rpc } from './sandbox.mjs'

export const SEED = 20_261_120
export const ACCOUNTS = 10_000_000

/** What is asked for: design.md 7, issue 8. */
const MEDIAN_MS = 5
const P99_BUSY_MS = 25
const DEPTH_RATIO = 1.3

/** Each page is asked for so often in a turn, for so long at most; the first turn warms up. */
const ROUNDS = { rounds: 60, ms: 800 }
const TURNS = 3
const CLIENTS = [1, 16, 64]
const CROWD_MS = 4_000
/** Questions a second, where a page's time is taken while blocks are written: more would measure the queue. */
const PACE = { perSecond: 40, ms: 40_000 }
const LOOK_MS = 50

/** Processes that read, and the clients that they share. */
const READERS = [1, 2, 4]
const READERS_CLIENTS = 32

/** Filters at once that look through everything. */
const WALKS = [0, 1, 4]

/** Transactions that are taken in by themselves, and beside the questions: the latter must not run out. */
const ALONE = 20_000
const BESIDE = 160_000

/** A script of this folder that is written in TypeScript. */
export async function bundled(name) {
  await bundle(`bench/${name}.ts`, `dist/bench-${name}.mjs`)
  return import(pathToFileURL(path.join(root, 'dist', `bench-${name}.mjs`)).href)
}

/** Says what disk is needed before it is. @throws Error when there is less */
export function assertRoom(folder, accounts, bytesPerAccount) {
  const { bavail, bsize } = fs.statfsSync(folder)
  const [wanted, free] = [accounts * bytesPerAccount, bavail * bsize]
  console.log(`Making a store of ${count(accounts)} live accounts: up to ${gb(wanted)} of disk, ${gb(free)} are free`)
  if (free < wanted) throw new Error(`not enough disk: ${gb(wanted)} are wanted, ${gb(free)} are free`)
}

export async function timed(step) {
  const began = performance.now()
  await step()
  return (performance.now() - began) / 1000
}

const count = (number) => number.toLocaleString('en-US')
const gb = (bytes) => `${rounded(bytes / 1e9, 1)} GB`

/** A ledger with nothing to take in. */
function emptied(ledger) {
  fs.rmSync(path.join(ledger, 'transactions'), { recursive: true, force: true })
  fs.mkdirSync(path.join(ledger, 'transactions'), { recursive: true })
}

/**
 * @param store `accounts` live ones; `bytes` that it takes; `ledger`, its folder; `databaseUrl`; `seconds` that it took to
 *   make, or null; `notes` about the database; `serverPids()`, the processes of its server that answer, or null
 */
export async function measure({ accounts, seconds, bytes, ledger, databaseUrl, notes = [], serverPids = null }) {
  const [{ endOf, placesOf }, { writeLedger }] = await Promise.all(['scale-places', 'made-ledger'].map(bundled))
  const env = { DATABASE_URL: databaseUrl }
  /** Puts so many transactions behind what the store holds. */
  const add = async (transactions) => {
    const { slot, nextLeaf } = await endOf(databaseUrl)
    emptied(ledger)
    writeLedger(ledger, transactions, slot, { slot: slot + 1, leaf: nextLeaf })
  }
  emptied(ledger)
  const { listings, hashes } = await placesOf(databaseUrl, accounts, SEED)
  const quiet = await withIndexer(ledger, (indexer) => inQuiet(indexer, listings, hashes, serverPids), env)
  const readers = []
  for (const processes of READERS) {
    const measured = (started) => manyReaders(started, listings[0], serverPids)
    readers.push([processes, ...(await withReaders(processes, ledger, measured, env))])
  }
  await add(ALONE)
  const alone = await withBusyIndexer(ledger, (indexer) => ingestion(indexer), env)
  await add(BESIDE)
  const beside = await withBusyIndexer(ledger, (indexer) => whileWriting(indexer, listings, hashes), env)
  emptied(ledger)

  const hasServer = serverPids !== null
  const missed = [
    ...quiet.pages.flatMap(([name, , size, place, median]) =>
      size === 100 && median > MEDIAN_MS ? [`${name}, ${place}: a page of 100 in ${median} ms at the median`] : [],
    ),
    ...quiet.depths.flatMap(([name, size, ratio]) =>
      ratio > DEPTH_RATIO ? [`${name}, pages of ${size}: ${ratio} times the processor time at another depth`] : [],
    ),
    ...beside.pages.flatMap(([name, place, , median, p99]) =>
      median > MEDIAN_MS || p99 > P99_BUSY_MS
        ? [`${name} ${place} while blocks are written: ${median} ms at the median, ${p99} ms at p99`]
        : [],
    ),
  ]
  return {
    tables: [
      {
        title: 'In quiet: milliseconds of one question after the other',
        columns: ['question', 'rows in all', 'page', 'place', 'p50', 'p99', 'asked', 'CPU ms each'],
        rows: quiet.pages,
      },
      {
        title: 'Depth: the dearest of first, middle and last page against the cheapest',
        columns: ['listing', 'page', 'by processor time', 'by medians'],
        rows: quiet.depths,
      },
      {
        title: `While a folder is taken in at full speed, ${beside.written} tx/s: milliseconds of pages of 100, ${PACE.perSecond} questions a second`,
        columns: ['question', 'place', 'asked', 'p50', 'p99'],
        rows: beside.pages,
      },
      {
        title: 'While a folder is taken in at full speed: questions a second over HTTP, each client with one at a time',
        columns: ['question', 'clients', 'answers/s', 'p50 ms', 'p99 ms', 'tx/s stored meanwhile'],
        rows: beside.rates,
      },
      {
        title: 'In quiet: pages of 100 by owner beside filters that look through all accounts of the greatest owner',
        columns: ['such filters at once', 'p50', 'p99', 'asked', 'filters refused', 'after ms'],
        rows: quiet.besideWalks,
      },
      {
        title: `Processes that read: pages of 100 by owner anywhere, ${READERS_CLIENTS} clients in all`,
        columns: ['readers', 'answers/s', 'against one', 'cores: readers', 'client', ...(hasServer ? ['server'] : [])],
        rows: readers.map(([processes, perSecond, ...cores]) => [
          processes,
          Math.round(perSecond),
          rounded(perSecond / readers[0][1], 2),
          ...cores.slice(0, hasServer ? 3 : 2).map((used) => rounded(used, 2)),
        ]),
      },
      {
        title: 'Ingestion from a folder into the great store',
        columns: ['', 'transactions', 's', 'tx/s'],
        rows: [['by itself', ALONE, rounded(alone.seconds, 1), Math.round(alone.perSecond)]],
      },
      {
        title: 'Memory and disk',
        columns: ['', 'MB'],
        rows: [
          ['resident, after pages from all over the store', Math.round(quiet.resident)],
          ['resident, after ingestion by itself', Math.round(alone.resident)],
          ['resident, after questions beside ingestion', Math.round(beside.resident)],
          ['store', Math.round(bytes / 1e6)],
        ],
      },
    ],
    notes: [
      `${count(accounts)} live accounts: half of them the token program's, a tenth token accounts of one delegate; for each four live ones a spent one beside them.`,
      `${Math.round(bytes / accounts)} bytes of disk for each live account, spent accounts, transactions and indexes included.${seconds === null ? '' : ` Made in ${Math.round(seconds)} s.`}`,
      'first, middle, last: the same page again and again; anywhere: another place of the listing each time.',
      'CPU ms: processor time of the indexer, and of the server where there is one, for each answer; other work on the machine hardly moves it.',
      `Client, indexer${hasServer ? ' and server' : ''} share ${os.availableParallelism()} cores: where the readers, the client${hasServer ? ' and the server' : ''} use them all, more readers have nothing more to run on.`,
      ...notes,
    ],
    missed,
    // A smaller store is a check, not a figure.
    kept: accounts === ACCOUNTS,
  }
}

async function inQuiet({ url, pid }, listings, hashes, serverPids) {
  const cpu = async () => cpuMsOf(pid) + (await cpuOf(serverPids))
  const pages = []
  const depths = []
  const rowsOf = async (name, rows, size, places) => {
    const times = Object.values(places).map(() => [])
    const spent = times.map(() => 0)
    // In turn, so that whatever else the machine does meets all of them alike.
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [n, target] of Object.values(places).entries()) {
        const before = await cpu()
        const [some] = await latencies([target], { ...ROUNDS, warmUp: turn === 0 ? 10 : 0 })
        if (turn > 0) spent[n] += (await cpu()) - before
        if (turn > 0) times[n].push(...some)
      }
    }
    return Object.keys(places).map((place, n) => {
      const ascending = times[n].sort((a, b) => a - b)
      return [name, rows, size, place, ...figuresOf(ascending), rounded(spent[n] / ascending.length, 2)]
    })
  }
  for (const listing of listings) {
    for (const size of [100, 1000].filter((size) => listing.last[size])) {
      const rows = await rowsOf(listing.name, listing.total, size, placesIn(url, listing, size))
      pages.push(...rows)
      const ratioOf = (column) => {
        const values = rows.filter(([, , , place]) => place !== 'anywhere').map((row) => row[column])
        return rounded(Math.max(...values) / Math.min(...values), 2)
      }
      depths.push([listing.name, size, ratioOf(7), ratioOf(4)])
    }
  }
  for (const [name, target] of [
    ['getIndexerHealth', rpc(url, 'getIndexerHealth')],
    ['getIndexerSlot', rpc(url, 'getIndexerSlot')],
    ['signatures of an account', ofAccounts(url, hashes)],
  ]) {
    pages.push(...(await rowsOf(name, '', '', { [name.startsWith('get') ? '' : 'anywhere']: target })))
  }
  const besideWalks = []
  for (const walks of WALKS) besideWalks.push([walks, ...(await besideFilters(url, listings[0], walks))])
  return { pages, depths, besideWalks, resident: residentMb(pid) }
}

/** Pages of a listing by owner while so many filters look through all of it for bytes that nobody has. */
async function besideFilters(url, listing, walks) {
  const walk = (n) => ({
    ...listing.params,
    filters: [{ memcmp: { offset: 40, bytes: `Nobody${'abcdefgh'[n]}hasThese` } }],
  })
  let asking = true
  const took = []
  const walking = Array.from({ length: walks }, async (_, n) => {
    while (asking) {
      const began = performance.now()
      const { bytes } = await exchange(rpc(url, listing.method, walk(n)))
      took.push({ ms: performance.now() - began, refused: bytes.includes('filter too broad') })
    }
  })
  const [times] = await latencies([placesIn(url, listing, 100).anywhere], { rounds: 300, ms: 5_000 })
  asking = false
  await Promise.all(walking)
  const refused = took.filter((one) => one.refused).length
  return [
    ...figuresOf(times),
    took.length === 0 ? '' : `${refused} of ${took.length}`,
    took.length === 0 ? '' : Math.round(Math.max(...took.map(({ ms }) => ms))),
  ]
}

/** Median and 99th percentile of ascending milliseconds, and how many they are. */
function figuresOf(times) {
  return [rounded(quantile(times, 0.5), 2), rounded(quantile(times, 0.99), 2), times.length]
}

/** Milliseconds of processor time of a server's processes; 0 where there is no server. */
async function cpuOf(pids) {
  return ((await pids?.()) ?? []).reduce((sum, pid) => sum + cpuMsOf(pid), 0)
}

/** Answers a second of all readers together, and the cores that readers, client and server used meanwhile. */
async function manyReaders(readers, listing, serverPids) {
  const cpu = async () => ({
    readers: readers.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
    server: await cpuOf(serverPids),
    client: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
  })
  const connections = READERS_CLIENTS / readers.length
  const askAll = (ms) =>
    Promise.all(
      readers.map(({ url }, n) => crowd(placesIn(url, listing, 100).anywhere, { connections, ms, from: 17 * n })),
    )
  // As long again before: each process compiles its own code, on the same cores.
  await askAll(CROWD_MS)
  const [before, began] = [await cpu(), performance.now()]
  const answered = await askAll(CROWD_MS)
  const [after, ms] = [await cpu(), performance.now() - began]
  const perSecond = answered.reduce((sum, crowd) => sum + crowd.perSecond, 0)
  return [perSecond, ...['readers', 'client', 'server'].map((who) => (after[who] - before[who]) / ms)]
}

function placesIn(url, { method, params, middle, last, anywhere }, limit) {
  const at = (cursor) => rpc(url, method, { ...params, limit, cursor })
  const bodies = anywhere.map((cursor) => at(cursor).body)
  return {
    first: at(undefined),
    middle: at(middle),
    last: at(last[limit]),
    anywhere: { ...at(undefined), body: (n) => bodies[(n * 61) % bodies.length] },
  }
}

function ofAccounts(url, hashes) {
  const bodies = hashes.map((hash) => rpc(url, 'getCompressionSignaturesForAccount', { hash }).body)
  return {
    ...rpc(url, 'getCompressionSignaturesForAccount', { hash: hashes[0] }),
    body: (n) => bodies[n % bodies.length],
  }
}

/** From the first stored transaction to the last. */
async function ingestion({ url, pid, stored }) {
  const begin = await firstStored(url)
  await stored()
  const end = await storedNow(url)
  const seconds = (end.at - begin.at) / 1000
  return { seconds, perSecond: (end.transactions - begin.transactions) / seconds, resident: residentMb(pid) }
}

async function whileWriting({ url, pid, stored }, listings, hashes) {
  await firstStored(url)
  let done = false
  // It is stopped before that where all goes well.
  stored().then(
    () => {
      done = true
    },
    () => {},
  )
  const meanwhile = async (ask) => {
    const before = await storedNow(url)
    const result = await ask()
    const after = await storedNow(url)
    if (done) throw new Error('the folder was taken in before the questions were answered')
    return { result, written: Math.round((after.transactions - before.transactions) / ((after.at - before.at) / 1000)) }
  }

  const asked = listings.flatMap((listing) => {
    const { first, anywhere } = placesIn(url, listing, 100)
    return [
      { name: listing.name, place: 'first', target: first },
      { name: listing.name, place: 'anywhere', target: anywhere },
    ]
  })
  const { result, written } = await meanwhile(() => pacedInTurn(asked.map(({ target }) => target)))
  const pages = asked.map(({ name, place }, n) => [
    ...[name, place, result[n].length],
    ...[0.5, 0.99].map((share) => rounded(quantile(result[n], share), 1)),
  ])
  const all = result.flat().sort((a, b) => a - b)
  pages.push(['all of them', '', all.length, ...[0.5, 0.99].map((share) => rounded(quantile(all, share), 1))])

  const rates = []
  const resident = []
  for (const [name, target] of [
    ['by owner, pages of 100 anywhere', placesIn(url, listings[0], 100).anywhere],
    ['signatures of an account anywhere', ofAccounts(url, hashes)],
  ]) {
    for (const connections of CLIENTS) {
      const { result, written } = await meanwhile(() => crowd(target, { connections, ms: CROWD_MS }))
      const times = [0.5, 0.99].map((share) => rounded(quantile(result.times, share), 1))
      rates.push([name, connections, Math.round(result.perSecond), ...times, written])
      resident.push(residentMb(pid))
    }
  }
  return { pages, written, rates, resident: Math.max(...resident) }
}

/** Ascending milliseconds by target, which take turns at the pace. */
async function pacedInTurn(targets) {
  const times = targets.map(() => [])
  const one = (member) => (n) => {
    const { [member]: given } = targets[n % targets.length]
    return typeof given === 'function' ? given(Math.floor(n / targets.length)) : given
  }
  const seen = ({ status, bytes }, ms, n) => {
    if (status !== 200 || bytes.includes('"error"')) throw new Error(`answered ${status}: ${bytes.subarray(0, 300)}`)
    times[n % targets.length].push(ms)
  }
  await paced({ url: targets[0].url, path: one('path'), body: one('body') }, { ...PACE, seen })
  return times.map((list) => list.sort((a, b) => a - b))
}

async function firstStored(url) {
  for (;;) {
    const now = await storedNow(url)
    if (now.transactions > 0) return now
    await setTimeout(LOOK_MS)
  }
}

/** Transactions stored since the start of the process. */
async function storedNow(url) {
  const metrics = String(await ask({ url, path: '/metrics' }))
  const transactions = Number(/^explorer_ingest_transactions_total (\d+)$/m.exec(metrics)?.[1])
  return { at: performance.now(), transactions }
}
