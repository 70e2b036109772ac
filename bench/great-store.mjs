// What is measured of an indexer over a great store, whichever database it is in: what a page costs at the beginning, in
// the middle and at the end of a listing, alone and while blocks are being written; how fast it takes in a folder, and what
// memory and disk it needs.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ask, askIndexer, latencies, pagesOf, quantile, rpc } from './load.mjs'
import { bundled, cpuMsOf, residentMb, withIndexer } from './processes.mjs'
import { rounded } from './report.mjs'
import { TOKEN_PROGRAM } from './sandbox.mjs'

const SEED = 20_261_120
export const ACCOUNTS = 10_000_000

/** What is asked for: design.md 7. */
const MEDIAN_MS = 5
const P99_BUSY_MS = 25
const DEPTH_RATIO = 1.3

/** Transactions that are taken in by themselves, and beside the questions: the latter must not run out. */
const ALONE = 20_000
const BESIDE = 240_000

/**
 * Each page is asked for so often in a turn, for so long at most; the first turn warms up. Many short turns: the machine's
 * own pace may change within seconds, and a listing's places are compared with each other.
 */
const ROUNDS = { rounds: 30, ms: 300 }
const TURNS = 11

/** Beside ingestion each page so often, one question after the other, for so long at most. */
const BUSY_ROUNDS = { rounds: 500, ms: 40_000 }

const count = (number) => number.toLocaleString('en-US')
const gb = (bytes) => `${rounded(bytes / 1e9, 1)} GB`

/**
 * Makes a store; says what disk is needed before it is.
 * @returns the seconds that it took
 * @throws Error when there is less
 */
export async function made(folder, accounts, bytesPerAccount, write) {
  const { bavail, bsize } = fs.statfsSync(folder)
  const [wanted, free] = [accounts * bytesPerAccount, bavail * bsize]
  console.log(`Making a store of ${count(accounts)} live accounts: up to ${gb(wanted)} of disk, ${gb(free)} are free`)
  if (free < wanted) throw new Error(`not enough disk: ${gb(wanted)} are wanted, ${gb(free)} are free`)
  const { shapeOf } = await bundled('made-store')
  const began = performance.now()
  await write(shapeOf(accounts, SEED))
  return (performance.now() - began) / 1000
}

/**
 * @param store `accounts` live ones; `bytes` that it takes; `ledger`, its folder; `databaseUrl`; `seconds` that it took to
 *   make, or null; `notes` about the database; `serverPids()`, the processes of its server that answer, none without one
 */
export async function measure(store) {
  const { accounts, seconds, bytes, ledger, databaseUrl, notes = [], serverPids = async () => [] } = store
  const { writeLedger } = await bundled('made-ledger')
  const over = (use, how) => withIndexer(ledger, use, { DATABASE_URL: databaseUrl }, how)
  const transactions = path.join(ledger, 'transactions')
  const empty = () => fs.rmSync(transactions, { recursive: true, force: true })
  const add = (number, start) => {
    empty()
    return writeLedger(ledger, number, start)
  }
  empty()
  fs.mkdirSync(transactions)
  const { listings, hashes, end } = await over(placesIn)
  const quiet = await over((indexer) => inQuiet(indexer, listings, hashes, serverPids))
  const next = add(ALONE, end)
  const alone = await over(ingestion, { isBusy: true })
  add(BESIDE, next)
  const beside = await over((indexer) => whileWriting(indexer, listings), { isBusy: true })
  empty()
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
        title: `While a folder is taken in at full speed (${beside.written} tx/s stored meanwhile): milliseconds of pages of 100, one question after the other`,
        columns: ['question', 'place', 'p50', 'p99', 'asked'],
        rows: beside.pages,
      },
      {
        title: 'Ingestion from a folder into the great store',
        columns: ['', 'transactions', 's', 'tx/s'],
        rows: [['by itself', ALONE, rounded(alone.seconds, 1), Math.round(ALONE / alone.seconds)]],
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
      ...notes,
    ],
    missed: [
      ...quiet.pages.flatMap(([name, , size, place, median]) =>
        size === 100 && median > MEDIAN_MS ? [`${name}, ${place}: a page of 100 in ${median} ms at the median`] : [],
      ),
      ...quiet.depths.flatMap(([name, size, ratio]) =>
        ratio > DEPTH_RATIO ? [`${name}, pages of ${size}: ${ratio} times the processor time at another depth`] : [],
      ),
      ...beside.pages.flatMap(([name, place, median, p99]) =>
        median > MEDIAN_MS || p99 > P99_BUSY_MS
          ? [`${name} ${place} while blocks are written: ${median} ms at the median, ${p99} ms at p99`]
          : [],
      ),
    ],
    // A smaller store is a check, not a figure.
    isRecorded: accounts === ACCOUNTS,
  }
}

/** The great listings with cursors that lead all over them, hashes of accounts, and where a ledger goes on: all are read. */
async function placesIn({ url }) {
  const { namesOf } = await bundled('made-store')
  const { mint, wallet, delegate } = namesOf(SEED)
  const byOwner = ['getCompressedAccountsByOwner', { owner: TOKEN_PROGRAM }]
  const byDelegate = ['getCompressedTokenAccountsByDelegate', { delegate }]
  const filter = (offset, bytes) => ({ ...byOwner[1], filters: [{ memcmp: { offset, bytes } }] })
  const [hashes, listings] = [[], []]
  let leaf = 0
  for (const [name, method, params] of [
    ['by owner', ...byOwner],
    ['by owner, of a mint', byOwner[0], filter(0, mint)],
    ['by owner, of a wallet', byOwner[0], filter(32, wallet)],
    ['by delegate', ...byDelegate],
    ['by delegate, of a mint', byDelegate[0], { delegate, mint }],
    ['latest', 'getLatestCompressionSignatures', {}],
  ]) {
    let total = 0
    /** Behind each thousand rows. */
    const cursors = [undefined]
    for await (const { items, cursor } of pagesOf(url, method, params)) {
      total += items.length
      if (items.length === 0) cursors.pop()
      else if (cursor) cursors.push(cursor)
      if (name !== 'by owner' || items.length === 0) continue
      hashes.push(items[0].hash)
      leaf = Math.max(leaf, items.at(-1).leafIndex + 1)
    }
    const behind = async (rows) => {
      const [cursor, limit] = [cursors[Math.floor(rows / 1000)], rows % 1000]
      return limit === 0 ? cursor : (await askIndexer(url, method, { ...params, cursor, limit })).value.cursor
    }
    const last = {}
    for (const size of [100, 1000]) if (total > 2 * size) last[size] = await behind(total - size)
    listings.push({ name, method, params, total, cursors, last })
  }
  return { listings, hashes, end: { slot: (await askIndexer(url, 'getIndexerSlot')) + 1, leaf } }
}

/** Pages of a listing, as load.mjs asks for them: the same one at three places, and another one each time. */
function targetsIn(url, { method, params, cursors, last }, limit) {
  const at = (cursor) => rpc(url, method, { ...params, limit, cursor })
  return {
    first: at(undefined),
    middle: at(cursors[Math.floor(cursors.length / 2)]),
    last: at(last[limit]),
    anywhere: rpc(url, method, (n) => ({ ...params, limit, cursor: cursors[(n * 61) % cursors.length] })),
  }
}

/** Pages of all listings at their places, one question after the other. */
async function inQuiet({ url, pid }, listings, hashes, serverPids) {
  const cpu = async () => [pid, ...(await serverPids())].reduce((sum, each) => sum + cpuMsOf(each), 0)
  const rowsOf = async (name, rows, size, targets) => {
    const times = targets.map(() => [])
    const spent = targets.map(() => 0)
    // In turn, so that whatever else the machine does meets all of them alike.
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [n, [, target]] of targets.entries()) {
        const before = await cpu()
        const [some] = await latencies([target], { ...ROUNDS, warmUp: turn === 0 ? 10 : 0 })
        if (turn > 0) spent[n] += (await cpu()) - before
        if (turn > 0) times[n].push(...some)
      }
    }
    return targets.map(([place], n) => {
      return [name, rows, size, place, ...figuresOf(times[n]), rounded(spent[n] / times[n].length, 2)]
    })
  }
  const [pages, depths] = [[], []]
  for (const listing of listings) {
    for (const size of [100, 1000].filter((size) => listing.last[size])) {
      const rows = await rowsOf(listing.name, listing.total, size, Object.entries(targetsIn(url, listing, size)))
      pages.push(...rows)
      const ratioOf = (column) => {
        const values = rows.filter(([, , , place]) => place !== 'anywhere').map((row) => row[column])
        return rounded(Math.max(...values) / Math.min(...values), 2)
      }
      depths.push([listing.name, size, ratioOf(7), ratioOf(4)])
    }
  }
  const signatures = (n) => ({ hash: hashes[n % hashes.length] })
  for (const [name, place, params] of [
    ['getIndexerHealth', ''],
    ['getIndexerSlot', ''],
    ['getCompressionSignaturesForAccount', 'anywhere', signatures],
  ]) {
    pages.push(...(await rowsOf(name, '', '', [[place, rpc(url, name, params)]])))
  }
  return { pages, depths, resident: residentMb(pid) }
}

/** From the first stored transaction to the last. */
async function ingestion({ url, pid, stored }) {
  const began = await firstStored(url)
  await stored()
  return { seconds: (performance.now() - began.at) / 1000, resident: residentMb(pid) }
}

/**
 * Pages of all listings one after the other, while a folder is taken in.
 * @throws Error when it runs out before
 */
async function whileWriting({ url, pid, stored }, listings) {
  const before = await firstStored(url)
  let isDone = false
  const done = () => {
    isDone = true
  }
  stored().then(done, () => {})
  const pages = listings.flatMap((listing) => {
    const { first, anywhere } = targetsIn(url, listing, 100)
    return [
      [listing.name, 'first', first],
      [listing.name, 'anywhere', anywhere],
    ]
  })
  const targets = pages.map(([, , target]) => target)
  const times = await latencies(targets, BUSY_ROUNDS)
  const after = await storedNow(url)
  if (isDone) throw new Error('the folder was taken in before the questions were answered')
  const rows = pages.map(([name, place], n) => [name, place, ...figuresOf(times[n])])
  return {
    pages: [...rows, ['all of them', '', ...figuresOf(times.flat())]],
    written: Math.round((after.transactions - before.transactions) / ((after.at - before.at) / 1000)),
    resident: residentMb(pid),
  }
}

async function firstStored(url) {
  for (;;) {
    const now = await storedNow(url)
    if (now.transactions > 0) return now
    await setTimeout(50)
  }
}

/** Transactions stored since the start of the process. */
async function storedNow(url) {
  const metrics = String(await ask({ url, path: '/metrics' }))
  const transactions = Number(/^leafscan_ingest_transactions_total (\d+)$/m.exec(metrics)?.[1])
  return { at: performance.now(), transactions }
}

/** Median and 99th percentile of milliseconds, and how many they are. */
function figuresOf(times) {
  times.sort((a, b) => a - b)
  return [rounded(quantile(times, 0.5), 2), rounded(quantile(times, 0.99), 2), times.length]
}
