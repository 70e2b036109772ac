import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bundle, SERVER_ALIAS } from '@/scripts/bundle.mjs'
import { freePort } from '@/scripts/free-port.mjs'
import type { Command } from './commands'

const root = path.resolve(import.meta.dirname, '../../..')

export interface ClockedExplorer {
  url: string
  send(command: Command): Promise<void>
  output(): string
  stop(): Promise<number | null>
}

/** @param clock stopped at this time (milliseconds since the epoch), or `machine` */
export async function startExplorer(
  clock: { stillAt: number } | 'machine',
  env: Record<string, string>,
): Promise<ClockedExplorer> {
  await bundle('lib/testing/world/clocked-explorer.ts', 'dist/clocked-explorer.mjs', {
    alone: true,
    alias: SERVER_ALIAS,
  })
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'leafscan-explorer-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const words = clock === 'machine' ? [clock] : ['still', String(clock.stillAt)]
  const child = spawn(process.execPath, ['dist/clocked-explorer.mjs', ...words], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      LEAFSCAN_ROOT: root,
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      CURSOR_KEY: 'the key of the test world',
      METRICS_PORT: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'exit').then(([code]) => {
    rmSync(dataDir, { recursive: true, force: true })
    return code as number | null
  })
  await answering(child, url, () => output)
  let commands = 0
  return {
    url,
    output: () => output,
    async send(command) {
      const id = ++commands
      const done = new Promise<void>((resolve, reject) => {
        const onMessage = (message: { id?: number; problem?: string | null }) => {
          if (message.id !== id) return
          child.off('message', onMessage)
          if (message.problem) reject(new Error(message.problem))
          else resolve()
        }
        child.on('message', onMessage)
      })
      child.send({ id, command })
      await done
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function answering(child: ChildProcess, url: string, output: () => string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok) return
    if (child.exitCode !== null) throw new Error(`the explorer ended with ${child.exitCode}:\n${output()}`)
    await setTimeout(50)
  }
}
