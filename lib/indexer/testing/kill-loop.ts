import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openSqlite } from '../store/sqlite/open'
import { digestOfRows } from './every-row'
import { freePort, inFolder, startIndexer } from './indexer-process'
import { letGo } from './let-go'
import { randomFrom } from './random'
import {
  groupV1,
  groupV2,
  key,
  type MadeAccount,
  PROGRAM_IDS,
  PROGRAMS,
  tokenData,
  transactionOf,
} from './synthetic-chain'

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
async function digestOf(file: string, ledger: string): Promise<string> {
  const store = openSqlite(file, { ledger, programIds: PROGRAM_IDS })
  const digest = await digestOfRows(store)
  const problems = (await store.all('PRAGMA integrity_check')).map((row) => String(row.integrity_check))
  await store.close()
  await letGo()
  return `${problems.join(' ')} ${digest}`
}

/** What came of a kill loop: both databases as digests, and how many kills fell before all was stored. */
export interface KillLoop {
  undisturbed: string
  killed: string
  /** Kills that hit a process which had not stored everything yet. */
  effective: number
}

/**
 * Indexes a ledger once undisturbed and once with a process that is killed (SIGKILL) again and again, at moments that
 * follow from the seed: while it starts, makes its database, stores, and ends.
 */
export function killLoop({ kills, seed, slots }: { kills: number; seed: number; slots: number }): Promise<KillLoop> {
  return inFolder(async (folder) => {
    const ledger = path.join(folder, 'ledger')
    writeLedger(ledger, slots)
    const env = async (name: string) => ({
      LEDGER: ledger,
      DATABASE_URL: `file:${path.join(folder, name)}`,
      INDEXER_PORT: String(await freePort()),
    })
    const toTheEnd = async (name: string): Promise<number> => {
      const started = performance.now()
      const { child, ready, ended, output } = await startIndexer(await env(name))
      if ((await ready) !== 'ready') throw new Error(`seed ${seed}: the indexer ended: ${output()}`)
      const took = performance.now() - started
      child.kill('SIGTERM')
      if ((await ended) !== 0) throw new Error(`seed ${seed}: no clean end: ${output()}`)
      return took
    }

    const whole = await toTheEnd('undisturbed.sqlite')
    // With everything stored this is what a start alone takes.
    const start = await toTheEnd('undisturbed.sqlite')
    const random = randomFrom(seed)
    let effective = 0
    for (let kill = 0; kill < kills; kill++) {
      const { child, ready, ended, output } = await startIndexer(await env('killed.sqlite'))
      const state = await Promise.race([ready, setTimeout(random() * (start + (3 * whole) / kills), 'busy')])
      if (state === 'ended') throw new Error(`seed ${seed}, kill ${kill}: the indexer ended: ${output()}`)
      if (state === 'busy') effective++
      child.kill('SIGKILL')
      await ended
    }
    await toTheEnd('killed.sqlite')
    return {
      undisturbed: await digestOf(path.join(folder, 'undisturbed.sqlite'), ledger),
      killed: await digestOf(path.join(folder, 'killed.sqlite'), ledger),
      effective,
    }
  })
}
