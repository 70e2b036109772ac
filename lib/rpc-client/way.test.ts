import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls, { type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { portOfTest } from '@/lib/testing/of-test'
import { HttpProxy } from '@/lib/testing/stand-in/http-proxy'
import { describeWith } from '@/lib/testing/tools'
import { until } from '@/lib/testing/until'
import { deliver } from '../status/alerts/deliver'
import { virtualTime } from '../testing/virtual-time'
import { Endpoint } from '../upstream/networks/endpoint'
import { limits } from './limits'
import { postRpc } from './post-rpc'
import { readAnswer } from './solana/read-answer'
import { connectionTo, TunnelAgent } from './way'

/* Which URLs the proxy is used for: lib/platform/proxy-setting.test.ts. */

const clock = virtualTime()
let got: { url: string; headers: http.IncomingHttpHeaders }[]
let proxy: HttpProxy

beforeEach(async () => {
  got = []
  const server = http.createServer((request, response) => {
    got.push({ url: request.url ?? '', headers: request.headers })
    request.resume().on('end', () => response.end('{}'))
  })
  proxy = await HttpProxy.start(await portOfTest(server))
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, proxy.url.replace('//', '//me:KEY@'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await proxy.stop()
})

const CREDENTIALS = `Basic ${btoa('me:KEY')}`
const TARGET = {
  secure: false,
  hostname: 'far.invalid',
  port: '8080',
  path: '/a?k=1',
  headers: { authorization: 'Own' },
}
const { signal } = new AbortController()

const WAYS: Record<string, (secure: boolean) => Promise<string | number>> = {
  'the gateway': (secure) =>
    postRpc({ ...TARGET, secure }, '{}', { deadlineMs: 60_000, maxBytes: 1_000, freshSocket: false }).then(
      ({ status }) => status,
      ({ message }) => message,
    ),
  'the indexer': (secure) =>
    readAnswer({ ...TARGET, secure }, '{}', signal).then(
      () => 200,
      ({ message }) => message,
    ),
  'a webhook': (secure) =>
    deliver({ target: { ...TARGET, secure }, body: '{}' }, 60_000).then(({ delivered, outcome }) =>
      delivered ? 200 : outcome,
    ),
}
const ways = Object.keys(WAYS)
const send = (way: string, secure = false) => WAYS[way]?.(secure)

describe.each(ways)('%s', (way) => {
  test('asks the proxy for the whole http URL, with its credentials, which the host does not get', async () => {
    proxy.wants = CREDENTIALS
    expect(await send(way)).toBe(200)
    expect(proxy.asked).toEqual(['POST http://far.invalid:8080/a?k=1'])
    expect(got).toMatchObject([{ url: '/a?k=1', headers: { host: 'far.invalid:8080', authorization: 'Own' } }])
    expect(got[0]?.headers).not.toHaveProperty('proxy-authorization')
  })

  test('opens a tunnel to an https host, in which the proxy sees nothing of the request', async () => {
    // No TLS behind the tunnel: the handshake fails.
    await send(way, true)
    expect(proxy.asked).toEqual(['CONNECT far.invalid:8080'])
    expect(proxy.headers[0]).toMatchObject({ host: 'far.invalid:8080', 'proxy-authorization': CREDENTIALS })
    expect(JSON.stringify(proxy.headers)).not.toMatch(/Own|k=1/)
    expect(got).toEqual([])
  })

  test.each([false, true])(
    'says that the proxy wants other credentials, or is not there (https: %s)',
    async (secure) => {
      proxy.wants = 'Basic other'
      expect(await send(way, secure)).toMatch(/HTTP proxy.*407|^proxy_http_407$|^PROXY_HTTP_407$/)
      await proxy.stop()
      expect(await send(way, secure)).toMatch(/HTTP proxy.*ECONNREFUSED|^proxy_econnrefused$|^PROXY_ECONNREFUSED$/)
    },
  )

  test('says that the proxy refuses the way to an https host', async () => {
    proxy.refuses = 403
    expect(await send(way, true)).toMatch(/HTTP proxy refused.*403|^proxy_http_403$|^PROXY_HTTP_403$/)
  })

  test('asks directly where NO_PROXY says so', async () => {
    vi.stubEnv('NO_PROXY', 'far.invalid')
    expect(await send(way)).not.toBe(200)
    expect(proxy.connections).toBe(0)
  })
})

test.each(['10.0.0.5', 'indexer', 'fd00::5'])('our own indexer is asked directly, though it listens on %s', (host) => {
  const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:8784`)
  const viaOf = (embedded: boolean) =>
    connectionTo(new Endpoint({ url: url.href, path: 'base', embedded }).target(''), true).via
  expect([viaOf(true), viaOf(false)]).toEqual([null, 'forward'])
})

describe('the gateway', () => {
  const failure = (secure: boolean) =>
    postRpc({ ...TARGET, secure }, '{}', { deadlineMs: 60_000, maxBytes: 1_000, freshSocket: false }).then(
      () => null,
      (error) => error.failure,
    )

  test('keeps its connection to the proxy for the next request', async () => {
    for (const _ of [1, 2, 3]) expect(await send('the gateway')).toBe(200)
    expect(proxy.connections).toBe(1)
  })

  test('gives a tunnel no longer than a connection', async () => {
    proxy.refuses = 'silent'
    const failed = failure(true)
    await until(() => proxy.asked.length === 1)
    clock.skip(limits().connectMs)
    expect(await failed).toMatchObject({
      reason: 'unreachable',
      cause: 'timeout_connect',
      message: 'Could not connect to the indexer through the HTTP proxy.',
    })
  })

  test('tells a proxy that fails from an indexer that does', async () => {
    proxy.refuses = 503
    expect(await failure(true)).toMatchObject({ reason: 'unreachable', cause: 'proxy' })
  })
})

describeWith('openssl', 'TLS through a tunnel', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-tunnel-'))
  let secured: https.Server
  let ca: Buffer

  beforeAll(async () => {
    const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout it.key'
    const openssl = `req -x509 ${key} -out it.pem -days 2 -subj /CN=leafscan -addext subjectAltName=DNS:far.invalid`
    execFileSync('openssl', openssl.split(' '), { cwd: folder, stdio: 'ignore' })
    ca = fs.readFileSync(path.join(folder, 'it.pem'))
    secured = https.createServer({ key: fs.readFileSync(path.join(folder, 'it.key')), cert: ca }, (request, response) =>
      response.end((request.socket as TLSSocket & { servername: string }).servername),
    )
    secured.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => secured.listen(0, '127.0.0.1', resolve))
  })

  afterAll(() => {
    secured.closeAllConnections()
    secured.close()
    fs.rmSync(folder, { recursive: true })
  })

  const get = (hostname: string, agent: https.Agent) =>
    new Promise<string>((resolve) => {
      const answered = async (response: IncomingMessage) => {
        let text = ''
        for await (const chunk of response) text += chunk
        resolve(text)
      }
      https
        .get({ hostname, agent }, (response) => void answered(response))
        .on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code))
    })

  test('is with the host itself, under its name, and is kept', async () => {
    await proxy.stop()
    proxy = await HttpProxy.start((secured.address() as AddressInfo).port)
    const port = Number(proxy.place.split(':')[1])
    const place = { variable: '', secure: false, hostname: '127.0.0.1', port, servername: '', authorization: null }
    const agent = new TunnelAgent(place, { keepAlive: true, ca })
    for (const _ of [1, 2, 3]) expect(await get('far.invalid', agent)).toBe('far.invalid')
    expect(proxy.asked).toEqual(['CONNECT far.invalid:443'])
    expect(await get('other.invalid', agent)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    const doubting = new TunnelAgent(place, {})
    expect(await get('far.invalid', doubting)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    agent.destroy()
  })

  test('is with a proxy under the proxy’s own name, whose certificate is checked', async () => {
    const names: string[] = []
    const front = tls.createServer({
      key: fs.readFileSync(path.join(folder, 'it.key')),
      cert: ca,
      SNICallback: (name, done) => {
        names.push(name)
        done(null)
      },
    })
    front.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const url = `https://localhost:${(front.address() as AddressInfo).port}`
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, url)
    for (const secure of [false, true]) {
      expect(await send('a webhook', secure)).toBe('proxy_depth_zero_self_signed_cert')
    }
    expect(names).toEqual(['localhost', 'localhost'])
    front.close()
  })
})
