import path from 'node:path'
import { parseArgs } from 'node:util'
import { base58 } from '@scure/base'
import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import { isUrl, looksLikeUrl } from '@/lib/platform/misspelt-url'
import { MACHINE_CLOCK } from '../platform/clock'
import { HISTORY_DATABASE } from '../platform/sqlite/schema'
import { leafNodes } from './check/leaves/leaf-nodes'
import { databaseForRestoring, storeInUse } from './own-store'
import { openToCheck } from './store/open'
import { HISTORY, restoreSnapshot, STORE, takeSnapshot } from './store/sqlite/snapshot'

/* `verify` and `snapshot FILE` work beside a running indexer; `restore FILE` needs an absent store. */

class UsageError extends Error {
  override readonly name = 'UsageError'
}

const USAGE =
  'expected nothing, --read-only, verify [--sample N], snapshot [--history] FILE or restore [--history] FILE'

type Command =
  | { name: 'verify'; sample: number | null }
  | { name: 'snapshot' | 'restore'; file: string; isHistory: boolean }

/** Relative paths start at the caller's folder. Returns the exit code. @throws UsageError or StoreError, one line */
export async function runMaintenance(words: string[], environment: Environment, signal: AbortSignal): Promise<number> {
  const { programIds, dataDir } = environment
  const history = path.join(dataDir, HISTORY_DATABASE.file)
  const command = readWords(words)
  const print = (line: string) => console.log(line)
  switch (command.name) {
    case 'verify': {
      // Imported here, since they load the hash functions.
      const [{ verify }, { createLeafFetcher }] = await Promise.all([
        import('./check/verify/verify'),
        import('./check/leaves/chain-leaves'),
      ])
      const { store, checkPages } = await openToCheck(await storeInUse(environment, signal, print))
      const { sample } = command
      const tokenProgram = base58.decode(programIds.token)
      const nodes = leafNodes(environment)
      const fetchLeaves = (of: string) => nodes && createLeafFetcher(nodes, of, MACHINE_CLOCK)
      try {
        return (await verify({ store, checkPages, fetchLeaves, tokenProgram, sample, print, signal })) === 0 ? 0 : 1
      } finally {
        await store.close()
      }
    }
    case 'snapshot': {
      if (command.isHistory) {
        const { digest } = await takeSnapshot(HISTORY, history, command.file)
        print(`${command.file}: the status history, SHA-256 ${digest}`)
        return 0
      }
      const file = fileOf(await storeInUse(environment, signal, print), 'saved with pg_dump')
      const { slot, digest } = await takeSnapshot(STORE, file, command.file)
      print(`${command.file}: the store at slot ${slot}, SHA-256 ${digest}`)
      return 0
    }
    case 'restore': {
      if (command.isHistory) {
        await restoreSnapshot(HISTORY, command.file, history)
        print(`${history}: the status history`)
        return 0
      }
      const file = fileOf(databaseForRestoring(environment, command.file), 'restored with pg_restore')
      const { slot, ledger } = await restoreSnapshot(STORE, command.file, file)
      print(`${file}: the store of ${ledger} at slot ${slot}`)
      return 0
    }
    default:
      return command satisfies never
  }
}

function fileOf(database: DatabaseSetting, otherwise: string): string {
  if (database.kind === 'file') return database.file
  throw new UsageError(`DATABASE_URL: a store on a PostgreSQL server is ${otherwise}`)
}

const NUMBER = /^[1-9]\d{0,14}$/

function readWords(words: string[]): Command {
  const command = commandIn(words)
  if (!command) throw new UsageError(`npm run indexer -- ${words.map(shown).join(' ')}: ${USAGE}`)
  return command
}

/** An argument may be a misplaced URL with its key. */
function shown(word: string): string {
  return looksLikeUrl(word) ? '(not shown)' : word
}

function commandIn(words: string[]): Command | null {
  const read = parsed(words)
  if (!read) return null
  const { positionals, values } = read
  const [name, file, ...rest] = positionals
  const { sample, history = false } = values
  if (rest.length > 0 || (sample !== undefined && !NUMBER.test(sample))) return null
  if (name === 'verify' && file === undefined && !history)
    return { name, sample: sample === undefined ? null : Number(sample) }
  if ((name !== 'snapshot' && name !== 'restore') || sample !== undefined) return null
  if (file === undefined || isUrl(file)) return null
  return { name, file: path.resolve(process.env.INIT_CWD ?? '.', file), isHistory: history }
}

const OPTIONS = { sample: { type: 'string' }, history: { type: 'boolean' } } as const

function parsed(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options: OPTIONS })
  } catch {
    return null
  }
}
