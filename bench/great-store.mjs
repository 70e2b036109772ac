// What is measured of an indexer over a great store, whichever database it is in: what a page costs at the beginning, in
// the middle and at the end of a listing, alone, beside filters that look through everything and while blocks are being
// written; how many questions a second it answers then, and with more processes that read; how fast it takes in a folder,
// and what memory and disk it needs. Issue 8, Must show 2 and 4.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/bundle.mjs'
import { ingestion, whileWriting } from './great-busy.mjs'
import { inQuiet, manyReaders, READERS_CLIENTS } from './great-quiet.mjs'
import { endsOf, PACE } from './great-requests.mjs'
import { heldMb, root, withBusyIndexer, withIndexer, withReaders } from './processes.mjs'
import { rounded } from './report.mjs'

export const SEED = 20_261_120
export const ACCOUNTS = 10_000_000

/** What is asked for: design.md 7. */
const MEDIAN_MS = 5
const P99_BUSY_MS = 25
const DEPTH_RATIO = 1.3

/** Processes that read. */
const READERS = [1, 2, 4]

/** Transactions that are taken in by themselves, and beside the questions: the latter must not run out. */
const ALONE = 20_000
const BESIDE = 240_000

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
 * @param store `accounts` live ones; `bytes` that it takes; `ledger`, its folder; `databaseUrl`; `file` that all of it is in,
 *   or null; `seconds` that it took to make, or null; `notes` about the database; `serverPids()`, the processes of its server
 *   that answer, or null
 */
export async function measure(store) {
  const { accounts, seconds, bytes, ledger, databaseUrl, file = null, notes = [], serverPids = null } = store
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
  const held = () => (file === null ? Number.NaN : Math.round(heldMb(file)))
  const heldInQuiet = held()
  const readers = []
  for (const processes of READERS) {
    const measured = (started) => manyReaders(started, listings[0], serverPids)
    readers.push([processes, ...(await withReaders(processes, ledger, measured, env))])
  }
  await add(ALONE)
  const alone = await withBusyIndexer(ledger, (indexer) => ingestion(indexer), env)
  await add(BESIDE)
  const beside = await withBusyIndexer(ledger, (indexer) => whileWriting(indexer, listings, hashes), env)
  const heldBeside = held()
  emptied(ledger)

  const hasServer = serverPids !== null
  const busyRow = (place, inTurn, atPace, alone) => [
    ...[...place, inTurn.length, ...endsOf(inTurn), ...endsOf(atPace), ...endsOf(alone)],
  ]
  const busyPages = beside.pages.map((place, n) =>
    busyRow(place, beside.inTurn[n], beside.atPace.byTarget[n], quiet.atPace.byTarget[n]),
  )
  const allInTurn = beside.inTurn.flat().sort((a, b) => a - b)
  busyPages.push(busyRow(['all of them', ''], allInTurn, beside.atPace.times, quiet.atPace.times))
  const missed = [
    ...quiet.pages.flatMap(([name, , size, place, median]) =>
      size === 100 && median > MEDIAN_MS ? [`${name}, ${place}: a page of 100 in ${median} ms at the median`] : [],
    ),
    ...quiet.depths.flatMap(([name, size, ratio]) =>
      ratio > DEPTH_RATIO ? [`${name}, pages of ${size}: ${ratio} times the processor time at another depth`] : [],
    ),
    ...busyPages.flatMap(([name, place, , median, p99]) =>
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
        title: `While a folder is taken in at full speed: milliseconds of pages of 100, one question after the other (${beside.writtenInTurn} tx/s stored meanwhile) and ${PACE.perSecond} questions a second (${beside.writtenAtPace} tx/s), the latter in quiet, too`,
        columns: ['question', 'place', 'asked', 'p50', 'p99', 'p50 at pace', 'p99 at pace', 'p50 quiet', 'p99 quiet'],
        rows: busyPages,
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
          ['of it held in memory by the system after the pages in quiet', heldInQuiet],
          ['of it held in memory by the system after the questions beside ingestion', heldBeside],
        ].filter(([, mb]) => !Number.isNaN(mb)),
      },
    ],
    notes: [
      `${count(accounts)} live accounts: half of them the token program's, a tenth token accounts of one delegate; for each four live ones a spent one beside them.`,
      `${Math.round(bytes / accounts)} bytes of disk for each live account, spent accounts, transactions and indexes included.${seconds === null ? '' : ` Made in ${Math.round(seconds)} s.`}`,
      'first, middle, last: the same page again and again; anywhere: another place of the listing each time.',
      `At ${PACE.perSecond} questions a second the cores rest or do other work in between, and each page begins with cold caches: that it takes longer than in quiet is told by the last columns. Judged is one question after the other. The client, which shares the cores, asked ${endsOf(beside.atPace.late).join(' and ')} ms late at the median and at p99, which is not counted.`,
      'CPU ms: processor time of the indexer, and of the server where there is one, for each answer; other work on the machine hardly moves it.',
      `Client, indexer${hasServer ? ' and server' : ''} share ${os.availableParallelism()} cores: where the readers, the client${hasServer ? ' and the server' : ''} use them all, more readers have nothing more to run on.`,
      ...notes,
    ],
    missed,
    // A smaller store is a check, not a figure.
    isRecorded: accounts === ACCOUNTS,
  }
}
