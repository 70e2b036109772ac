import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@/scripts/free-port.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const READY_WITHIN_MS = 120_000

export interface Leafscan {
  url: string
  /** Nothing listens there when INDEXER_URL is given. */
  indexerUrl: string
  dataDir: string
  process: ChildProcess
  output(): string
  ended: Promise<number | null>
  stop(): Promise<number | null>
}

/** @throws Error with its output when it ends before it is ready */
export async function startLeafscan(env: Record<string, string | undefined> = {}): Promise<Leafscan> {
  const started = await spawnLeafscan(env)
  await started.ready
  return started
}

/** Does not wait, for starts that are meant to fail. The process is that of `command`, which must exec the supervisor. */
export async function spawnLeafscan(
  env: Record<string, string | undefined> = {},
  [program, ...args]: [string, ...string[]] = [process.execPath, 'scripts/start.mjs'],
): Promise<Leafscan & { ready: Promise<void> }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'leafscan-e2e-'))
  const [port, indexerPort] = await Promise.all([freePort(), freePort()])
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      INDEXER_PORT: String(indexerPort),
      DATA_DIR: dataDir,
      // Many run at once, on one usual port.
      METRICS_PORT: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const exit = new Promise<number | null>((resolve) => {
    child.on('exit', (code) => {
      rmSync(dataDir, { recursive: true, force: true })
      resolve(code)
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${output}`)), READY_WITHIN_MS)
    const collect = (text: Buffer) => {
      output += text
      if (output.includes('Leafscan ready:')) {
        clearTimeout(timer)
        resolve()
      }
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    void exit.then((code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code} before it was ready:\n${output}`))
    })
  })
  // Handled here, so that a caller that does not await it is not hit by the rejection.
  ready.catch(() => {})
  return {
    url: `http://127.0.0.1:${env.PORT ?? port}`,
    indexerUrl: `http://127.0.0.1:${env.INDEXER_PORT ?? indexerPort}`,
    dataDir: env.DATA_DIR ?? dataDir,
    process: child,
    output: () => output,
    ready,
    ended,
    stop() {
      child.kill('SIGINT')
      return exit
    },
  }
}
