import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { StandIn } from '@/lib/testing/stand-in/stand-in'
import { spawnLeafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '../scripts/free-port.mjs'
import { expect, test } from './page'

// Each starts a Leafscan of its own.
test.describe.configure({ mode: 'parallel', timeout: 150_000 })

/** Ids of a process's children, oldest first. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  const text = existsSync(list) ? readFileSync(list, 'utf8') : execFileSync('pgrep', ['-P', String(pid)]).toString()
  return text.split(/\s+/).filter(Boolean).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Resolves with exit code and output of a start that is meant to end by itself. */
async function failedStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const leafscan = await spawnLeafscan(env)
  const code = await new Promise<number | null>((resolve) => leafscan.process.on('exit', resolve))
  return { code, output: leafscan.output() }
}

test('the ready line names explorer, indexer and ledger, and Ctrl-C ends all of it with exit code 0', async ({
  request,
}) => {
  const leafscan = await startLeafscan()
  expect(leafscan.output()).toContain(`Leafscan ready: ${leafscan.url} · indexer ${leafscan.indexerUrl} (sandbox)`)
  expect((await request.get(`${leafscan.url}/readyz`)).status()).toBe(200)
  expect((await request.get(`${leafscan.indexerUrl}/liveness`)).status()).toBe(200)
  const children = childrenOf(leafscan.process.pid ?? 0)
  expect(children).toHaveLength(2)
  expect(await leafscan.stop()).toBe(0)
  expect(children.filter(isAlive)).toEqual([])
})

test('SIGTERM ends all of it with exit code 0', { tag: '@slow' }, async () => {
  const leafscan = await startLeafscan()
  const children = childrenOf(leafscan.process.pid ?? 0)
  const exit = new Promise<number | null>((resolve) => leafscan.process.on('exit', resolve))
  leafscan.process.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(children.filter(isAlive)).toEqual([])
})

test('a drain keeps answering while /readyz says 503', { tag: '@slow' }, async ({ request }) => {
  const leafscan = await startLeafscan({ DRAIN_SECONDS: '3' })
  const exit = leafscan.stop()
  await expect.poll(async () => (await request.get(`${leafscan.url}/readyz`)).status()).toBe(503)
  expect((await request.get(`${leafscan.url}/latest`)).status()).toBe(200)
  expect(await exit).toBe(0)
})

test('a child that dies ends the whole with an error that names it', async () => {
  for (const [at, name] of ['indexer', 'explorer'].entries()) {
    const leafscan = await startLeafscan()
    const children = childrenOf(leafscan.process.pid ?? 0)
    const exit = new Promise<number | null>((resolve) => leafscan.process.on('exit', resolve))
    process.kill(children[at] ?? 0, 'SIGKILL')
    expect(await exit).not.toBe(0)
    expect(leafscan.output()).toContain(`the ${name} ended (SIGKILL)`)
    expect(children.filter(isAlive)).toEqual([])
  }
})

test('the children of a supervisor that is killed do not stay behind', async () => {
  const leafscan = await startLeafscan()
  const children = childrenOf(leafscan.process.pid ?? 0)
  leafscan.process.kill('SIGKILL')
  await expect.poll(() => children.filter(isAlive), { timeout: 15_000 }).toEqual([])
})

test('it goes on, and ends as asked, when nobody reads its output any more', async ({ request }) => {
  const indexer = await new StandIn({}).start()
  const leafscan = await startLeafscan({ INDEXER_URL: indexer.url, PROBE_SECONDS: '0.2' })
  const children = childrenOf(leafscan.process.pid ?? 0)
  leafscan.process.stdout?.destroy()
  leafscan.process.stderr?.destroy()
  // Gives the explorer something to log.
  await indexer.stop()
  await expect
    .poll(async () => (await request.get(`${leafscan.url}/api/v1/status`)).json(), { timeout: 20_000 })
    .toMatchObject({ verdict: 'unreachable' })
  expect((await request.get(`${leafscan.url}/healthz`)).status()).toBe(200)
  expect(await leafscan.stop()).toBe(0)
  expect(children.filter(isAlive)).toEqual([])
})

test('a port that is taken ends the start with its variable and value', async () => {
  const taken = net.createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
  for (const name of ['PORT', 'INDEXER_PORT']) {
    const { code, output } = await failedStart({ [name]: String(port) })
    expect(code).not.toBe(0)
    expect(output).toContain(`${name}=${port}`)
    expect(output).toContain('taken')
  }
  taken.close()
})

test('a bad variable ends the start with one line that names variable, value and rule', async () => {
  const cases: [env: Record<string, string>, line: string][] = [
    [{ PORT: '99999' }, 'PORT="99999": must be a whole number from 1 to 65535'],
    [{ SLOT_MS: 'fast' }, 'SLOT_MS="fast": must be a whole number'],
    [{ INDEXER_PATH: 'both' }, 'INDEXER_PATH="both": must be method or base'],
  ]
  for (const [env, line] of cases) {
    const { code, output } = await failedStart(env)
    expect(code).not.toBe(0)
    expect(output).toContain(line)
    expect(output.trim().split('\n')).toHaveLength(1)
  }
})

test('a ledger folder that is not there, and a damaged file in one, end the start with their name', async () => {
  const missing = await failedStart({ LEDGER: 'no/such/folder' })
  expect(missing.code).not.toBe(0)
  expect(missing.output).toContain('no/such/folder')

  const folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-damaged-'))
  mkdirSync(path.join(folder, 'transactions'))
  writeFileSync(path.join(folder, 'transactions', 'cut.json'), '{"slot": 5, "transaction": ["AAAA')
  const damaged = await failedStart({ LEDGER: folder })
  expect(damaged.code).not.toBe(0)
  expect(damaged.output).toContain('cut.json')
  rmSync(folder, { recursive: true })
})

test('with INDEXER_URL the ready line names network and host and no more of that URL', async () => {
  const indexer = await new StandIn({}).start()
  const leafscan = await startLeafscan({ INDEXER_URL: `devnet=${indexer.url}/v2/SECRETKEY?api-key=SECRETKEY` })
  expect(leafscan.output()).toContain(`· indexer devnet at 127.0.0.1:${indexer.port}`)
  expect(leafscan.output()).not.toContain('SECRETKEY')
  expect(childrenOf(leafscan.process.pid ?? 0)).toHaveLength(1)
  expect(await leafscan.stop()).toBe(0)
  await indexer.stop()
})
