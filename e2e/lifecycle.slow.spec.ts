import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { childrenOf, isAlive } from '@/lib/testing/processes'
import { addressOf, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { secretsOf, withCanaries } from '@/lib/testing/upstream/canary'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import type { IndexerStatus } from '../lib/api/status'
import type { StatusHistory } from '../lib/status/history/contract'
import { freePort } from '../scripts/free-port.mjs'
import { expect, test } from './page'

/* What needs no whole explorer: scripts/supervisor.test.ts, lib/status/history/processes.test.ts. */

test.describe.configure({ mode: 'serial' })

/** design.md 4.2. */
const USUAL_PORT = 9464
const READ = 'getCompressedTokenAccountsByDelegate'
const READERS = Array.from({ length: 12 }, (_, i) => addressOf(`reader ${i}`))

let folder: string
let indexer: StandIn
let chain: NodeJS.Timeout
let leafscan: Leafscan
let port: number
let before: IndexerStatus

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-lifecycle-'))
  indexer = await startStandIn({
    tokenAccounts: READERS.flatMap((delegate) => makeTokenAccounts(delegate, 3)),
    latest: makeSignatures(60),
    lag: 57,
  })
  chain = setInterval(() => indexer.data.slot++, 200)
  port = await freePort()
})

test.afterAll(async () => {
  clearInterval(chain)
  for (const pid of leafscan ? childrenOf(leafscan.process.pid ?? 0) : []) process.kill(pid, 'SIGKILL')
  leafscan?.process.kill('SIGKILL')
  await indexer?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (more: Record<string, string | undefined> = {}) =>
  startLeafscan({
    INDEXER_URL: `mainnet-beta=${withCanaries(indexer.url)}`,
    DATA_DIR: folder,
    PORT: String(port),
    PROBE_SECONDS: '0.5',
    ...more,
  })

async function get(target: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(leafscan.url + target)
  return { status: answer.status, text: await answer.text() }
}

const status = async (): Promise<IndexerStatus> => JSON.parse((await get('/api/v1/status')).text)
const history = async (): Promise<StatusHistory> => JSON.parse((await get('/api/v1/status/history')).text)
const checksOf = ({ points }: StatusHistory) => points.reduce((sum, { samples }) => sum + samples, 0)

function explorerOf({ process: supervisor }: Leafscan): number {
  const [explorer, ...others] = childrenOf(supervisor.pid ?? 0)
  if (explorer === undefined || others.length > 0) throw new Error('it should have one child')
  return explorer
}

const listens = () =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

test('with INDEXER_URL the ready line names network and host and no more of that URL, and one child runs', async () => {
  const taken = net.createServer()
  // Another explorer on this machine may have the port already, which serves as well.
  await new Promise<void>((resolve) => taken.on('error', () => resolve()).listen(USUAL_PORT, '127.0.0.1', resolve))
  leafscan = await start({ METRICS_PORT: undefined, DRAIN_SECONDS: '3600' })
  expect(leafscan.output()).toContain(
    `Leafscan ready: ${leafscan.url} · indexer mainnet-beta at 127.0.0.1:${indexer.port}\n`,
  )
  const listed = [leafscan.process.pid, explorerOf(leafscan)].map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  for (const secret of secretsOf([])) expect(leafscan.output() + listed.join()).not.toContain(secret)
  await expect.poll(leafscan.output).toMatch(/^\{.*"msg":"ready".*\}$/m)
  explorerOf(leafscan)
  expect((await get('/readyz')).status).toBe(200)
  // Only the default port may be taken; a configured one may not: scripts/ports.test.ts.
  expect(leafscan.output()).toContain(`METRICS_PORT=${USUAL_PORT} on 127.0.0.1: the port is taken by another process`)
  taken.close()
})

test('F51 SIGTERM under load: /readyz says 503 at once, every answer under way is finished, exit code 0', async () => {
  await expect.poll(async () => checksOf(await history())).toBeGreaterThan(2)
  before = await status()
  expect(before.verdict).toBe('behind')

  const explorer = explorerOf(leafscan)
  leafscan.process.kill('SIGTERM')
  await expect.poll(async () => (await get('/readyz')).status).toBe(503)
  expect((await get('/latest')).status).toBe(200)

  let letGo = () => {}
  const until = new Promise<void>((resolve) => {
    letGo = resolve
  })
  indexer.fail({ kind: 'held', until }, { methods: [READ] })
  const callsBefore = indexer.calls[READ] ?? 0
  const paths = READERS.map((reader, i) => (i % 2 ? `/delegate/${reader}` : `/api/v1/${READ}?delegate=${reader}`))
  const underWay = paths.map(get)
  await expect.poll(() => indexer.calls[READ]).toBe(callsBefore + READERS.length)
  // DRAIN_SECONDS: scripts/supervisor.test.ts.
  process.kill(explorer, 'SIGTERM')
  await expect.poll(listens).toBe(false)
  letGo()
  indexer.fail(null)
  const answers = await Promise.all(underWay)
  expect(answers.map((answer) => answer.status)).toEqual(paths.map(() => 200))
  for (const [i, answer] of answers.entries()) expect(answer.text).toContain(READERS[i])
  expect(await leafscan.ended).toBe(0)
  expect(isAlive(explorer)).toBe(false)
  expect(leafscan.output()).toMatch(/"msg":"draining".*"msg":"stopping"/s)
})

test('the next explorer knows since when the verdict is what it is', async () => {
  leafscan = await start()
  const { verdict, since } = await status()
  expect({ verdict, since }).toEqual({ verdict: 'behind', since: before.since })
  const { periods, recordedBy } = await history()
  expect(recordedBy).toBe('this')
  const verdicts = periods.map(({ verdict }) => verdict)
  expect(verdicts.slice(verdicts.indexOf('behind'))).toEqual(['behind', null, 'behind'])
})

test('it goes on when nobody reads its output any more, and does not outlive a supervisor that is killed', async () => {
  const explorer = explorerOf(leafscan)
  leafscan.process.stdout?.destroy()
  leafscan.process.stderr?.destroy()
  await indexer.stop()
  await expect.poll(async () => (await status()).verdict).toBe('unreachable')
  expect((await get('/healthz')).status).toBe(200)
  leafscan.process.kill('SIGKILL')
  await expect.poll(() => isAlive(explorer)).toBe(false)
})
