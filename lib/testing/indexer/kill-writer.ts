import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { applyBlocks } from '@/lib/indexer/store/apply'
import { init as initPostgres } from '@/lib/indexer/store/postgres/migrations/0001-init'
import { init } from '@/lib/indexer/store/sqlite/migrations/0001-init'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import { openDatabase } from '@/lib/sqlite/driver'
import { bundle } from '@/scripts/bundle.mjs'
import { digestOfRows } from './every-row'
import { FATAL_POINTS, FATAL_POINTS_POSTGRES } from './fatal-points'
import { chainAfter, forkScript, type ScriptStep } from './fork-script'
import { GENESIS } from './forking-chain'
import type { PostgresServer } from './postgres'
import { randomFrom } from './random'

const WRITER = path.join('dist', 'store-writer.mjs')

/** How a writer went: what it said, and the signal that ended it. */
export interface Writing {
  lines: string[]
  signal: string | null
}

/** What befalls a writer so many milliseconds after it has opened the store. */
export interface Blow {
  after: number
  /** Kills it where nothing else is said. */
  strike?(): Promise<void>
}

/** Runs the writer until it ends. `before`: words before its command, e.g. strace. */
export async function runWriter(
  args: string[],
  options: { blow?: Blow | undefined; before?: string[] } = {},
): Promise<Writing> {
  await bundle('lib/testing/indexer/store-writer.ts', WRITER)
  const [command = '', ...rest] = [...(options.before ?? []), process.execPath, path.resolve(WRITER), ...args]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  const { blow } = options
  let struck: Promise<unknown> = Promise.resolve()
  child.stderr.on('data', (text) => (errors += String(text)))
  child.stdout.on('data', (text) => {
    const opened = output === ''
    output += String(text)
    if (opened && blow)
      struck = setTimeout(blow.after).then(async () => {
        if (blow.strike) await blow.strike()
        else child.kill('SIGKILL')
      })
  })
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child.stdout, 'end')])
  await struck
  if (code !== null && code !== 0 && !options.before) throw new Error(`the writer ended with ${code}: ${errors}`)
  return { lines: output.trimEnd().split('\n'), signal }
}

/** The digest of a store that nothing ever happened to, after so many steps. */
export async function undisturbed(steps: ScriptStep[], count: number): Promise<string> {
  const store = openSqlite(':memory:', { ledger: 'killed', programIds: {} })
  await applyBlocks(store, chainAfter(steps, count))
  return await digestOfRows(store)
}

/** Where stores are made to be killed. */
export interface Places {
  /** Names of the points at which a writer can be made to die. */
  points: string[]
  /** Milliseconds within which a writer dies at a random moment. */
  span: number
  /** A store that is not there yet: what the writer is given. */
  fresh(): Promise<string>
  /** Makes it as a Leafscan before the journal left an empty one. */
  makeFirstVersion(place: string): Promise<void>
  /** Lets the database itself crash, and brings it back. */
  crash?(): Promise<void>
}

/** SQLite files in the folder. */
export function filePlaces(folder: string): Places {
  let made = 0
  return {
    points: Object.keys(FATAL_POINTS),
    span: 60,
    async fresh() {
      for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name))
      return path.join(folder, `${made++}.sqlite`)
    },
    async makeFirstVersion(file) {
      const db = openDatabase(file)
      db.exec(`${init}; PRAGMA user_version = 1; PRAGMA application_id = ${0x4c656166}`)
      db.exec(`INSERT INTO store VALUES (1, 'killed', '{}', 0)`)
      db.close()
    },
  }
}

/** Databases of the server. */
export function serverPlaces(server: PostgresServer): Places {
  return {
    points: Object.keys(FATAL_POINTS_POSTGRES),
    span: 500,
    fresh: () => server.freshDatabase(),
    async makeFirstVersion(url) {
      await server.query(
        `${initPostgres}; CREATE TABLE schema_version AS SELECT 1 AS version; INSERT INTO store VALUES (1, 'killed', '{}', 0)`,
        url,
      )
    },
    async crash() {
      await server.crash()
      await server.start()
    },
  }
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
 * store holds exactly what the steps acknowledged, or one more, leave: every row, the journal's included. Where the
 * database can crash by itself, it does in place of each fourth kill, and the writer must go on.
 * @throws TornStore when it does not.
 */
export async function killWriter({ kills, seed }: { kills: number; seed: number }, places: Places): Promise<Deaths> {
  const random = randomFrom(seed)
  const below = (end: number) => Math.floor(random() * end)
  const [migrating, running] = [places.points.filter(isMigration), places.points.filter((name) => !isMigration(name))]
  const deaths: Deaths = new Map()
  const count = (death: string) => deaths.set(death, (deaths.get(death) ?? 0) + 1)
  let killed = 0
  // Points take turns, and each is met at once before it is met late: none is left to chance.
  let turn = below(running.length)
  for (let round = 0; killed < kills; round++) {
    const place = await places.fresh()
    // Every other store comes from the first version, and its first writer dies while it carries it over.
    let untouched = round % 2 === 0
    if (untouched) await places.makeFirstVersion(place)
    const script = below(2 ** 31)
    const steps = forkScript(script)
    let acknowledged = 0
    /** Takes in what a writer said; true when it came to its end. */
    const heard = async (lines: string[]) => {
      const where = `KILL_SEED=${seed}, after ${killed} kills`
      for (const [word, ...words] of lines.map((line) => line.split(' '))) {
        // One that was killed before it had opened the store says nothing: the next one tells.
        if (word === 'at') acknowledged = await assertWhole(steps, acknowledged, words, where)
        if (word === 'ack') acknowledged = Number(words[0])
        if (word !== 'done') continue
        if (words[0] !== (await undisturbed(steps, steps.length))) throw new TornStore(`${where}: at the end`)
        return true
      }
      return false
    }
    for (let done = false; !done && killed < kills; ) {
      let point: string[] = []
      if (untouched) point = [migrating[(round / 2) % migrating.length] ?? '', '1']
      else if (killed % 2 === 0) {
        const name = running[turn++ % running.length] ?? ''
        point = [name, String(deaths.has(name) ? 1 + below(/undo|fold/.test(name) ? 2 : 40) : 1)]
      }
      const crash = point.length === 0 && killed % 4 === 1 ? places.crash : undefined
      untouched = false
      const blow = point.length > 0 ? undefined : { after: below(places.span), ...(crash && { strike: crash }) }
      const { lines, signal } = await runWriter([place, String(script), String(acknowledged), ...point], { blow })
      done = await heard(lines)
      if (signal !== 'SIGKILL' && !crash) continue
      killed++
      count(crash ? 'a crash of the database' : (point[0] ?? 'a random moment'))
    }
    // What the last kill left.
    const { lines } = await runWriter([place, String(script), String(acknowledged)])
    await heard(lines)
  }
  return deaths
}

/** Answers how many steps are stored: those acknowledged, or one more. */
export async function assertWhole(
  steps: ScriptStep[],
  acknowledged: number,
  words: string[],
  where: string,
): Promise<number> {
  const [head, digest, ...check] = words
  const headAfter = (count: number) => (count === 0 ? GENESIS.blockhash : steps[count - 1]?.head)
  const stored = [acknowledged, acknowledged + 1].find((count) => headAfter(count) === head)
  if (stored === undefined) throw new TornStore(`${where}: ${acknowledged} steps were acknowledged, newest is ${head}`)
  if (check.join(' ') !== 'ok') throw new TornStore(`${where}: ${check.join(' ')}`)
  if (digest !== (await undisturbed(steps, stored))) throw new TornStore(`${where}: rows differ after ${stored} steps`)
  return stored
}
