import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { pathOfTool } from '@/lib/testing/tools'
import { freePort } from '@/scripts/free-port.mjs'

/* A real PostgreSQL server for tests, as a non-root user. A test that only needs a database uses shared-postgres.ts. */

export const POSTGRES_BIN = folderOf(pathOfTool('postgres'))

function folderOf(file: string | null): string | null {
  return file === null ? null : path.dirname(file)
}

export interface Databases {
  freshDatabase(): Promise<string>
  query(sql: string, url?: string): Promise<Record<string, unknown>[]>
}

export interface PostgresServer extends Databases {
  port: number
  ownerUrl: string
  folder: string
  /** As `pg_ctl -m immediate`. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** In every URL; no log or answer may hold it. */
export const PASSWORD = 'pgS3cret'

export async function startPostgres(settings: string[] = []): Promise<PostgresServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-postgres-'))
  const data = path.join(folder, 'data')
  const passwordFile = path.join(folder, 'password')
  fs.writeFileSync(passwordFile, PASSWORD)
  const user = ordinaryUser()
  if (user) for (const place of [folder, passwordFile]) fs.chownSync(place, user.uid, user.gid)
  const words = ['-D', data, '-U', 'leafscan', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8']
  await run('initdb', [...words, ...locale, '--no-sync', '--no-instructions'], { ...user, cwd: folder })
  return serverOn(folder, await freePort(), settings, user)
}

/** The primary must be started with replicaSettings. */
export async function startReplica(primary: PostgresServer, settings: string[] = []): Promise<PostgresServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-replica-'))
  const user = ordinaryUser()
  if (user) fs.chownSync(folder, user.uid, user.gid)
  const words = ['-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', primary.ownerUrl]
  await run('pg_basebackup', ['-D', path.join(folder, 'data'), ...words], { ...user, cwd: folder })
  return serverOn(folder, await freePort(), settings, user)
}

type ProgramOptions = { uid?: number; gid?: number; cwd: string }

const run = (name: string, words: string[], options: ProgramOptions) =>
  promisify(execFile)(programAt(name), words, options)

function programAt(name: string): string {
  if (POSTGRES_BIN === null) throw new Error('PostgreSQL is missing')
  return path.join(POSTGRES_BIN, name)
}

async function serverOn(
  folder: string,
  port: number,
  settings: string[],
  user: { uid: number; gid: number } | null,
): Promise<PostgresServer> {
  const data = path.join(folder, 'data')
  const log = fs.openSync(path.join(folder, 'log'), 'a')
  // A server crash loses nothing that the machine keeps, so fsync is not needed.
  const always = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=200']
  let child: ChildProcess | null = null
  const start = async () => {
    const options = [...always, `port=${port}`, ...settings].flatMap((setting) => ['-c', setting])
    child = spawn(programAt('postgres'), ['-D', data, ...options], {
      ...user,
      cwd: folder,
      stdio: ['ignore', log, log],
    })
    // Interrupted tests leave no server behind.
    process.once('exit', killed)
    await answering(urlOf(port, 'postgres'), child)
  }
  const killed = () => child?.kill('SIGQUIT')
  const end = async (signal: 'SIGQUIT' | 'SIGINT') => {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    process.off('exit', killed)
    child.kill(signal)
    await ended
  }
  await start()
  return {
    ...databasesOf(urlOf(port, 'postgres')),
    port,
    ownerUrl: urlOf(port, 'postgres'),
    folder,
    start,
    crash: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      fs.closeSync(log)
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function databasesOf(ownerUrl: string): Databases {
  const query = async (sql: string, url = ownerUrl) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  return {
    query,
    async freshDatabase() {
      const name = `leafscan_${randomBytes(6).toString('hex')}`
      await query(`CREATE DATABASE ${name}`)
      return Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href
    },
  }
}

function urlOf(port: number, database: string): string {
  return `postgres://leafscan:${PASSWORD}@127.0.0.1:${port}/${database}`
}

/** PostgreSQL does not run as root. */
export function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = (
    lines.find((line) => /^postgres:/.test(line)) ??
    lines.find((line) => /^nobody:/.test(line)) ??
    ''
  ).split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const START_WITHIN = 30_000

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (const began = performance.now(); ; await setTimeout(50)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    const failed = await client.connect().then(
      () => null,
      (error: unknown) => error,
    )
    // Not awaited: a refused client may never report its end.
    client.end().catch(() => undefined)
    if (failed === null) return
    if (child.exitCode !== null || performance.now() - began > START_WITHIN) throw failed
  }
}
