import fs from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { untilStored } from '../ledger/until-stored'
import { applyBlocks } from '../store/apply'
import { headBlock } from '../store/journal'
import { openSqlite } from '../store/sqlite/open'
import { undoTo } from '../store/undo'
import { digestOfRows } from './every-row'
import { dyingAt } from './fatal-points'
import { forkScript } from './fork-script'
import { GENESIS } from './forking-chain'

/*
 * A process that writes a store by a script of forks, to be killed. On stdout: `at <newest block> <digest> <check>` once
 * it has opened, `ack <step>` after each step that is stored, `stopped <why>` while the disk takes nothing, `done`.
 * Arguments: file, seed, steps that are acknowledged already, and perhaps a fatal point and how often to meet it.
 */

const [file = '', seed = '', acknowledged = '', point, times] = process.argv.slice(2)
const open = point ? dyingAt(point, Number(times)) : undefined

// Written at once: what was said before a kill has been heard.
const say = (line: string) => fs.writeSync(1, `${line}\n`)

const store = openSqlite(file, { ledger: 'killed', programIds: {} }, open)
const steps = forkScript(Number(seed))
const head = (await headBlock(store))?.blockhash ?? GENESIS.blockhash
const check = (await store.all('PRAGMA integrity_check')).map((row) => row.integrity_check)
say(`at ${head} ${await digestOfRows(store)} ${check.join(' ')}`)

// At most the step behind the last one acknowledged was stored without a word.
const stored = Number(acknowledged)
const first = steps[stored]?.head === head ? stored + 1 : stored

const progress = { stopped: null }
const { signal } = new AbortController()
const wait = async () => {
  say(`stopped ${progress.stopped}`)
  await setTimeout(5)
}
for (const [i, step] of steps.entries()) {
  if (i < first) continue
  const write = async () => ('apply' in step ? await applyBlocks(store, step.apply) : await undoTo(store, step.undoTo))
  await untilStored(write, { progress, signal, wait })
  say(`ack ${i + 1}`)
  // The log would never grow long enough by itself.
  if (i % 20 === 19) await untilStored(() => store.all('PRAGMA wal_checkpoint(PASSIVE)'), { progress, signal, wait })
}
say(`done ${await digestOfRows(store)}`)
await store.close()
