import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { methods } from '@/lib/rpc/methods'
import { ALL_CANARIES, secretsOf, withCanaries } from '@/lib/testing/gateway/canary'
import type { Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { StandIn } from '@/lib/testing/stand-in/stand-in'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '../scripts/free-port.mjs'

/*
 * An explorer whose indexer's URL carries a secret in its user-info, its path and its query, and everything that it
 * answers or prints. facts/reliability.md (e) S03, S09.
 */

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')
const HASH = hashOf('account')

const PAGES = [
  '/',
  `/owner/${OWNER}`,
  `/owner/${OWNER}?open=${makeAccounts(OWNER, 1)[0]?.hash}`,
  `/delegate/${DELEGATE}`,
  `/account/${HASH}`,
  `/account/${HASH}?owner=${OWNER}`,
  `/account/${hashOf('nobody')}`,
  '/latest',
  '/status',
  `/search?q=${OWNER}`,
  '/search?q=hello',
  '/help',
  '/tx/abc',
  '/owner/%zz',
  '/nowhere',
]

const QUERIES: Record<keyof typeof methods, string> = {
  getIndexerHealth: '',
  getIndexerSlot: '',
  getCompressedAccountsByOwner: `owner=${OWNER}&limit=10`,
  getCompressedTokenAccountsByDelegate: `delegate=${DELEGATE}`,
  getCompressionSignaturesForAccount: `hash=${HASH}`,
  getLatestCompressionSignatures: 'limit=25',
}

const OTHERS = [
  ...Object.entries(QUERIES).flatMap(([name, query]) => [
    `/api/v1/${name}?${query}`,
    `/api/v1/${name}/received?${query}`,
  ]),
  '/api/v1/getIndexerSlot?x=1',
  '/api/v1/getEverything',
  '/api/v1/status',
  '/api/v1/health',
  '/api/v1/health?strict=1',
  '/badge.svg',
  '/badge.json',
  '/badge.svg?cluster=nowhere',
  '/status.atom',
  '/latest.atom',
  `/owner/${OWNER}.atom`,
  `/account/${HASH}.atom`,
  '/preview/home.png',
  `/preview/owner/${OWNER}.png`,
  '/sitemap.xml',
  '/healthz',
  '/readyz',
  '/metrics',
  '/favicon.ico',
  '/icon.svg',
  '/robots.txt',
  '/.env',
  '/.next/server/middleware-manifest.json',
  '/_next/server/app/page.js',
  '/_next/static/chunks/main.js.map',
  '/server.js',
  '/guard.mjs',
]

/** An error whose words repeat every secret, as some gateways repeat the key that they refuse. */
export const TELLTALE: Fault = { kind: 'error', code: -32000, message: `refused ${ALL_CANARIES}` }

export class SecretExplorer {
  /** Answers so far: what was asked, and all of the answer. */
  readonly answers: { asked: string; text: string }[] = []
  /** Connections that reached the listener which the environment names as a proxy. */
  strangers = 0
  readonly #proxy = http.createServer((_, response) => response.end())
  /** What ALERT_WEBHOOK names: refuses with the words that some services have for it, the key included. */
  readonly #receiver = http.createServer((request, response) => {
    this.told.push(request.url ?? '')
    response.writeHead(403).end(ALL_CANARIES)
  })
  /** Paths under which the receiver was told of verdicts. */
  readonly told: string[] = []
  #files = new Set<string>()
  #metrics = ''

  private constructor(
    readonly indexer: StandIn,
    private secrets: readonly string[],
    private leafscan: Leafscan | null,
  ) {}

  static async start(): Promise<SecretExplorer> {
    const latest = makeSignatures(40)
    const indexer = await new StandIn({
      accounts: makeAccounts(OWNER, 30),
      tokenAccounts: makeTokenAccounts(DELEGATE, 5),
      latest,
      signatures: { [HASH]: latest.slice(0, 1) },
    }).start()
    const explorer = new SecretExplorer(indexer, [], null)
    explorer.#proxy.on('connection', () => explorer.strangers++)
    await new Promise<void>((resolve) => explorer.#proxy.listen(0, '127.0.0.1', resolve))
    await new Promise<void>((resolve) => explorer.#receiver.listen(0, '127.0.0.1', resolve))
    const receiver = `http://127.0.0.1:${(explorer.#receiver.address() as AddressInfo).port}`
    explorer.secrets = secretsOf([indexer.url, receiver])
    const metricsPort = await freePort()
    explorer.#metrics = `http://127.0.0.1:${metricsPort}/metrics`
    const proxy = `http://127.0.0.1:${(explorer.#proxy.address() as AddressInfo).port}`
    explorer.leafscan = await startLeafscan({
      INDEXER_URL: withCanaries(indexer.url),
      ALERT_WEBHOOK: withCanaries(receiver),
      METRICS_PORT: String(metricsPort),
      PROBE_SECONDS: '1',
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      http_proxy: proxy,
      https_proxy: proxy,
      NODE_USE_ENV_PROXY: '1',
      NO_PROXY: '',
      no_proxy: '',
    })
    return explorer
  }

  async stop(): Promise<void> {
    await this.leafscan?.stop()
    await this.indexer.stop()
    this.#proxy.close()
    this.#receiver.close()
  }

  /** Asks everything once: as a page, as a navigation inside one, as HEAD, and every file that a page names. */
  async crawl(when: string): Promise<void> {
    for (const path of [...PAGES, ...OTHERS]) {
      const html = await this.#ask(when, path)
      for (const [, file = ''] of html.matchAll(/["'(\\](\/_next\/static\/[^"'()\\?]+)/g)) this.#files.add(file)
    }
    for (const path of PAGES) {
      await this.#ask(when, `${path}${path.includes('?') ? '&' : '?'}_rsc=x`, { headers: { rsc: '1' } })
    }
    for (const path of [...PAGES, ...OTHERS].slice(0, 20)) await this.#ask(when, path, { method: 'HEAD' })
    const metrics = await (await fetch(this.#metrics)).text()
    if (!metrics.includes('explorer_upstream_requests_total')) throw new Error('there are no metrics')
    this.answers.push({ asked: `${when} metrics`, text: metrics })
  }

  /** Every file of the browser's that a page named, and the map that would lie beside it. */
  async crawlFiles(): Promise<number> {
    for (const file of this.#files) {
      await this.#ask('files', file)
      await this.#ask('files', `${file}.map`)
    }
    return this.#files.size
  }

  /** Where a secret stands in what was answered or printed: what was asked, and its neighbourhood. */
  leaks(): string[] {
    const { host } = new URL(this.indexer.url)
    const printed = { asked: 'output', text: this.leafscan?.output() ?? '' }
    return [...this.answers, printed].flatMap(({ asked, text }) =>
      this.secrets
        // The ready line names network and host, and no more of the URL (design.md 4.1).
        .filter((secret) => !(asked === 'output' && secret === host))
        .filter((secret) => text.includes(secret))
        .map((secret) => `${asked}: …${text.slice(Math.max(0, text.indexOf(secret) - 60)).slice(0, 160)}…`),
    )
  }

  async #ask(when: string, path: string, init: RequestInit = {}): Promise<string> {
    const response = await fetch(`${this.leafscan?.url}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    this.answers.push({ asked: `${when} ${path}`, text: `${JSON.stringify([...response.headers])}\n${text}` })
    return text
  }
}
