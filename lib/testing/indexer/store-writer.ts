import fs from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { retryUntilStored } from '@/lib/indexer/ledger/until-stored'
import { applyBlocks } from '@/lib/indexer/store/apply'
import { headBlock } from '@/lib/indexer/store/journal'
import { openPostgresWriter } from '@/lib/indexer/store/postgres/open'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import type { WriterStore } from '@/lib/indexer/store/store'
import { undoTo } from '@/lib/indexer/store/undo'
import { openDatabase } from '@/lib/platform/sqlite/driver'
import { digestOfRows } from './every-row'
import { dieAtQuery, dieAtStatement, FATAL_POINTS, FATAL_POINTS_POSTGRES, type FatalPoint } from './fatal-points'
import { forkScript } from './fork-script'
import { GENESIS } from './forking-chain'

/*
 * Writes a store by a script of forks, to be killed. Stdout: `at <newest block> <digest> <check>` on each open, `ack <step>`
 * per stored step, `stopped <why>` while the database refuses writes, `done`. Arguments: file or postgres://…, seed,
 * acknowledged steps, optional fatal point and count.
 */

const [place = '', seed = '', acknowledged = '', name = '', times] = process.argv.slice(2)
const onServer = place.startsWith('postgres')
const point = (onServer ? FATAL_POINTS_POSTGRES : FATAL_POINTS)[name]
if (name !== '' && !point) throw new Error(`no fatal point is called ${name}`)
const identity = { ledger: 'killed', programIds: {} }

// Synchronous: output before a kill must arrive.
const print = (line: string) => fs.writeSync(1, `${line}\n`)

if (onServer && point) await dieAtQuery(point, Number(times))
const steps = forkScript(Number(seed))
let stored = Number(acknowledged)
// Where the write lock is lost, as after a server crash, acquire it again.
for (let done = false; !done; ) {
  const store = await opened()
  done = await written(store)
  await store.close()
}

async function opened(): Promise<WriterStore> {
  const { signal } = new AbortController()
  if (!onServer) return openSqlite(place, identity, point ? dying(point) : undefined)
  let store: WriterStore | null = null
  const stand = async () => {
    store = await openPostgresWriter(place, identity, { signal, onStandby: () => undefined })
  }
  await retryUntilStored(stand, { progress: { stopped: null }, signal, wait: () => setTimeout(50) })
  if (!store) throw new Error('given up')
  return store
}

function dying(point: FatalPoint): typeof openDatabase {
  const prepare = dieAtStatement(point, Number(times))
  return (file) => {
    const db = openDatabase(file)
    prepare(db)
    return db
  }
}

async function written(store: WriterStore): Promise<boolean> {
  const { lost: signal } = store
  const progress = { stopped: null }
  const wait = async () => {
    print(`stopped ${progress.stopped}`)
    await setTimeout(5)
  }
  const attempt = <T>(write: () => Promise<T>) => retryUntilStored(write, { progress, signal, wait })
  let head = ''
  const reportHead = async () => {
    head = (await headBlock(store))?.blockhash ?? GENESIS.blockhash
    const check = onServer ? ['ok'] : (await store.all('PRAGMA integrity_check')).map((row) => row.integrity_check)
    print(`at ${head} ${await digestOfRows(store)} ${check.join(' ')}`)
  }
  if (!(await attempt(reportHead))) return false
  // At most one step after the last acknowledged one is stored unreported.
  if (steps[stored]?.head === head) stored++
  while (stored < steps.length) {
    const step = steps[stored]
    if (!step) break
    const write = async () =>
      'apply' in step ? await applyBlocks(store, step.apply) : await undoTo(store, step.undoTo)
    if (!(await attempt(write))) return false
    print(`ack ${++stored}`)
    // A file's log never grows long enough by itself.
    if (!onServer && stored % 20 === 0) await attempt(() => store.all('PRAGMA wal_checkpoint(PASSIVE)'))
  }
  let digest = ''
  if (!(await attempt(async () => (digest = await digestOfRows(store))))) return false
  print(`done ${digest}`)
  return true
}
