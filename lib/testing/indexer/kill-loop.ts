import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readEnvironment } from '@/lib/environment'
import { openToCheck } from '@/lib/indexer/store/open'
import { freePort } from '@/scripts/free-port.mjs'
import { digestOfRows } from './every-row'
import { inFolder, startIndexer } from './indexer-process'
import { letGo } from './let-go'
import type { PostgresServer } from './postgres'
import { randomFrom } from './random'
import { groupV1, groupV2, key, type MadeAccount, PROGRAMS, tokenData, transactionOf } from './synthetic-chain'

/** A ledger in which accounts of one slot are consumed in a later one; every third slot is empty. */
function writeLedger(folder: string, slots: number): void {
  fs.mkdirSync(path.join(folder, 'blocks'), { recursive: true })
  const account = (slot: number, i: number): MadeAccount => ({
    hash: key(`${slot}/${i}`),
    owner: i % 2 ? PROGRAMS.tokenBytes : key(`owner ${slot % 10}`),
    leafIndex: slot * 10 + i,
    lamports: BigInt(slot),
    data:
      i % 2
        ? tokenData({ mint: key('mint'), owner: key('wallet'), amount: BigInt(i), delegate: key('delegate') })
        : null,
  })
  for (let slot = 1; slot <= slots; slot++) {
    const outputs = Array.from({ length: 6 }, (_, i) => account(slot, i))
    const inputs = [0, 1, 2].map((i) => key(`${slot - 4}/${i}`))
    const transactions =
      slot % 3 === 0
        ? []
        : [
            transactionOf(`${slot}/a`, [groupV1({ outputs: outputs.slice(0, 3), seq: BigInt(slot) })]),
            transactionOf(`${slot}/b`, [groupV2({ inputs, outputs: outputs.slice(3) })]),
          ]
    const block = JSON.stringify({ blockTime: 1_700_000_000 + slot, transactions })
    fs.writeFileSync(path.join(folder, 'blocks', `${slot}.json`), block)
  }
}

/** Digest of every row of every table. Ids included: after a kill the same work must leave the same rows. */
async function digestOf(url: string): Promise<string> {
  const database = readEnvironment({ DATABASE_URL: url }, '/').database
  const { store, checkPages } = await openToCheck(database)
  try {
    const problems: string[] = []
    const found = await checkPages(store, (line) => problems.push(line))
    return `${found === 0 ? 'ok' : problems.join(' ')} ${await digestOfRows(store)}`
  } finally {
    await store.close()
    await letGo()
  }
}

/** How much of the ledger a process stores at most before it is killed, as a share of the time that all of it takes. */
const STEP = 1 / 6

/** What came of a kill loop, as digests: of the store made undisturbed, and of each that was made between kills. */
export interface KillLoop {
  undisturbed: string
  killed: string[]
}

export interface KillLoopOptions {
  /** Kills that hit a process which has not stored everything yet. */
  kills: number
  seed: number
  slots: number
  /** Where the stores are; absent: files. */
  server?: PostgresServer
}

/**
 * Indexes a ledger once undisturbed, and then with processes that are killed (SIGKILL) again and again, at moments that
 * follow from the seed: while they start, make their database, and store. A store that is whole before its process is
 * killed is followed by an empty one, so that a quick machine is killed as often as a slow one.
 */
export function killLoop({ kills, seed, slots, server }: KillLoopOptions): Promise<KillLoop> {
  return inFolder(async (folder) => {
    const freshStore = async (name: string) =>
      (await server?.freshDatabase()) ?? `file:${path.join(folder, `${name}.sqlite`)}`
    const ledger = path.join(folder, 'ledger')
    writeLedger(ledger, slots)
    const startOn = async (url: string) =>
      startIndexer({ LEDGER: ledger, DATABASE_URL: url, INDEXER_PORT: String(await freePort()) })
    const toTheEnd = async (url: string): Promise<number> => {
      const started = performance.now()
      const { child, ready, ended, output } = await startOn(url)
      if ((await ready) !== 'ready') throw new Error(`seed ${seed}: the indexer ended: ${output()}`)
      const took = performance.now() - started
      child.kill('SIGTERM')
      if ((await ended) !== 0) throw new Error(`seed ${seed}: no clean end: ${output()}`)
      return took
    }

    const undisturbed = await freshStore('undisturbed')
    const whole = await toTheEnd(undisturbed)
    // With everything stored this is what a start alone takes; what it takes changes with what else the machine does.
    let start = await toTheEnd(undisturbed)
    const random = randomFrom(seed)
    let store = await freshStore('killed 0')
    const finished: string[] = []
    for (let kill = 0; kill < kills; ) {
      const { child, ready, ended, output } = await startOn(store)
      const started = performance.now()
      const state = await Promise.race([ready, setTimeout(random() * (start + whole * STEP), 'busy')])
      if (state === 'ended') throw new Error(`seed ${seed}, kill ${kill}: the indexer ended: ${output()}`)
      if (state === 'ready') start = performance.now() - started
      child.kill('SIGKILL')
      await ended
      if (state === 'busy') kill++
      else {
        finished.push(store)
        store = await freshStore(`killed ${finished.length}`)
      }
    }
    await toTheEnd(store)
    const killed: string[] = []
    for (const url of [...finished, store]) killed.push(await digestOf(url))
    return { undisturbed: await digestOf(undisturbed), killed }
  })
}
