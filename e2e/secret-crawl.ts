import fs from 'node:fs'
import type { methods } from '@/lib/protocol/rpc/methods'
import type { Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { StandInData } from '@/lib/testing/stand-in/stand-in'
import { ALL_CANARIES } from '@/lib/testing/upstream/canary'
import type { JourneyNetwork, Live } from '@/lib/testing/world/worlds'

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
  ...Object.entries(QUERIES).map(([name, query]) => `/api/v1/${name}?${query}`),
  '/api/v1/getIndexerSlot?x=1',
  '/api/v1/getEverything',
  '/api/v1/status',
  '/api/v1/health',
  '/api/v1/health?strict=1',
  '/badge.svg',
  '/badge.json',
  '/status.atom',
  '/latest.atom',
  `/owner/${OWNER}.atom`,
  `/wallet/${OWNER}.atom`,
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
  '/server.mjs',
  '/dist/server.mjs',
]

/** An error whose words repeat every secret, as some gateways repeat the key that they refuse. */
export const TELLTALE = { kind: 'error', code: -32000, message: `refused ${ALL_CANARIES}` } satisfies Fault

const latest = makeSignatures(40)

/** What the indexer has that is crawled. */
export const ROWS: Partial<StandInData> = {
  accounts: makeAccounts(OWNER, 30),
  tokenAccounts: makeTokenAccounts(DELEGATE, 5),
  latest,
  signatures: { [HASH]: latest.slice(0, 1) },
}

/** Requests everything of one network of the live explorer, and keeps the answers. */
export class Crawl {
  /** Answers so far: where each came from, and all of its text. */
  readonly answers: { source: string; text: string }[] = []
  readonly #files = new Set<string>()

  constructor(
    private readonly live: Live,
    private readonly net: JourneyNetwork,
  ) {}

  /** Asks everything once: as a page, as a navigation inside one, as HEAD, and every file that a page names. */
  async everything(when: string): Promise<void> {
    for (const path of [...PAGES, ...OTHERS]) {
      const html = await this.#ask(when, this.net.at(path))
      for (const [, file = ''] of html.matchAll(/["'(\\](\/_next\/static\/[^"'()\\?]+)/g)) this.#files.add(file)
    }
    for (const path of PAGES) await this.#ask(when, `${this.net.at(path)}&_rsc=x`, { headers: { rsc: '1' } })
    for (const path of [...PAGES, ...OTHERS].slice(0, 20)) await this.#ask(when, this.net.at(path), { method: 'HEAD' })
    await this.#ask(when, `${this.live.url}/badge.svg?cluster=nowhere`)
    const metrics = await this.#ask(when, this.live.metricsUrl)
    if (!metrics.includes('explorer_upstream_requests_total')) throw new Error('there are no metrics')
  }

  /** Every file of the browser's that a page named, and the map that would lie beside it. Resolves with their number. */
  async files(): Promise<number> {
    for (const file of this.#files) {
      await this.#ask('files', this.live.url + file)
      await this.#ask('files', `${this.live.url}${file}.map`)
    }
    return this.#files.size
  }

  /** What anybody on the machine can see of its processes. */
  processes(): void {
    const lines = fs.readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? commandOf(name) : []))
    if (!lines.some((line) => line.includes('dist/clocked-explorer.mjs')))
      throw new Error('the explorer is not among the processes')
    this.answers.push({ source: 'processes', text: lines.join('\n') })
  }

  /** Where a secret stands in what was answered or printed: what was asked, and its neighbourhood. */
  async leaks(): Promise<string[]> {
    const { output, secrets } = await this.live.seen()
    return [...this.answers, { source: 'output', text: output }].flatMap(({ source, text }) =>
      secrets
        .filter((secret) => text.includes(secret))
        .map((secret) => `${source}: …${text.slice(Math.max(0, text.indexOf(secret) - 60)).slice(0, 160)}…`),
    )
  }

  async #ask(when: string, url: string, init: RequestInit = {}): Promise<string> {
    const response = await fetch(url, { redirect: 'manual', ...init })
    const text = await response.text()
    this.answers.push({ source: `${when} ${url}`, text: `${JSON.stringify([...response.headers])}\n${text}` })
    return text
  }
}

function commandOf(pid: string): string[] {
  try {
    return [fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
