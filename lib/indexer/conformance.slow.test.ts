import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '@/lib/testing/indexer/postgres'
import { buildIndexer } from '@/scripts/bundle.mjs'

/* The recorded ledgers beside the project, if they are there, replayed through the indexer on PostgreSQL. */

const REPLAY = path.resolve('..', 'shared', 'ledger', 'conformance.mjs')
const there = fs.existsSync(REPLAY) && POSTGRES_BIN !== null
if (!fs.existsSync(REPLAY)) console.log('the recorded ledgers are missing: they are not replayed on PostgreSQL')

let server: PostgresServer
beforeAll(async () => {
  if (!there) return
  server = await startPostgres()
  await buildIndexer()
})
afterAll(() => server?.stop())

it.skipIf(!there)('every recorded ledger is answered on PostgreSQL as it was recorded', async () => {
  const start = `"${process.execPath}" lib/testing/indexer/on-postgres.mjs`
  const env = { ...process.env, POSTGRES_URL: server.ownerUrl }
  const child = spawn(process.execPath, [REPLAY, '--start', start], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const [code] = await once(child, 'exit')
  expect(code, said.slice(-3000)).toBe(0)
  expect(said).toMatch(/^[1-9]\d* passed, 0 failed$/m)
})
