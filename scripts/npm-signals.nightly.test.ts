import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { childrenOf, isAlive } from '@/lib/testing/processes'
import { spawnLeafscan } from '@/lib/testing/world/leafscan'
import manifest from '../package.json' with { type: 'json' }
import { npm, npmOf, ownEnvironment, PINNED } from './npm-versions.mjs'

/* Whatever runs `npm start` signals npm's process only. The last test runs the real supervisor, the others a small one. */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-npm-'))
const SUPERVISOR = path.resolve(import.meta.dirname, '../lib/testing/supervised/supervisor.mjs')
/** Long limits: a signal that npm passes on late still counts as the same one. */
const [drainMs, killAfterMs, samePressMs] = [300, 600_000, 600_000]

fs.mkdirSync(path.join(folder, 'scripts'))
fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: manifest.scripts }))
for (const name of ['start', 'indexer']) {
  fs.writeFileSync(
    path.join(folder, 'scripts', `${name}.mjs`),
    `process.argv.splice(2, Infinity, '${drainMs}', '${killAfterMs}', 'quick', '${samePressMs}')
     await import(${JSON.stringify(SUPERVISOR)})`,
  )
}

const LIMIT = 60_000

const started = new Set<number>()

afterAll(() => {
  for (const pid of started) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  fs.rmSync(folder, { recursive: true })
})

const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)])

async function endOf(program: string, script: string, end: (pid: number) => void) {
  // Detached: leads its own process group, as a command in a terminal does.
  const child = spawn(process.execPath, [program, 'run', script], {
    cwd: folder,
    env: ownEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pid = child.pid as number
  started.add(pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  await vi.waitFor(() => expect(output.match(/runs as \d+/g)).toHaveLength(2), { timeout: LIMIT })
  const processes = below(pid)
  for (const each of processes) started.add(each)
  const exit = once(child, 'exit')
  end(pid)
  const [code, signal] = await exit
  const left = processes.filter(isAlive)
  return { code, signal, left, signals: output.match(/\w+ hears SIGTERM/g)?.sort() }
}

const SIGNALS: [name: string, end: (pid: number) => void][] = [
  ['SIGTERM', (pid) => process.kill(pid, 'SIGTERM')],
  ['SIGINT', (pid) => process.kill(pid, 'SIGINT')],
  // The terminal signals the whole group, and npm passes its own on.
  ['Ctrl-C', (pid) => process.kill(-pid, 'SIGINT')],
]

const CLEAN = { code: 0, signal: null, left: [], signals: ['explorer hears SIGTERM', 'indexer hears SIGTERM'] }

describe.each(PINNED)('npm %s', (version) => {
  test.concurrent.each(SIGNALS)(
    'passes %s on: all end in order, with exit code 0',
    { timeout: LIMIT },
    async (_, end) => {
      expect(await endOf(npmOf(version), 'start', end)).toEqual(CLEAN)
    },
  )
})

test.each(['dev', 'indexer'])('npm run %s ends in order', { timeout: LIMIT }, async (script) => {
  const program = npmOf(PINNED.at(-1) as string)
  for (const [, end] of SIGNALS) expect(await endOf(program, script, end)).toEqual(CLEAN)
})

test('arguments reach the script', () => {
  fs.writeFileSync(path.join(folder, 'scripts', 'indexer.mjs'), 'console.log(process.argv.slice(2))')
  const { stdout } = npm(npmOf(PINNED[0] as string), ['run', '-s', 'indexer', '--', 'verify', '--sample', '5'], folder)
  expect(stdout).toBe("[ 'verify', '--sample', '5' ]\n")
})

test('SIGTERM to the process of npm start ends explorer and indexer, with exit code 0', {
  timeout: 10 * LIMIT,
}, async () => {
  const leafscan = await spawnLeafscan({}, ['npm', 'start'])
  await leafscan.ready
  const processes = below(leafscan.process.pid as number)
  for (const each of processes) started.add(each)
  expect(processes).toHaveLength(3)
  leafscan.process.kill('SIGTERM')
  expect(await leafscan.ended).toBe(0)
  expect(processes.filter(isAlive)).toEqual([])
})
