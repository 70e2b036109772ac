import fs from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClock } from '@/lib/platform/clock'
import { VirtualClock } from '@/lib/testing/clock'
import { request, sendRaw } from '@/lib/testing/deploy/request'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import { bundleServer } from '@/scripts/bundle.mjs'
import { startDraining } from '../liveness/drain'
import { metrics } from '../metrics/metrics'
import { type OperatorPort, openOperatorPort } from './port'

const FILE = path.resolve(import.meta.dirname, '../../../dist/server-thread.mjs')
let opened: OperatorPort

beforeAll(async () => void (await bundleServer()))

beforeEach(async () => {
  vi.stubEnv('INDEXER_URL', 'near=http://me:PASSWORD@127.0.0.9:9/KEY1?api-key=KEY2')
  vi.stubEnv('CHAIN_URL', 'near=http://127.0.0.9:9/?k=KEY3,near=http://127.0.0.9:9/KEY4')
  vi.stubEnv('INDEXER_RATE', '10')
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  opened = await openOperatorPort({ port: 0, host: '127.0.0.1' }, FILE)
})

afterEach(async () => {
  await opened.close()
  vi.unstubAllEnvs()
})

const get = async (target: string, init?: RequestInit) => {
  const answer = await fetch(`http://127.0.0.1:${opened.port}${target}`, init)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('tells metrics', async () => {
  const { status, type, text } = await get('/metrics')
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  for (const name of [
    'leafscan_build_info{version="',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    expect(text).toContain(name)
  }
})

test('a report is written once for all who wait for it', async () => {
  const written = vi.spyOn(metrics(), 'text')
  const request = 'GET /metrics HTTP/1.1\r\nhost: 127.0.0.1\r\n'
  const socket = connect(opened.port, '127.0.0.1')
  // One write, so that the thread has all of them before it handles the first.
  socket.write(`${`${request}\r\n`.repeat(20)}${request}connection: close\r\n\r\n`)
  expect((await textOf(socket)).match(/^HTTP\/1.1 200/gm)).toHaveLength(21)
  expect(written).toHaveBeenCalledTimes(1)
})

test('tells that the process lives and whether it is ready, while its main thread computes', async () => {
  const { port } = opened
  // Requested from another thread: this one blocks until the answers are there.
  const { Worker } = await import('node:worker_threads')
  const shared = new Int32Array(new SharedArrayBuffer(4))
  const asker = new Worker(
    `const { workerData: { port, shared } } = require('node:worker_threads')
     const ask = (path) => fetch('http://127.0.0.1:' + port + path).then(({ status }) => status)
     Promise.all([ask('/healthz'), ask('/readyz')]).then(([a, b]) => Atomics.store(shared, 0, a * 1000 + b))`,
    { eval: true, workerData: { port, shared } },
  )
  while (Atomics.load(shared, 0) === 0) performance.now()
  expect(Atomics.load(shared, 0)).toBe(200_200)
  await asker.terminate()
})

test('says that the process is about to stop', async () => {
  startDraining()
  await vi.waitUntil(async () => (await get('/readyz')).status === 503)
  expect(JSON.parse((await get('/readyz')).text)).toMatchObject({ status: 'fail', draining: true })
  expect(await get('/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
})

test('tells what holds requests back and how checks go, as a page and as JSON, without a key or a host', async () => {
  await vi.waitUntil(async () => JSON.parse((await get('/debug.json')).text).networks[0].checks.last.length > 0)
  const { status, type, text } = await get('/debug.json')
  expect([status, type]).toEqual([200, 'application/json'])
  expect(JSON.parse(text)).toMatchObject({
    build: { node: process.versions.node },
    process: { draining: false, memoryBytes: { rss: expect.any(Number) } },
    cache: { entries: expect.any(Number), evictions: { full: 0 } },
    networks: [
      {
        network: 'near',
        verdict: 'unreachable',
        breaker: { state: 'closed', heldBackMs: 0, reason: null },
        pauseMs: 0,
        queue: { inFlight: 0, waiting: 0 },
        plan: { requestsPerSecond: 8 },
        checks: { intervalMs: expect.any(Number), inDoubt: expect.any(Boolean), last: [{ says: 'unreachable' }] },
        chainNodes: [{ node: '1', identity: 'unchecked', breaker: { state: 'closed' } }, { node: '2' }],
      },
    ],
  })
  const page = await get('/debug')
  expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8'])
  for (const [name, value] of [
    ['verdict', 'unreachable'],
    ['identity', 'unchecked'],
    ['requestsPerSecond', '8'],
  ]) {
    expect(page.text).toContain(`<tr><th>${name}</th><td>${value}</td></tr>`)
  }
  expect(page.text).not.toMatch(/<script|<link|<img/)
  for (const secret of ['KEY', 'PASSWORD', '127.0.0.9']) expect(text + page.text).not.toContain(secret)
})

test.each(['/healthz', '/readyz', '/metrics', '/debug', '/debug.json'])(
  'HEAD %s has the status and the headers of GET, without its body, whatever query stands behind it',
  async (path) => {
    const ask = async (method: string) => {
      const answer = await fetch(`http://127.0.0.1:${opened.port}${path}?cachebuster=1`, { method })
      const names = ['content-type', 'cache-control', 'content-security-policy', 'allow']
      const headers = names.map((name) => answer.headers.get(name))
      return {
        status: answer.status,
        headers,
        bytes: (await answer.text()).length,
        length: answer.headers.get('content-length'),
      }
    }
    const { status, headers } = await ask('GET')
    expect(await ask('HEAD')).toEqual({ status, headers, bytes: 0, length: expect.stringMatching(/^[1-9]/) })
    expect(await ask('PUT')).toMatchObject({ status: 405, headers: expect.arrayContaining(['GET, HEAD']) })
  },
)

describe('a request that names a foreign host', () => {
  const ask = async (target: string, host: string, method = 'GET') => {
    const { status, headers, body } = await request(`http://127.0.0.1:${opened.port}`, target, {
      method,
      headers: { host },
    })
    return { status, type: headers['content-type'], text: body.toString() }
  }
  const refused = {
    status: 421,
    type: 'text/plain; charset=utf-8',
    text: 'This port answers requests to localhost, 127.0.0.1, [::1] and the names in METRICS_ALLOWED_HOSTS.\n',
  }

  test.each(['/healthz', '/readyz', '/metrics', '/debug', '/debug.json', '/maintenance', '/nothing'])(
    'is refused at %s, which says what is allowed',
    async (path) => {
      expect(await ask(path, 'rebound.example')).toEqual(refused)
      expect(await ask(path, `rebound.example:${opened.port}`, 'POST')).toEqual(refused)
    },
  )

  test('is refused where its target names the host, and answered where that is this machine', async () => {
    expect(await ask('http://rebound.example/metrics', '127.0.0.1')).toEqual(refused)
    expect(await ask('HTTP://127.0.0.1/metrics', 'rebound.example')).toEqual(refused)
    expect(await ask('http://127.0.0.1:9464/healthz?x', 'localhost')).toMatchObject({ status: 200, text: 'ok\n' })
  })

  test('is refused where another host stands beside it', async () => {
    const two = 'GET /debug HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n'
    expect((await sendRaw(opened.port, two, 10_000)).text).toMatch(/^HTTP\/1\.1 4/)
  })

  test('is none without a Host: HTTP/1.0 is answered, HTTP/1.1 is not HTTP', async () => {
    const of = async (version: string) =>
      (await sendRaw(opened.port, `GET /readyz HTTP/${version}\r\nConnection: close\r\n\r\n`, 10_000)).text
    expect(await of('1.0')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await of('1.1')).toMatch(/^HTTP\/1\.1 400 /)
  })
})

test('answers the names that are allowed to it', async () => {
  await opened.close()
  opened = await openOperatorPort({ port: 0, host: '127.0.0.1', allowedHosts: ['metrics.internal'] }, FILE)
  const ask = (host: string) => request(`http://127.0.0.1:${opened.port}`, '/metrics', { headers: { host } })
  expect((await ask('metrics.internal:9464')).status).toBe(200)
  expect((await ask('other.internal')).status).toBe(421)
})

test('has nothing else, and is had by one process alone', async () => {
  expect((await get('/')).status).toBe(404)
  expect((await get('/metrics', { method: 'POST' })).status).toBe(405)
  await expect(openOperatorPort({ port: opened.port, host: '127.0.0.1' }, FILE)).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

test('keeps the time of the machine, whatever a test does to it', async () => {
  setClock(new VirtualClock())
  expect((await get('/healthz')).status).toBe(200)
})

describe('with OPERATOR_TOKEN', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-port-'))
  const TOKEN = 'a token of sixteen characters or more'
  const post = (authorization: string, body: string) =>
    get('/maintenance', { method: 'POST', headers: { authorization }, body })

  beforeEach(async () => {
    await opened.close()
    vi.stubEnv('OPERATOR_TOKEN', TOKEN)
    vi.stubEnv('DATA_DIR', folder)
    await forgetProcess()
    opened = await openOperatorPort({ port: 0, host: '127.0.0.1' }, FILE)
  })

  afterAll(async () => {
    await forgetProcess()
    fs.rmSync(folder, { recursive: true })
  })

  test('a maintenance window is posted, listed and ended', async () => {
    const window = JSON.stringify({ network: 'all', minutes: 30, note: 'New disk' })
    const made = await post(`Bearer ${TOKEN}`, window)
    expect([made.status, made.type]).toEqual([201, 'application/json'])
    const headers = { authorization: `Bearer ${TOKEN}` }
    const [{ id }] = JSON.parse((await get('/maintenance', { headers })).text).windows
    expect((await get(`/maintenance?id=${id}`, { method: 'DELETE', headers })).status).toBe(200)
  })

  test('a wrong token and a long body are refused', async () => {
    expect(await post('Bearer wrong', '{}')).toMatchObject({ status: 401 })
    expect(await get('/acknowledge')).toMatchObject({ status: 401 })
    expect(await post(`Bearer ${TOKEN}`, 'x'.repeat(20_000))).toMatchObject({ status: 413 })
  })
})

test('without OPERATOR_TOKEN there is nothing to post to', async () => {
  expect((await get('/maintenance', { method: 'POST', body: '{}' })).status).toBe(404)
})
