import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readEnvironment } from '@/lib/environment'
import { openToCheck } from '../store/open'
import { digestOfRows } from './every-row'
import { freePort, inFolder, startIndexer } from './indexer-process'
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

/** What came of a kill loop: both databases as digests, and how many kills fell before all was stored. */
export interface KillLoop {
  undisturbed: string
  killed: string
  /** Kills that hit a process which had not stored everything yet. */
  effective: number
}

export interface KillLoopOptions {
  kills: number
  seed: number
  slots: number
  /** Where the stores are; absent: files. */
  server?: PostgresServer
}

/**
 * Indexes a ledger once undisturbed and once with a process that is killed (SIGKILL) again and again, at moments that
 * follow from the seed: while it starts, makes its database, stores, and ends.
 */
export function killLoop({ kills, seed, slots, server }: KillLoopOptions): Promise<KillLoop> {
  return inFolder(async (folder) => {
    const urlOf = (name: string) => server?.freshDatabase() ?? `file:${path.join(folder, `${name}.sqlite`)}`
    const urls = { undisturbed: await urlOf('undisturbed'), killed: await urlOf('killed') }
    const ledger = path.join(folder, 'ledger')
    writeLedger(ledger, slots)
    const env = async (name: keyof typeof urls) => ({
      LEDGER: ledger,
      DATABASE_URL: urls[name],
      INDEXER_PORT: String(await freePort()),
    })
    const toTheEnd = async (name: keyof typeof urls): Promise<number> => {
      const started = performance.now()
      const { child, ready, ended, output } = await startIndexer(await env(name))
      if ((await ready) !== 'ready') throw new Error(`seed ${seed}: the indexer ended: ${output()}`)
      const took = performance.now() - started
      child.kill('SIGTERM')
      if ((await ended) !== 0) throw new Error(`seed ${seed}: no clean end: ${output()}`)
      return took
    }

    const whole = await toTheEnd('undisturbed')
    // With everything stored this is what a start alone takes; what it takes changes with what else the machine does.
    let start = await toTheEnd('undisturbed')
    const random = randomFrom(seed)
    let effective = 0
    for (let kill = 0; kill < kills; kill++) {
      const { child, ready, ended, output } = await startIndexer(await env('killed'))
      const started = performance.now()
      const state = await Promise.race([ready, setTimeout(random() * (start + (3 * whole) / kills), 'busy')])
      if (state === 'ended') throw new Error(`seed ${seed}, kill ${kill}: the indexer ended: ${output()}`)
      if (state === 'busy') effective++
      else start = performance.now() - started
      child.kill('SIGKILL')
      await ended
    }
    await toTheEnd('killed')
    return {
      undisturbed: await digestOf(urls.undisturbed),
      killed: await digestOf(urls.killed),
      effective,
    }
  })
}
