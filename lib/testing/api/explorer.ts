import { afterEach, beforeEach, expect, vi } from 'vitest'
import { GET as getExport } from '@/app/api/v1/[method]/export/route'
import { GET } from '@/app/api/v1/[method]/route'
import { setClock } from '@/lib/clock'
import { networkNamed } from '@/lib/gateway/networks'
import type { CallOutcome } from '@/lib/gateway/upstream/call-counts'
import { limits } from '@/lib/gateway/upstream/limits'
import { snapshotOf } from '@/lib/gateway/upstream/snapshot'
import { parseJson } from '@/lib/rpc/json'
import { JumpingClock } from '@/lib/testing/clock'
import { secretsOf, withCanaries } from '@/lib/testing/gateway/canary'
import { forgetProcess, SHORT_LIMITS } from '@/lib/testing/gateway/new-process'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { startToxicProxy, type ToxicProxy } from '@/lib/testing/stand-in/toxic-proxy'

/** What the explorer's API answered. */
export interface Said {
  status: number
  headers: Headers
  text: string
  /** The text as JSON; null when it is none. */
  body: Record<string, unknown> | null
  tookMs: number
}

/**
 * The explorer's API in this process, before an indexer on loopback that fails on command: a new process, a new indexer
 * and secrets in its URL for every test. After each test everything that was answered or written is searched for them.
 */
export class Explorer {
  /** Asked as the default network. */
  indexer!: StandIn
  /** The way to the same indexer for `cluster=far`: a TCP connection that can be ill. */
  link!: ToxicProxy
  /** Lines on stderr and stdout since the test began. */
  readonly log: string[] = []
  readonly #secretsSeen = new Set<string>()
  #clock = new JumpingClock()
  #urls: string[] = []
  #secrets: string[] = []

  /** Answers GET /api/v1/<path>. */
  async get(path: string, init?: RequestInit): Promise<Said> {
    const started = performance.now()
    const response = await route(path, init)
    const text = await response.text()
    const tookMs = performance.now() - started
    const { status, headers } = response
    this.#search(text)
    for (const [name, value] of headers) this.#search(`${name}: ${value}`)
    return { status, headers, text, body: jsonOf(text), tookMs }
  }

  /** What became of the calls that were made or held back so far. */
  outcomes(cluster = 'near'): Partial<Record<CallOutcome, number>> {
    const network = networkNamed(cluster)
    if (!network) throw new Error(`there is no network ${cluster}`)
    const sums: Partial<Record<CallOutcome, number>> = {}
    for (const calls of Object.values(snapshotOf(network).counts.calls)) {
      for (const [outcome, count] of Object.entries(calls) as [CallOutcome, number][]) {
        sums[outcome] = (sums[outcome] ?? 0) + count
      }
    }
    return sums
  }

  /** Time passes. */
  skip(ms: number): void {
    this.#clock.jump(ms)
  }

  /** The wall clock is set: from now on it stands `ms` before or behind where it was. */
  setWall(ms: number): void {
    this.#clock.setWall(ms)
  }

  /** Another indexer instead, in a new process: `url` gets secrets as well. */
  pointAt(url: string): void {
    if (this.#urls.length > 0) forgetProcess()
    this.#urls.push(url)
    this.#secrets = secretsOf([...this.#urls, this.link.url])
    vi.stubEnv('INDEXER_URL', `near=${withCanaries(url)},far=${withCanaries(this.link.url)}`)
    // The pause before a second attempt is random and says nothing.
    limits().retryPauseMs = SHORT_LIMITS.retryPauseMs
  }

  /** Shortens what is waited for. */
  hurry(): void {
    Object.assign(limits(), SHORT_LIMITS)
  }

  async open(): Promise<void> {
    this.indexer = await startStandIn()
    this.link = await startToxicProxy(this.indexer.port)
    this.#urls = []
    vi.stubEnv('PROBE_SECONDS', '3600')
    this.pointAt(this.indexer.url)
    this.#clock = new JumpingClock()
    setClock(this.#clock)
    this.#secretsSeen.clear()
    this.log.length = 0
    for (const stream of [process.stderr, process.stdout]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => this.log.push(String(text)) > 0)
    }
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation((...words) => void this.log.push(words.map(String).join(' ')))
    }
  }

  async close(): Promise<void> {
    forgetProcess()
    await this.link.down()
    await this.indexer.stop()
    vi.restoreAllMocks()
    setClock(null)
    vi.unstubAllEnvs()
    this.#search(this.log.join('\n'))
    expect([...this.#secretsSeen]).toEqual([])
  }

  #search(text: string): void {
    for (const secret of this.#secrets) if (text.includes(secret)) this.#secretsSeen.add(secret)
  }
}

/** An explorer for the tests of a file. */
export function explorerPerTest(): Explorer {
  const explorer = new Explorer()
  beforeEach(() => explorer.open())
  afterEach(() => explorer.close())
  return explorer
}

function route(path: string, init?: RequestInit): Promise<Response> {
  const request = new Request(new URL(path, 'http://explorer.example/api/v1/'), init)
  const [, method] = /^([^/?]+)\/export/.exec(path) ?? []
  return method ? getExport(request, { params: Promise.resolve({ method }) }) : GET(request)
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    return parseJson(text) as Record<string, unknown>
  } catch {
    return null
  }
}
