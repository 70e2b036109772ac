// How fast the embedded indexer takes in a folder ledger: the real process, from files to a fresh SQLite store. Then its
// steps one by one in this process, to see where the time goes.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIndexer, bundle } from '../scripts/bundle.mjs'
import { ask, median } from './load.mjs'
import { root, withIndexer, withTemporaryFolder } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'transactions per second from a folder ledger into a fresh SQLite store'

const SEED = 20_261_120
const SIZES = [
  { transactions: 2_000, runs: 3 },
  // Once: it takes as long as everything else here, and is there to show that the rate holds.
  { transactions: 10_000, runs: 1 },
]

/** The steps are taken apart over this many transactions: kept in memory all at once, more would measure the memory. */
const STEPS_OVER = 2_000
const STEP_RUNS = 3

/** Numbers of threads that are compared, over so many transactions. */
const THREADS = [0, 1, 2]
const DECODED = 10_000

export async function run() {
  await buildIndexer()
  await bundle('bench/made-ledger.ts', 'dist/bench-made-ledger.mjs')
  const { writeLedger, timeSteps, timeDecoding } = await import(
    pathToFileURL(path.join(root, 'dist', 'bench-made-ledger.mjs')).href
  )

  return withTemporaryFolder(async (folder) => {
    const ledgerOf = (transactions) => {
      const ledger = path.join(folder, `ledger-${transactions}`)
      if (!fs.existsSync(ledger)) writeLedger(ledger, transactions, SEED)
      return ledger
    }
    // Node, imports and an empty store cost the same for any ledger; what a ledger costs is the time beyond that.
    const startUps = await times(3, () => secondsUntilStored(ledgerOf(1), 1))
    const startUp = median(startUps)

    const whole = []
    for (const { transactions, runs } of SIZES) {
      const ledger = ledgerOf(transactions)
      const seconds = await times(runs, () => secondsUntilStored(ledger, transactions))
      const middle = median(seconds)
      const perSecond = (time) => Math.round(transactions / time)
      const megabytes = rounded(sizeOf(path.join(ledger, 'transactions')) / 1e6, 1)
      const rates = [perSecond(middle), perSecond(middle - startUp), perSecond(Math.min(...seconds) - startUp)]
      whole.push([transactions, megabytes, runs, rounded(middle, 2), ...rates])
    }

    const threads = []
    const thread = path.join(root, 'dist', 'indexer-thread.mjs')
    for (let run = 0; run < STEP_RUNS; run++) {
      for (const count of THREADS) {
        threads.push({ count, ...(await timeDecoding(ledgerOf(DECODED), count, thread)) })
      }
    }
    const decoding = (wanted, what = 'seconds') =>
      median(threads.filter(({ count }) => count === wanted).map((each) => each[what]))

    const runs = await times(STEP_RUNS, (n) => timeSteps(ledgerOf(STEPS_OVER), path.join(folder, `steps-${n}.sqlite`)))
    const best = (step) => Math.min(...runs.map((seconds) => seconds[step]))
    const sum = best('read') + best('parse') + best('store')
    const steps = ['read', 'parse', 'store'].map((step) => {
      const share = `${Math.round((best(step) / sum) * 100)} %`
      return [step, rounded(best(step), 3), Math.round(STEPS_OVER / best(step)), share]
    })
    return {
      tables: [
        {
          title:
            'The indexer as a process (npm run indexer): from its spawn to its ready line, when every slot is stored',
          columns: ['transactions', 'MB', 'runs', 'median s', 'tx/s', 'tx/s beyond start-up', 'best run'],
          rows: whole,
        },
        {
          title: `Its steps one after the other over ${STEPS_OVER} transactions, no server, best of ${STEP_RUNS}`,
          columns: ['step', 's', 'tx/s', 'share'],
          rows: steps,
        },
        {
          title: `Reading and decoding ${DECODED} transactions, without storing; median of ${STEP_RUNS}, in turns`,
          columns: ['threads', 's', 'processor s', 'tx/s', '× without threads'],
          rows: THREADS.map((count) => [
            count === 0 ? 'none' : count,
            rounded(decoding(count), 2),
            rounded(decoding(count, 'cpuSeconds'), 2),
            Math.round(DECODED / decoding(count)),
            rounded(decoding(0) / decoding(count), 2),
          ]),
        },
      ],
      notes: [
        `Start-up: ${rounded(startUp, 2)} s until one transaction is stored (median of 3).`,
        'A transaction spends one or two accounts and makes two; events v1 and v2 in equal parts; five to a slot, a file each.',
        'Threads divide the time where cores are free; where none is, what they cost shows: passing on, and warming up in each.',
        'Above 2,000 files reading and decoding are done in threads, as many as there are cores without one, two to four.',
        'read: list the folder, open each file for its slot and again for its content, check it; parse: blocks to changes; store: changes to SQLite.',
      ],
    }
  })
}

async function times(runs, measure) {
  const results = []
  for (let n = 0; n < runs; n++) results.push(await measure(n))
  return results
}

/** Seconds from the spawn until the indexer says it is ready, after which all of the ledger must be in its answers. */
function secondsUntilStored(ledger, transactions) {
  return withIndexer(ledger, async ({ url, readyMs }) => {
    const metrics = String(await ask({ url, path: '/metrics' }))
    const counted = (name) => Number(new RegExp(`^explorer_ingest_${name} (\\d+)$`, 'm').exec(metrics)?.[1])
    if (counted('transactions_total') !== transactions || counted('undecodable_total') !== 0) {
      throw new Error(`ready with ${counted('transactions_total')} of ${transactions} transactions`)
    }
    return readyMs / 1000
  })
}

function sizeOf(folder) {
  return fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0)
}
