import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bundle } from '@/scripts/bundle.mjs'
import { openDatabase } from '../../sqlite/driver'
import { applyBlocks } from '../store/apply'
import { init } from '../store/sqlite/migrations/0001-init'
import { openSqlite } from '../store/sqlite/open'
import { digestOfRows } from './every-row'
import { FATAL_POINTS } from './fatal-points'
import { chainAfter, forkScript, type ScriptStep } from './fork-script'
import { GENESIS } from './forking-chain'
import { inFolder } from './indexer-process'
import { randomFrom } from './random'

const WRITER = path.join('dist', 'store-writer.mjs')

/** How a writer went: what it said, and the signal that ended it. */
export interface Writing {
  lines: string[]
  signal: string | null
}

/** Runs the writer until it ends, or for so many milliseconds after it has opened the store. `before`: e.g. strace. */
export async function runWriter(
  args: string[],
  options: { killAfter?: number; before?: string[] } = {},
): Promise<Writing> {
  await bundle('lib/indexer/testing/store-writer.ts', WRITER)
  const [command = '', ...rest] = [...(options.before ?? []), process.execPath, path.resolve(WRITER), ...args]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  const { killAfter } = options
  child.stderr.on('data', (text) => (errors += String(text)))
  child.stdout.on('data', (text) => {
    const opened = output === ''
    output += String(text)
    if (opened && killAfter !== undefined) void setTimeout(killAfter).then(() => child.kill('SIGKILL'))
  })
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child.stdout, 'end')])
  if (code !== null && code !== 0 && !options.before) throw new Error(`the writer ended with ${code}: ${errors}`)
  return { lines: output.trimEnd().split('\n'), signal }
}

/** The digest of a store that nothing ever happened to, after so many steps. */
export async function undisturbed(steps: ScriptStep[], count: number): Promise<string> {
  const store = openSqlite(':memory:', { ledger: 'killed', programIds: {} })
  await applyBlocks(store, chainAfter(steps, count))
  return await digestOfRows(store)
}

/** As a Leafscan before the journal left an empty store. */
function makeFirstVersion(file: string): void {
  const db = openDatabase(file)
  db.exec(`${init}; PRAGMA user_version = 1; PRAGMA application_id = ${0x4c656166}`)
  db.exec(`INSERT INTO store VALUES (1, 'killed', '{}', 0)`)
  db.close()
}

/** What was wrong after a kill; the seed and the number of the kill bring it back. */
export class TornStore extends Error {
  override readonly name = 'TornStore'
}

const isMigration = (name: string) => name.includes('migration')

/** How often each way of dying came to pass. */
export type Deaths = Map<string, number>

/**
 * Kills a writer again and again, in turn at a named point and at a random moment, and looks after each kill whether the
 * store holds exactly what the steps acknowledged, or one more, leave: every row, the journal's included.
 * @throws TornStore when it does not.
 */
export function killWriter({ kills, seed }: { kills: number; seed: number }): Promise<Deaths> {
  return inFolder(async (folder) => {
    const random = randomFrom(seed)
    const below = (end: number) => Math.floor(random() * end)
    const names = Object.keys(FATAL_POINTS)
    const [migrating, running] = [names.filter(isMigration), names.filter((name) => !isMigration(name))]
    const deaths: Deaths = new Map()
    let killed = 0
    for (let round = 0; killed < kills; round++) {
      const file = path.join(folder, `${round}.sqlite`)
      // Every other store comes from the first version, and its first writer dies while it carries it over.
      let untouched = round % 2 === 0
      if (untouched) makeFirstVersion(file)
      const script = below(2 ** 31)
      const steps = forkScript(script)
      let acknowledged = 0
      for (let done = false; !done && killed < kills; ) {
        const names = untouched ? migrating : running
        const name = names[untouched ? (round / 2) % names.length : below(names.length)] ?? ''
        const times = untouched ? 1 : 1 + below(/undo|fold/.test(name) ? 2 : 40)
        const point = untouched || killed % 2 === 0 ? [name, String(times)] : []
        untouched = false
        const options = point.length > 0 ? {} : { killAfter: below(60) }
        const { lines, signal } = await runWriter([file, String(script), String(acknowledged), ...point], options)
        const words = lines.map((line) => line.split(' '))
        const where = `KILL_SEED=${seed}, after ${killed} kills`
        // Killed before it had opened the store: the next one tells.
        if (words[0]?.[0] === 'at') acknowledged = await assertWhole(steps, acknowledged, words[0], where)
        acknowledged = Math.max(acknowledged, ...words.filter(([word]) => word === 'ack').map(([, n]) => Number(n)))
        done = words.at(-1)?.[0] === 'done'
        if (done && words.at(-1)?.[1] !== (await undisturbed(steps, steps.length)))
          throw new TornStore(`${where}: at the end`)
        if (signal !== 'SIGKILL') continue
        killed++
        deaths.set(point[0] ?? 'a random moment', (deaths.get(point[0] ?? 'a random moment') ?? 0) + 1)
      }
      // What the last kill left.
      const { lines } = await runWriter([file, String(script), String(acknowledged)])
      await assertWhole(steps, acknowledged, lines[0]?.split(' ') ?? [], `KILL_SEED=${seed}, after ${killed} kills`)
      for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name))
    }
    return deaths
  })
}

/** Answers how many steps are stored: those acknowledged, or one more. */
export async function assertWhole(
  steps: ScriptStep[],
  acknowledged: number,
  words: string[],
  where: string,
): Promise<number> {
  const [, head, digest, ...check] = words
  const headAfter = (count: number) => (count === 0 ? GENESIS.blockhash : steps[count - 1]?.head)
  const stored = [acknowledged, acknowledged + 1].find((count) => headAfter(count) === head)
  if (stored === undefined) throw new TornStore(`${where}: ${acknowledged} steps were acknowledged, newest is ${head}`)
  if (check.join(' ') !== 'ok') throw new TornStore(`${where}: ${check.join(' ')}`)
  if (digest !== (await undisturbed(steps, stored))) throw new TornStore(`${where}: rows differ after ${stored} steps`)
  return stored
}
