// The processes that are measured: the whole explorer, the indexer alone. Each has free ports and a data folder of its
// own, which goes with it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../scripts/free-port.mjs'

export const root = path.resolve(import.meta.dirname, '..')

/** A first start builds the explorer. */
const READY_WITHIN_MS = 180_000

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set()

/** Ends whatever still runs, for an interrupted run; supervisors end their own children. */
export function stopAll() {
  for (const child of running) child.kill('SIGINT')
}

/** A process that has printed its ready line. @typedef {{ readyMs: number, pid: number, stop(): Promise<void> }} Started */

/** @typedef {Record<string, string>} Env */

/**
 * Runs a script and waits until it has printed `readyText`.
 * @param {string[]} args
 * @param {string} readyText
 * @param {{ env?: Env, cwd?: string, onOutput?: (output: string) => void, onSpawn?: (pid: number) => void }} [more]
 * @returns {Promise<Started>} milliseconds from the spawn to that line
 * @throws Error with its output when it ends first or is not ready in time
 */
export function start(args, readyText, { env = {}, cwd = root, onOutput = () => {}, onSpawn = () => {} } = {}) {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  // Without one it could not be spawned, and the error below says why.
  const pid = child.pid ?? 0
  onSpawn(pid)
  child.on('exit', () => running.delete(child))
  let output = ''
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${args[0]} was not ready in time:\n${output}`))
    }, READY_WITHIN_MS)
    /** @param {Buffer} text */
    const collect = (text) => {
      output += text
      onOutput(output)
      if (!output.includes(readyText)) return
      clearTimeout(late)
      resolve({ readyMs: performance.now() - began, pid, stop })
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    void ended.then((code) => {
      clearTimeout(late)
      reject(new Error(`${args[0]} ended with ${code} before it was ready:\n${output}`))
    })
  })
}

/**
 * Runs a script to its end.
 * @param {string[]} args
 * @param {{ env?: Env, cwd?: string }} [more]
 * @throws Error with its output when it fails
 */
export async function runToEnd(args, { env = {}, cwd = root } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  /** @param {Buffer} text */
  const collect = (text) => {
    output += text
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const [code] = await once(child, 'exit')
  running.delete(child)
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`)
}

/** Clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10

/**
 * The explorer's server among a process and its children. Null where there is no /proc.
 * @param {number} pid
 */
export function serverBelow(pid) {
  if (!fs.existsSync('/proc/self/stat')) return null
  const below = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  /** @param {string} id */
  const isServer = (id) => fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('server.mjs')
  return [String(pid), ...below].find(isServer) ?? null
}

/**
 * Milliseconds of processor time that a process has used, all its threads together: other work on the machine, which
 * makes every wait longer, hardly moves it. NaN where there is no /proc.
 * @param {number | string | null} pid
 */
export function cpuMsOf(pid) {
  if (pid === null) return Number.NaN
  // The title may hold spaces; behind its bracket, user and system time are the 12th and 13th.
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** For servers that `start` has started: their processor time, so far. @param {number} pid */
export const cpuMsBelow = (pid) => cpuMsOf(serverBelow(pid))

/** Variables of the reader's own shell that would make it another explorer than the one that is meant. */
const PLAIN = {
  INDEXER_URL: '',
  INDEXER_PATH: '',
  DATABASE_URL: '',
  LEDGER: '',
  PROGRAM_IDS: '',
  SLOT_MS: '',
  HOST: '',
  START_SLOT: '',
  COMMITMENT: '',
}

/**
 * A folder that goes when `use` is done.
 * @template T
 * @param {(folder: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withTemporaryFolder(use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-bench-'))
  try {
    return await use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @typedef {object} Leafscan
 * @property {string} url
 * @property {string} indexerUrl
 * @property {number} readyMs
 * @property {() => number} cpuMs of the explorer's server
 * @property {() => string | null} serverPid
 */

/**
 * The explorer as `npm start` runs it: with its embedded indexer over the sandbox, unless `more` names another one.
 * Built first when that is needed. `readyMs`: from the spawn to its ready line.
 * @template T
 * @param {(leafscan: Leafscan) => Promise<T> | T} use
 * @param {Env} more
 * @returns {Promise<T>}
 */
export function withLeafscan(use, more = {}) {
  return withTemporaryFolder(async (dataDir) => {
    const [port, indexerPort] = [await freePort(), await freePort()]
    const env = { ...PLAIN, PORT: String(port), INDEXER_PORT: String(indexerPort), DATA_DIR: dataDir, ...more }
    const leafscan = await start(['scripts/start.mjs'], 'Leafscan ready:', { env })
    try {
      return await use({
        url: `http://127.0.0.1:${port}`,
        indexerUrl: `http://127.0.0.1:${indexerPort}`,
        readyMs: leafscan.readyMs,
        cpuMs: () => cpuMsBelow(leafscan.pid),
        serverPid: () => serverBelow(leafscan.pid),
      })
    } finally {
      await leafscan.stop()
    }
  })
}

/**
 * The indexer alone over a ledger (LEDGER), with an empty store unless `more` names one. `readyMs`: from the spawn to its
 * ready line.
 * @template T
 * @param {string} ledger
 * @param {(indexer: { url: string, readyMs: number, pid: number }) => Promise<T> | T} use
 * @param {Env} more
 * @returns {Promise<T>}
 */
export function withIndexer(ledger, use, more = {}) {
  return withTemporaryFolder(async (dataDir) => {
    const port = await freePort()
    const env = { ...PLAIN, INDEXER_PORT: String(port), DATA_DIR: dataDir, LEDGER: ledger, ...more }
    const indexer = await start(['scripts/indexer.mjs'], 'Leafscan indexer ready:', { env })
    try {
      return await use({ url: `http://127.0.0.1:${port}`, readyMs: indexer.readyMs, pid: indexer.pid })
    } finally {
      await indexer.stop()
    }
  })
}

/**
 * The same from the moment that it answers, while it may still take in its ledger: `stored()` resolves with the
 * milliseconds from the spawn to its ready line.
 * @template T
 * @param {string} ledger
 * @param {(indexer: { url: string, pid: number, stored(): Promise<number> }) => Promise<T> | T} use
 * @param {Env} more
 * @returns {Promise<T>}
 */
export function withBusyIndexer(ledger, use, more = {}) {
  return withTemporaryFolder(async (dataDir) => {
    const port = await freePort()
    const env = { ...PLAIN, INDEXER_PORT: String(port), DATA_DIR: dataDir, LEDGER: ledger, ...more }
    let pid = 0
    /** @param {number} id */
    const onSpawn = (id) => {
      pid = id
    }
    const started = start(['scripts/indexer.mjs'], 'Leafscan indexer ready:', { env, onSpawn })
    started.catch(() => {})
    const url = `http://127.0.0.1:${port}`
    try {
      await Promise.race([started, answering(url)])
      return await use({ url, pid, stored: async () => (await started).readyMs })
    } finally {
      process.kill(pid, 'SIGINT')
      await started.then((indexer) => indexer.stop()).catch(() => {})
    }
  })
}

/**
 * So many processes that only read the store of the ledger that `more` names.
 * @template T
 * @param {number} processes
 * @param {string} ledger
 * @param {(readers: (Started & { url: string })[]) => Promise<T> | T} use
 * @param {Env} more
 * @returns {Promise<T>}
 */
export function withReaders(processes, ledger, use, more = {}) {
  return withTemporaryFolder(async (dataDir) => {
    /** @type {(Started & { url: string })[]} */
    const started = []
    try {
      for (let n = 0; n < processes; n++) {
        const port = await freePort()
        const env = { ...PLAIN, INDEXER_PORT: String(port), DATA_DIR: dataDir, LEDGER: ledger, ...more }
        const reader = await start(['scripts/indexer.mjs', '--read-only'], 'Leafscan indexer ready:', { env })
        started.push({ ...reader, url: `http://127.0.0.1:${port}` })
      }
      return await use(started)
    } finally {
      for (const reader of started) await reader.stop()
    }
  })
}

/** @param {string} url */
async function answering(url) {
  for (;;) {
    const answered = await fetch(`${url}/liveness`).catch(() => null)
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Megabytes of memory that a process has now. NaN where there is no /proc. @param {number | string | null} pid */
export function residentMb(pid) {
  const file = path.join('/proc', String(pid), 'status')
  if (!fs.existsSync(file)) return Number.NaN
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(file, 'utf8'))?.[1]) / 1024
}

/**
 * Megabytes of a file that the system holds in memory now: what is not there is read from the disk. NaN where it cannot
 * be told.
 * @param {string} file
 */
export function heldMb(file) {
  const { status, stdout } = spawnSync('fincore', ['--bytes', '--noheadings', '--output', 'RES', file])
  return status === 0 ? Number(String(stdout).trim()) / 1e6 : Number.NaN
}
