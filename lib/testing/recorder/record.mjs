import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MINT_NAMES } from './cast.mjs'
import { contentsOf, Totals } from './contents.mjs'
import { checkedExamples, examplesOf } from './examples.mjs'
import { firstSegment } from './first-segment.mjs'
import { recordHotLoop } from './hot-loop.mjs'
import { randomStream } from './keys.mjs'
import { liveSegment } from './live-segment.mjs'
import { mintAccounts } from './mints.mjs'
import { countedBy, recordLoop } from './record-loop.mjs'
import { interleave, nextGap } from './rhythm.mjs'
import { Sandbox } from './sandbox.mjs'
import { writeStates } from './states.mjs'
import { writeRecording } from './write-recording.mjs'

/** Where the sandbox chain begins: a number of the size that real chains have. */
const FIRST_SLOT = 300_000_000

/** Typical waits between two transactions, in slots. */
const FIRST_WAIT = 2
const LIVE_WAIT = 2.6

/** Half an hour of slots of 400 ms, which the live segment has to last. design.md 6. */
const LIVE_SLOTS = 4_500

const ROOT = join(import.meta.dirname, '../../..')
const RECORDING = join(ROOT, 'lib', 'indexer', 'sandbox', 'recording', 'sandbox.recording')
const LOOP = join(RECORDING, '..', 'loop.recording')
const CONTENTS = join(RECORDING, '..', 'contents.json')
const HOT_LOOP = join(RECORDING, '..', 'hot-loop.recording')
const STATES = join(RECORDING, '..', 'states.recording')
const NETWORK_DATA = join(ROOT, 'lib', 'upstream', 'networks', 'sandbox-network.json')

const ABOUT = 'Demo data: a local recording of the real Light programs, not mainnet. Its signatures exist nowhere else.'

const REMOVED =
  'Demo data older than 48 hours is removed: the sandbox plays its last half hour again and again, each time as new ' +
  'transactions and accounts.'

const sandbox = new Sandbox()
const random = randomStream('rhythm')
const { chain, book, transactions } = sandbox
const totals = new Totals(chain)
const wait = (typical) => {
  chain.goTo(chain.slot + Math.round(nextGap(random, typical)))
  totals.take()
}

chain.goTo(FIRST_SLOT)
const mints = {}
for (const name of [...MINT_NAMES, 'huge 0', 'huge 1']) {
  mints[name] = await sandbox.createMint(name, sandbox.wallet(`issuer ${name}`))
  wait(FIRST_WAIT)
}
await interleave(random, firstSegment(sandbox, mints), () => wait(FIRST_WAIT))
const readySlot = chain.slot
const first = { book: book.copy(), transactions: transactions.length }

await interleave(random, liveSegment(sandbox, mints), () => wait(LIVE_WAIT))
if (chain.slot - readySlot < LIVE_SLOTS) throw new Error(`the live segment ends after ${chain.slot - readySlot} slots`)

const examples = checkedExamples(examplesOf(sandbox, mints), {
  'the end of the first segment': first.book,
  'the end of the recording': book,
})
const written = writeRecording(RECORDING, transactions, {
  firstSlot: FIRST_SLOT,
  readySlot,
  accounts: mintAccounts(chain, mints),
})
const writeJson = (file, value) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
writeJson(NETWORK_DATA, { label: 'sandbox', about: ABOUT, removed: REMOVED, examples })

const failed = (list) => list.filter(({ err }) => err).length
const [early, late] = [transactions.slice(0, first.transactions), transactions.slice(first.transactions)]
console.log(`first segment: slots ${FIRST_SLOT} to ${readySlot}, ${early.length} transactions, ${failed(early)} failed`)
console.log(`live segment: slots to ${chain.slot}, ${late.length} transactions, ${failed(late)} failed`)
console.log(`outputs left in the batched trees: ${sandbox.v2OutputsLeft()}`)

const loop = await recordLoop(LOOP, { lastSlot: chain.slot, counted: countedBy(book) })
const hot = await recordHotLoop(HOT_LOOP, loop)
console.log(writeStates(STATES, [written.id, loop.id, hot.id], [chain.states, loop.states, hot.states]))
const contents = {
  recording: written.id,
  firstSegment: contentsOf(first.book),
  whole: contentsOf(book),
  onChain: [...totals.taken, ...hot.totals],
}
writeJson(CONTENTS, contents)
console.log(written, contents)
