import path from 'node:path'
import { parseArgs } from 'node:util'
import { base58 } from '@scure/base'
import type { Environment } from '@/lib/environment'
import { openExistingStore } from './store/open'
import { restoreSnapshot, takeSnapshot } from './store/snapshot'

/*
 * What can be done to a store while no indexer runs on it: `npm run indexer -- verify`, `snapshot FILE`, `restore FILE`.
 */

/** The words after `npm run indexer --` make no command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const USAGE = 'wanted nothing, verify [--sample N], snapshot FILE or restore FILE'

/**
 * Does what the words after `npm run indexer --` say to the store that the environment names. Relative files start at
 * the folder the command was given in. Answers the exit code: 1 when the store is not sound.
 * @throws UsageError, or StoreError in one line.
 */
export async function maintain(words: string[], { databaseFile, programIds }: Environment): Promise<number> {
  const { command, file, sample } = readWords(words)
  const say = (line: string) => console.log(line)
  if (command === 'verify') {
    // Loaded here, with its hash functions: nobody else needs them.
    const { verify } = await import('./verify/verify')
    const store = openExistingStore(databaseFile)
    try {
      return (await verify({ store, tokenProgram: base58.decode(programIds.token), sample, say })) === 0 ? 0 : 1
    } finally {
      store.close()
    }
  }
  if (command === 'snapshot') {
    const { slot, digest } = await takeSnapshot(databaseFile, file)
    say(`${file}: the store at slot ${slot}, SHA-256 ${digest}`)
  } else {
    const { slot, ledger } = await restoreSnapshot(file, databaseFile)
    say(`${databaseFile}: the store of ${ledger} at slot ${slot}`)
  }
  return 0
}

function readWords(words: string[]): { command: string; file: string; sample: number | null } {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { sample: { type: 'string' } },
    })
    const [command = '', file, ...rest] = positionals
    const isVerify = command === 'verify' && file === undefined && /^[1-9]\d{0,8}$/.test(values.sample ?? '1')
    const isMove = /^(snapshot|restore)$/.test(command) && file !== undefined && values.sample === undefined
    if ((isVerify || isMove) && rest.length === 0) {
      const sample = values.sample === undefined ? null : Number(values.sample)
      return { command, file: path.resolve(process.env.INIT_CWD ?? '.', file ?? ''), sample }
    }
  } catch {
    // An option that does not exist.
  }
  throw new UsageError(`npm run indexer -- ${words.join(' ')}: ${USAGE}`)
}
