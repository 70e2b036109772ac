import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { applyBlocks } from '@/lib/indexer/store/apply'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import { bundle } from '@/scripts/bundle.mjs'
import { digestOfRows } from './every-row'
import { chainAfter, type ScriptStep } from './fork-script'
import { GENESIS } from './forking-chain'

const WRITER = path.join('dist', 'store-writer.mjs')

export interface Writing {
  lines: string[]
  signal: string | null
  struck: boolean
}

export interface Blow {
  afterLines: number
  strike?(): Promise<void>
}

export async function runWriter(
  args: string[],
  options: { blow?: Blow | undefined; before?: string[] } = {},
): Promise<Writing> {
  await bundle('lib/testing/indexer/store-writer.ts', WRITER)
  const [command = '', ...rest] = [...(options.before ?? []), process.execPath, path.resolve(WRITER), ...args]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  let { blow } = options
  let struck: Promise<unknown> | null = null
  child.stderr.on('data', (text) => (errors += String(text)))
  child.stdout.on('data', (text) => {
    output += String(text)
    if (!blow || output.split('\n').length - 1 < blow.afterLines) return
    if (blow.strike) struck = blow.strike()
    else child.kill('SIGKILL')
    blow = undefined
  })
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child.stdout, 'end')])
  await struck
  if (code !== null && code !== 0 && !options.before) throw new Error(`the writer ended with ${code}: ${errors}`)
  return { lines: output.trimEnd().split('\n'), signal, struck: blow === undefined && options.blow !== undefined }
}

export async function undisturbed(steps: ScriptStep[], count: number): Promise<string> {
  const store = openSqlite(':memory:', { ledger: 'killed', programIds: {} })
  await applyBlocks(store, chainAfter(steps, count))
  return await digestOfRows(store)
}

export class TornStore extends Error {
  override readonly name = 'TornStore'
}

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
