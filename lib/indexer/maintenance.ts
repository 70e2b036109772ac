import path from 'node:path'
import { parseArgs } from 'node:util'
import { base58 } from '@scure/base'
import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import { looksLikeUrl } from '@/lib/platform/misspelt-url'
import { MACHINE_CLOCK } from '../platform/clock'
import { programsOf } from '../protocol/light/programs'
import { leafNodes } from './check/leaves/leaf-nodes'
import { record } from './ledger/rpc/record'
import { storeInUse, storeOfSnapshot } from './own-store'
import { openToCheck } from './store/open'
import { restoreSnapshot, takeSnapshot } from './store/sqlite/snapshot'

/* `verify` and `snapshot FILE` work beside a running indexer; `restore FILE` needs an absent store, `record` none. */

class UsageError extends Error {
  override readonly name = 'UsageError'
}

const USAGE =
  'expected nothing, --read-only, verify [--sample N], snapshot FILE, restore FILE or record --from SLOT --to SLOT DIR (slots from 1 on)'

type Command =
  | { name: 'verify'; sample: number | null }
  | { name: 'snapshot' | 'restore'; file: string }
  | { name: 'record'; from: number; to: number; folder: string }

/**
 * Relative files start at the caller's folder. Returns the exit code: 1 for an unsound store or an interrupted recording.
 * @throws UsageError, StoreError or RecordingError, one line
 */
export async function maintain(words: string[], environment: Environment, signal: AbortSignal): Promise<number> {
  const { programIds } = environment
  const command = readWords(words)
  const print = (line: string) => console.log(line)
  switch (command.name) {
    case 'verify': {
      // Loaded here for its hash functions.
      const [{ verify }, { askNodes }] = await Promise.all([
        import('./check/verify/verify'),
        import('./check/leaves/chain-leaves'),
      ])
      const { store, checkPages } = await openToCheck(await storeInUse(environment, signal, print))
      const { sample } = command
      const tokenProgram = base58.decode(programIds.token)
      const nodes = leafNodes(environment)
      const askLeaves = (of: string) => nodes && askNodes(nodes, of, MACHINE_CLOCK)
      try {
        return (await verify({ store, checkPages, askLeaves, tokenProgram, sample, print, signal })) === 0 ? 0 : 1
      } finally {
        await store.close()
      }
    }
    case 'snapshot': {
      const file = fileOf(await storeInUse(environment, signal, print), 'saved with pg_dump')
      const { slot, digest } = await takeSnapshot(file, command.file)
      print(`${command.file}: the store at slot ${slot}, SHA-256 ${digest}`)
      return 0
    }
    case 'restore': {
      const file = fileOf(storeOfSnapshot(environment, command.file), 'restored with pg_restore')
      const { slot, ledger } = await restoreSnapshot(command.file, file)
      print(`${file}: the store of ${ledger} at slot ${slot}`)
      return 0
    }
    case 'record':
      return (await recordChain(command, environment, signal, print)) ? 0 : 1
    default:
      return command satisfies never
  }
}

function fileOf(database: DatabaseSetting, otherwise: string): string {
  if (database.kind === 'file') return database.file
  throw new UsageError(`DATABASE_URL: a store on a PostgreSQL server is ${otherwise}`)
}

async function recordChain(
  { from, to, folder }: Extract<Command, { name: 'record' }>,
  { ledger, commitment, programIds }: Environment,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<boolean> {
  if (ledger.kind !== 'rpc') throw new UsageError('LEDGER: must be the URL of a Solana RPC node to record from')
  const complete = await record({
    urls: ledger.urls,
    commitment,
    compressionProgram: programIds.compression,
    programs: await programsOf(programIds),
    ...{ from, to, folder, signal, print },
  })
  print(
    complete
      ? `${folder}: slots ${from} to ${to} are there`
      : `${folder}: interrupted; run the same command again to resume`,
  )
  return complete
}

const NUMBER = /^[1-9]\d{0,14}$/

function readWords(words: string[]): Command {
  const command = commandIn(words)
  if (!command) throw new UsageError(`npm run indexer -- ${words.map(shown).join(' ')}: ${USAGE}`)
  return command
}

/** A word may be a misplaced URL with its key. */
function shown(word: string): string {
  return looksLikeUrl(word) ? '(not shown)' : word
}

function commandIn(words: string[]): Command | null {
  const read = parsed(words)
  if (!read) return null
  const { positionals, values } = read
  const [name, file, ...rest] = positionals
  const given = Object.keys(values).sort().join(' ')
  if (rest.length > 0 || !Object.values(values).every((value) => NUMBER.test(String(value)))) return null
  if (name === 'verify' && file === undefined && (given === '' || given === 'sample')) {
    return { name, sample: values.sample === undefined ? null : Number(values.sample) }
  }
  if (file === undefined || looksLikeUrl(file)) return null
  const absolute = path.resolve(process.env.INIT_CWD ?? '.', file)
  if ((name === 'snapshot' || name === 'restore') && given === '') return { name, file: absolute }
  const [from, to] = [Number(values.from), Number(values.to)]
  if (name === 'record' && given === 'from to' && from <= to) return { name, from, to, folder: absolute }
  return null
}

function parsed(words: string[]) {
  const option = { type: 'string' } as const
  try {
    return parseArgs({ args: words, allowPositionals: true, options: { sample: option, from: option, to: option } })
  } catch {
    return null
  }
}
