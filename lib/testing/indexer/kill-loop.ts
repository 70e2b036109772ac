import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openToCheck } from '@/lib/indexer/store/open'
import { readEnvironment } from '@/lib/platform/environment'
import { bundle } from '@/scripts/bundle.mjs'
import { freePort } from '@/scripts/free-port.mjs'
import { digestOfRows } from './every-row'
import { inFolder, startIndexer } from './indexer-process'
import { letGo } from './let-go'
import type { Databases } from './postgres'
import { randomFrom } from './random'
import { groupV1, groupV2, key, type MadeAccount, PROGRAMS, tokenData, transactionOf } from './synthetic-chain'

/** What is loaded before the indexer's threads. */
const DYING = path.join('dist', 'dying-indexer.mjs')

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

/**
 * Changes within which a process dies: of every other one in its first steps, of the others as far as a third of the
 * ledger. A file takes each row by a statement of its own, a server those of many blocks together.
 */
const FIRST_STEPS = 40
const CHANGES_TO_A_THIRD = { file: (slots: number) => 7 * slots, server: () => 80 }

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
  server?: Databases
}

/**
 * Indexes a ledger once undisturbed, and then with processes that die (SIGKILL) again and again, before or after a change
 * to their store whose number follows from the seed: while they make it, and in the middle of storing. A store that is
 * whole before its process dies is followed by an empty one.
 */
export function killLoop({ kills, seed, slots, server }: KillLoopOptions): Promise<KillLoop> {
  return inFolder(async (folder) => {
    await bundle('lib/testing/indexer/dying-indexer.ts', DYING)
    const freshStore = async (name: string) =>
      (await server?.freshDatabase()) ?? `file:${path.join(folder, `${name}.sqlite`)}`
    const ledger = path.join(folder, 'ledger')
    writeLedger(ledger, slots)
    const startOn = async (url: string, env: Record<string, string> = {}) =>
      startIndexer({ ...env, LEDGER: ledger, DATABASE_URL: url, INDEXER_PORT: String(await freePort()) })
    const toTheEnd = async (url: string) => {
      const { child, ready, ended, output } = await startOn(url)
      if ((await ready) !== 'ready') throw new Error(`seed ${seed}: the indexer ended: ${output()}`)
      child.kill('SIGTERM')
      if ((await ended) !== 0) throw new Error(`seed ${seed}: no clean end: ${output()}`)
    }

    const random = randomFrom(seed)
    const below = (end: number) => Math.floor(random() * end)
    const whens = server ? ['before', 'sent', 'after'] : ['before', 'after']
    const changes = CHANGES_TO_A_THIRD[server ? 'server' : 'file'](slots)
    const dying = (kill: number) => ({
      NODE_OPTIONS: `--import ${pathToFileURL(DYING).href}`,
      DIE_AT: `${whens[below(whens.length)]} ${1 + below(kill % 2 === 0 ? FIRST_STEPS : changes)}`,
    })
    const undisturbed = await freshStore('undisturbed')
    await toTheEnd(undisturbed)
    let store = await freshStore('killed 0')
    const finished: string[] = []
    for (let kill = 0; kill < kills; ) {
      const { child, ready, ended, output } = await startOn(store, dying(kill))
      const state = await ready
      child.kill('SIGKILL')
      const end = await ended
      if (end !== 'SIGKILL') throw new Error(`seed ${seed}, kill ${kill}: the indexer ended with ${end}: ${output()}`)
      if (state === 'ended') kill++
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
