// `npm run bench [name …]`: runs the named benchmarks, or all of them one after the other; two at once would measure
// each other. A benchmark is a file here that exports `title` and `run()`.
import os from 'node:os'
import { parseArgs } from 'node:util'
import { removeBareApp } from './bare-app.mjs'
import { stopAll } from './processes.mjs'
import { printTables, writeResult } from './report.mjs'

const NAMES = ['follow', 'photon', 'first-load', 'gateway', 'lighthouse', 'overload']

/** Too long for a run of everything. */
const BY_NAME_ONLY = ['scale', 'scale-postgres']

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { accounts: { type: 'string' }, keep: { type: 'string' } },
})
/** @type {import('./report.mjs').Options} */
const options = {
  ...(values.keep !== undefined && { keep: values.keep }),
  ...(values.accounts !== undefined && { accounts: Number(values.accounts) }),
}
const unknown = wanted.filter((name) => ![...NAMES, ...BY_NAME_ONLY].includes(name))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${[...NAMES, ...BY_NAME_ONLY].join(', ')}`)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    stopAll()
    removeBareApp()
    process.exit(1)
  })
}

let failed = false
for (const name of wanted.length > 0 ? wanted : NAMES) {
  const started = performance.now()
  try {
    /** @type {{ title: string, run(options: import('./report.mjs').Options): Promise<import('./report.mjs').Result>, isRecorded?: boolean }} */
    const { title, run, isRecorded: isRecordedAlways = true } = await import(`./${name}.mjs`)
    console.log(`\n── ${name}: ${title}`)
    const { tables, notes = [], missed = [], skipped, isRecorded = isRecordedAlways } = await run(options)
    if (skipped) {
      console.log(`── ${name}: skipped. ${skipped}`)
      continue
    }
    printTables(tables)
    if ((os.loadavg()[0] ?? 0) > os.availableParallelism()) {
      notes.push('Taken on a busy machine (load above its cores): times are good for ratios only, and ratios roughly.')
    }
    for (const note of notes) console.log(note)
    for (const miss of missed) console.error(`over budget: ${miss}`)
    if (isRecorded) writeResult(name, { title, tables, notes, missed })
    if (missed.length > 0) failed = true
    console.log(`── ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  } catch (error) {
    console.error(`── ${name} failed: ${error instanceof Error ? error.stack : error}`)
    failed = true
  }
}
removeBareApp()
process.exit(failed ? 1 : 0)
