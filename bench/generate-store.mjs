// node bench/generate-store.mjs <folder> [accounts] [seed]: a store of the embedded indexer of any size, the same rows for
// the same seed. Prints what to start the indexer with.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/bundle.mjs'

const [folder, accounts = '100000', seed = '20261120'] = process.argv.slice(2)
const numbers = [accounts, seed].map(Number)
if (!folder || !numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) {
  console.error('wanted: node bench/generate-store.mjs <folder> [accounts] [seed]')
  process.exit(1)
}
const target = path.resolve(folder)
if (fs.existsSync(path.join(target, 'store.sqlite'))) {
  console.error(`${target} holds a store already`)
  process.exit(1)
}
await bundle('bench/made-store.ts', 'dist/bench-made-store.mjs')
const { shapeOf, writeStore } = await import(
  pathToFileURL(path.resolve(import.meta.dirname, '..', 'dist', 'bench-made-store.mjs')).href
)
const began = performance.now()
const made = await writeStore(target, shapeOf(...numbers))
const bytes = fs.statSync(made.databaseFile).size
console.log(
  `${accounts} live accounts in ${((performance.now() - began) / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB`,
)
console.log(`LEDGER='${made.env.LEDGER}' DATABASE_URL='${made.env.DATABASE_URL}' npm start`)
console.log(`/delegate/${made.delegate}`)
