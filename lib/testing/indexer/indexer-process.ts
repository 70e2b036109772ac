import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildIndexer } from '@/scripts/bundle.mjs'

export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-process-'))
  try {
    return await use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

export interface IndexerProcess {
  child: ChildProcess
  output(): string
  ready: Promise<'ready' | 'ended'>
  /** Resolves with the exit code or signal, after all output. */
  ended: Promise<number | string>
}

const running = new Set<ChildProcess>()

export function killRunning(): void {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * @param ipc ready comes as a message, as for a supervisor
 * @param before words before the command, e.g. a tracer
 */
export async function startIndexer(
  env: Record<string, string>,
  { ipc = true, before = [], words = [] }: { ipc?: boolean; before?: string[]; words?: string[] } = {},
): Promise<IndexerProcess> {
  const file = await buildIndexer()
  const { PATH = '', SQLITE_DRIVER = '' } = process.env
  const [command = '', ...rest] = [...before, process.execPath, file, ...words]
  const child = spawn(command, rest, {
    env: { ...env, PATH, SQLITE_DRIVER, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', ipc ? 'ipc' : 'ignore'],
  })
  running.add(child)
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the process has no streams')
  let output = ''
  // Not the event `close`: it never comes once the channel is disconnected from this side.
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'end'), once(stderr, 'end')]).then(
    ([[code, signal]]) => {
      running.delete(child)
      return typeof code === 'number' ? code : String(signal)
    },
  )
  const ready = new Promise<'ready' | 'ended'>((resolve) => {
    const listen = (text: unknown) => {
      output += String(text)
      if (/^Leafscan indexer ready: /m.test(output)) resolve('ready')
    }
    stdout.on('data', listen)
    stderr.on('data', listen)
    child.on('message', (message) => {
      if (typeof message === 'object' && 'ready' in message) resolve('ready')
    })
    void ended.then(() => resolve('ended'))
  })
  return { child, output: () => output, ready, ended }
}
