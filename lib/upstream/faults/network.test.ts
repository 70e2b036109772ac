import { execFileSync } from 'node:child_process'
import dns from 'node:dns'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import type https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { MetricFamilies } from '@/lib/platform/metric-families'
import { limits } from '@/lib/rpc-client/limits'
import { keepAliveAgents } from '@/lib/rpc-client/way'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectFault, expectProblem, expectRecovery, fill, OWNER } from '@/lib/testing/api/fault-row'
import { portOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { bandwidth, latency, limitData, resetPeer, slicer, slowClose, timeout } from '@/lib/testing/stand-in/toxics'
import { describeWith } from '@/lib/testing/tools'
import { until } from '@/lib/testing/until'
import { networkAt } from '@/lib/testing/upstream/networks'
import { certificateWarnings } from '../certificates'
import { callNode } from '../chain/call'
import { chainFailures, chainOf } from '../chain/node'
import { addChainMetrics } from '../metrics'
import { networks, setChain } from '../networks/networks'

const explorer = explorerPerTest()
const FAR = `${ACCOUNTS}&cluster=far`
const UNREACHABLE = { status: 503, code: 'upstream_unreachable' } as const
const TIMEOUT = { status: 504, code: 'upstream_timeout' } as const

async function expectRecoveryFar(): Promise<void> {
  Object.assign(explorer.link, { downstream: [], upstream: [] })
  await expectRecovery(explorer, FAR)
}

describe('answers that break off', () => {
  test('F16 fewer bytes than promised, then the end: 502, asked again on a new connection', async () => {
    fill(explorer)
    expect((await explorer.get('getIndexerSlot?cluster=far')).status).toBe(200)
    explorer.indexer.fail(FAULTS.cut)
    expectProblem(await explorer.get(FAR), { status: 502, code: 'bad_upstream_response' })
    expect(explorer.indexer.calls.getCompressedAccountsByOwner).toBe(2)
    expect(explorer.link.connections).toBe(2)
    await expectRecoveryFar()
  })

  test('F17 a chunked answer and a reset in its middle: 502, asked again', async () => {
    await expectFault(
      explorer,
      { kind: 'torn' },
      { status: 502, code: 'bad_upstream_response', calls: 2, outcome: 'malformed' },
    )
  })

  test.each([1, 100, 300])('F17 cut after %i bytes on the way: 502, asked again', async (bytes) => {
    fill(explorer)
    explorer.link.downstream = [limitData(bytes)]
    const response = await explorer.get(FAR)
    expect([502, 503]).toContain(response.status)
    expect(explorer.indexer.callCount).toBe(2)
    await expectRecoveryFar()
  })

  test('F17 once only: the answer of the second connection', async () => {
    fill(explorer)
    explorer.indexer.script('getCompressedAccountsByOwner', { kind: 'torn' })
    expect((await explorer.get(FAR)).status).toBe(200)
    expect(explorer.link.connections).toBe(2)
  })
})

describe('silence', () => {
  test('F19 accepted and never answered: 504 by the deadline, connections closed', async () => {
    fill(explorer)
    explorer.link.downstream = [timeout(0)]
    const pending = explorer.get(FAR)
    await explorer.runOut(2)
    expectProblem(await pending, TIMEOUT)
    expect(explorer.clock.monotonic()).toBe(limits().totalMs)
    expect(explorer.indexer.callCount).toBe(2)
    await until(() => explorer.link.openConnections + explorer.indexer.openSockets === 0)
    await expectRecoveryFar()
  })

  test('F20 headers, then a byte now and then: 504 by the deadline', async () => {
    const response = await expectFault(
      explorer,
      { kind: 'drip', everyMs: 100 },
      { ...TIMEOUT, calls: 2, outcome: 'timeout_total' },
      ACCOUNTS,
      () => explorer.runOut(2),
    )
    expect(response.body).toMatchObject({ retryable: true })
  })

  test('F21 400 kB at 10 kB/s: 504, and no more bytes than that', async () => {
    explorer.indexer.data.accounts = makeAccounts(OWNER, 900)
    explorer.link.downstream = [bandwidth(10_000)]
    const pending = explorer.get(FAR)
    await explorer.runOut(2)
    expectProblem(await pending, TIMEOUT)
    expect(explorer.link.bytesDown).toBeGreaterThan(10_000)
    expect(explorer.link.bytesDown).toBeLessThanOrEqual((10_000 * limits().totalMs) / 1_000)
    await expectRecoveryFar()
  })

  test('a slow way that is fast enough, in small pieces and with a late end, is no fault', async () => {
    fill(explorer)
    explorer.link.downstream = [latency(50), slicer(100, 1), slowClose(100)]
    explorer.link.upstream = [latency(20)]
    expect((await explorer.clock.during(explorer.get(FAR))).status).toBe(200)
    expect(explorer.clock.monotonic()).toBeGreaterThan(70)
    expect(explorer.indexer.callCount).toBe(1)
  })
})

describe('no connection', () => {
  test('F22 refused: 503 with a time to wait, at once, and an answer when it is back', async () => {
    fill(explorer)
    await explorer.link.down()
    const response = await explorer.get(FAR)
    expectProblem(response, UNREACHABLE)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(explorer.indexer.callCount).toBe(0)
    await explorer.link.up()
    await expectRecoveryFar()
  })

  test('F22 reset before a word was said: 503, asked again on a new connection', async () => {
    fill(explorer)
    explorer.link.downstream = [resetPeer(0)]
    expectProblem(await explorer.get(FAR), UNREACHABLE)
    expect(explorer.link.connections).toBe(2)
    await expectRecoveryFar()
  })

  test('F22 a kept connection that died meanwhile: nobody notices', async () => {
    fill(explorer)
    expect((await explorer.get('getIndexerSlot?cluster=far')).status).toBe(200)
    explorer.link.drop()
    expect((await explorer.get(FAR)).status).toBe(200)
    expect(explorer.indexer.calls.getCompressedAccountsByOwner).toBe(1)
  })

  test('F22 kept connections that have all died meanwhile: nobody notices', async () => {
    const connections = new Set<unknown>()
    const dying = http.createServer((request, response) => {
      request.resume()
      if (connections.has(request.socket)) return request.socket.resetAndDestroy()
      connections.add(request.socket)
      const result = request.url?.includes('Health') ? '"ok"' : 7
      clock().after(50, () => response.end(`{"jsonrpc":"2.0","id":"test-account","result":${result}}`))
    })
    await explorer.pointAt(`http://127.0.0.1:${await portOfTest(dying)}`)
    const ask = () => explorer.clock.during(explorer.get('getIndexerSlot'))
    expect((await Promise.all([ask(), explorer.get('getIndexerHealth')])).map(({ status }) => status)).toEqual([
      200, 200,
    ])
    expect(connections.size).toBe(2)
    explorer.clock.skip(10_000)
    expect(await ask()).toMatchObject({ status: 200, body: { meta: { state: 'fresh' } } })
    expect(connections.size).toBe(3)
  })

  test('F23 a name that does not exist: 503, and the name is not told', async () => {
    await explorer.pointAt('http://indexer.invalid')
    const response = await explorer.get(ACCOUNTS)
    expectProblem(response, UNREACHABLE)
    expect(response.text + explorer.log.join('')).not.toContain('indexer.invalid')
  })

  type Callback = (error: NodeJS.ErrnoException | null) => void

  test('F23 a name server that fails: 503', async () => {
    await explorer.pointAt('http://indexer.invalid')
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((name: string, _: object, done: Callback) => {
      setImmediate(done, Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), { code: 'EAI_AGAIN' }))
    }) as unknown as typeof dns.lookup)
    expectProblem(await explorer.get(ACCOUNTS), UNREACHABLE)
    expect(lookup).toHaveBeenCalledTimes(2)
  })

  test('F23 a name server that is slow: 503 in bounded time, and other networks are answered meanwhile', async () => {
    await explorer.pointAt('http://indexer.invalid')
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation((() => {}) as unknown as typeof dns.lookup)
    const pending = explorer.get(ACCOUNTS)
    for (const tries of [1, 2]) {
      await until(() => lookup.mock.calls.length === tries)
      expect((await explorer.get(`getIndexer${tries === 1 ? 'Slot' : 'Health'}?cluster=far`)).status).toBe(200)
      await explorer.clock.pass(limits().connectMs)
    }
    expectProblem(await pending, UNREACHABLE)
    expect(lookup).toHaveBeenCalledTimes(2)
  })
})

describeWith('openssl', 'certificates', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-certificates-'))
    const openssl = (command: string) => execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' })
    const make = (name: string, subject: string, days: number) => {
      const key = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${name}.key`
      openssl(`req ${key} -out ${name}.csr -subj /CN=leafscan -addext subjectAltName=${subject}`)
      openssl(`x509 -req -in ${name}.csr -signkey ${name}.key -copy_extensions copy -days ${days} -out ${name}.pem`)
    }
    make('right', 'IP:127.0.0.1', 2)
    make('other-name', 'DNS:other.example', 2)
    make('expired', 'IP:127.0.0.1', -1)
    openssl(
      'x509 -req -in right.csr -CA other-name.pem -CAkey other-name.key -CAcreateserial -copy_extensions copy -out issued.pem',
    )
    copyFileSync(path.join(folder, 'right.key'), path.join(folder, 'issued.key'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function serverWith(certificate: string, port: number) {
    const pem = readFileSync(path.join(folder, `${certificate}.pem`))
    const options = { key: readFileSync(path.join(folder, `${certificate}.key`)), cert: pem }
    const firstBytes: number[] = []
    const behind = tls.createServer(options, (socket) => {
      socket.pipe(net.connect(port, '127.0.0.1')).pipe(socket)
    })
    behind.on('tlsClientError', () => {})
    const server = net.createServer((socket) => {
      socket.once('data', (bytes) => {
        firstBytes.push(bytes[0] ?? -1)
        socket.pause()
        socket.unshift(bytes)
        behind.emit('connection', socket)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { server, pem, firstBytes, url }
  }

  function trust(pem: Buffer) {
    // Trusted issuers are read at process start; here one is set on the agent.
    const agent = keepAliveAgents().get('https') as https.Agent
    agent.options.ca = pem
  }

  async function askWith(certificate: string, trusted: boolean) {
    fill(explorer)
    const { server, pem, firstBytes, url } = await serverWith(certificate, explorer.indexer.port)
    await explorer.pointAt(url)
    if (trusted) {
      await explorer.get('getIndexerSlot')
      explorer.clock.skip(120_000)
      trust(pem)
    }
    const calls = explorer.indexer.callCount
    const response = await explorer.get(ACCOUNTS)
    server.close()
    // 22 opens a TLS handshake: nothing was sent in the clear.
    expect(new Set(firstBytes)).toEqual(new Set([22]))
    return { response, calls: explorer.indexer.callCount - calls }
  }

  test('F24 a certificate in order: an answer', async () => {
    const { response, calls } = await askWith('right', true)
    expect(response.status).toBe(200)
    expect(calls).toBe(1)
    const families = new MetricFamilies()
    addChainMetrics(families)
    const [, seconds] = /certificate_expiry_timestamp_seconds\{.*role="indexer"\} (\d+)/.exec(families.text()) ?? []
    const days = (Number(seconds) * 1_000 - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(1.9)
    expect(days).toBeLessThan(2.1)
    const date = new Date(Number(seconds) * 1_000).toISOString().slice(0, 10)
    const [near] = networks()
    expect(near && certificateWarnings(near, Date.now())).toEqual([
      `The indexer’s certificate ends in 2 days, on ${date}.`,
    ])
  })

  test.each([
    ['is self-signed', 'right', false],
    ['has expired', 'expired', true],
    ['is for another host name', 'other-name', true],
    ['is from an unknown authority', 'issued', false],
  ])('F24 a certificate that %s: 503 that says so, not a byte of the question is sent', async (what, name, trusted) => {
    const { response, calls } = await askWith(name, trusted)
    expectProblem(response, UNREACHABLE)
    expect(response.body).toMatchObject({ detail: `The indexer’s certificate ${what}.` })
    expect(calls).toBe(0)
    expect(explorer.log.join('')).toContain('"outcome":"tls"')
  })

  test.each([
    ['is self-signed', 'right', false],
    ['has expired', 'expired', true],
    ['is for another host name', 'other-name', true],
  ])('F24 a chain node whose certificate %s: its sentence', async (what, name, trusted) => {
    const { server, pem, url } = await serverWith(name, explorer.indexer.port)
    const network = networkAt(explorer.indexer.url)
    setChain(network, { urls: [url], own: false })
    const chain = chainOf(network)
    const [node] = chain?.nodes ?? []
    if (!chain || !node) throw new Error('no node')
    const slot = () =>
      callNode(node, chain.counts, 'getSlot', [], { deadline: clock().monotonic() + 4_000, by: 'refresh' })
    if (trusted) {
      await slot().catch(() => {})
      trust(pem)
    }
    await expect(slot()).rejects.toThrow()
    expect(chainFailures(network)).toEqual([`The chain node’s certificate ${what}.`])
    server.close()
  })
})
