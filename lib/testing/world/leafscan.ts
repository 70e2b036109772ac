import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@/scripts/free-port.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const READY_WITHIN_MS = 120_000

/** A whole Leafscan as `npm start` runs it, with a data folder of its own. */
export interface Leafscan {
  /** Base URL of the explorer. */
  url: string
  /** Base URL of the embedded indexer; nothing listens there when INDEXER_URL is given. */
  indexerUrl: string
  /** Folder of its databases; gone when it has ended. */
  dataDir: string
  /** The supervisor's process. */
  process: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Resolves with the exit code when it has ended and said all. */
  ended: Promise<number | null>
  /** Ends it as Ctrl-C does; resolves with its exit code. */
  stop(): Promise<number | null>
}

/** Runs the supervisor with `env` and waits for its ready line. @throws Error with its output when it ends first. */
export async function startLeafscan(env: Record<string, string | undefined> = {}): Promise<Leafscan> {
  const started = await spawnLeafscan(env)
  await started.ready
  return started
}

/**
 * Runs the supervisor without waiting: for starts that are meant to fail. Its process is that of `command`, which runs
 * it in its own place unless it is given.
 */
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
      // Many run at once, and the usual port is one.
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
  // Whoever does not wait for it must not be hit by its rejection.
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
