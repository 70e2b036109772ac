import type http from 'node:http'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { nowIso, setClock } from '@/lib/platform/clock'
import { limits } from '@/lib/rpc-client/limits'
import { requestCounts } from '@/lib/server/listener/request-counts'
import { statusNow } from '@/lib/status/health/probe'
import { VirtualClock } from '@/lib/testing/clock'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { startToxicProxy, type ToxicProxy } from '@/lib/testing/stand-in/toxic-proxy'
import { until } from '@/lib/testing/until'
import { CURSOR_KEY, secretsOf, withCanaries } from '@/lib/testing/upstream/canary'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import { memory } from '@/lib/upstream/cache/cache'
import type { CallOutcome } from '@/lib/upstream/indexer/call-counts'
import { type Network, networkNamed } from '@/lib/upstream/networks/networks'
import { snapshotOf } from '@/lib/upstream/snapshot'
import { type AskInit, Client, type ClientResponse } from './client'
import { type ApiServer, serveApi } from './server'

/**
 * The explorer's API over HTTP, before an indexer on loopback that fails on command: a new process, a new indexer, secrets
 * in its URL and a clock that stands still for every test. After each test everything that was answered or written is
 * searched for the secrets.
 */
export class Explorer {
  /** What the explorer and the indexer live by. Nothing that is answered while it stands was waited for. */
  readonly clock = new VirtualClock()
  /** Asked as the default network. */
  indexer!: StandIn
  /** The way to the same indexer for `cluster=far`: a TCP connection that can be ill. */
  link!: ToxicProxy
  /** Lines on stderr and stdout since the test began. */
  readonly log: string[] = []
  readonly #secretsSeen = new Set<string>()
  #server!: ApiServer
  #client!: Client
  #urls: string[] = []
  #secrets: string[] = []

  /** Answers GET /api/v1/<path>, or another path that begins with a slash. */
  async get(path: string, init?: AskInit): Promise<ClientResponse> {
    const response = await this.#client.ask(this.#server.port, targetOf(path), init)
    this.#search(response.text)
    for (const [name, value] of response.headers) this.#search(`${name}: ${value}`)
    return response
  }

  /** As get(), once the answer begins: its body is the reader's to take. */
  open(path: string, init: AskInit = {}): Promise<http.IncomingMessage> {
    return this.#client.open(this.#server.port, targetOf(path), init)
  }

  /** What became of the calls that were made or held back so far. */
  outcomes(cluster = 'near'): Partial<Record<CallOutcome, number>> {
    const network = networkAt(cluster)
    const sums: Partial<Record<CallOutcome, number>> = {}
    for (const calls of Object.values(snapshotOf(onlyIndexer(network)).counts.calls)) {
      for (const [outcome, count] of Object.entries(calls) as [CallOutcome, number][]) {
        sums[outcome] = (sums[outcome] ?? 0) + count
      }
    }
    return sums
  }

  /** Waits until so many requests have come to the indexer. */
  received(count: number): Promise<void> {
    return until(() => this.indexer.callCount >= count)
  }

  /** Lets a question's attempts run out of time one after the other, each once it has come to the indexer. */
  async runOut(attempts: number): Promise<void> {
    const before = this.indexer.callCount
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await this.received(before + attempt)
      await this.clock.pass(limits().attemptMs)
    }
  }

  /** Waits until so many readers wait for an answer. */
  asking(readers: number): Promise<void> {
    return until(() => requestCounts().inFlight === readers)
  }

  /** Lets time pass to the probe's next check of the default network, and waits until it is over. */
  async passCheck(): Promise<void> {
    const network = networkAt('near')
    await this.clock.pass(statusNow(network).intervalSeconds * 1_000)
    await until(() => statusNow(network).checkedAt === nowIso())
  }

  /** Waits until nothing is under way to the indexer on behalf of readers. */
  landed(): Promise<void> {
    return until(() => memory().size().inFlight === 0)
  }

  /** Another indexer instead, in a new process: `url` gets secrets as well. */
  async pointAt(url: string): Promise<void> {
    this.#urls.push(url)
    this.#secrets = secretsOf([...this.#urls, this.link.url])
    vi.stubEnv('INDEXER_URL', `near=${withCanaries(url)},far=${withCanaries(this.link.url)}`)
    await this.restart()
  }

  /** Another process takes over, which remembers nothing. */
  async restart(): Promise<void> {
    await forgetProcess()
    // Pauses between calls say nothing of what comes of them.
    Object.assign(limits(), { retryPauseMs: 0, walkPauseMs: 0 })
  }

  async begin(): Promise<void> {
    this.clock.restart()
    setClock(this.clock)
    this.indexer = await startStandIn()
    this.link = await startToxicProxy(this.indexer.port)
    this.#server = await serveApi()
    this.#client = new Client()
    this.#urls = []
    vi.stubEnv('PROBE_SECONDS', '3600')
    vi.stubEnv('CURSOR_KEY', CURSOR_KEY)
    await this.pointAt(this.indexer.url)
    this.#secretsSeen.clear()
    this.log.length = 0
    for (const stream of [process.stderr, process.stdout]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => this.log.push(String(text)) > 0)
    }
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation((...words) => void this.log.push(words.map(String).join(' ')))
    }
  }

  async end(): Promise<void> {
    this.#client.close()
    await this.#server.close()
    await this.link.down()
    await this.indexer.stop()
    await forgetProcess()
    vi.restoreAllMocks()
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
  beforeEach(() => explorer.begin())
  afterEach(() => explorer.end())
  return explorer
}

function networkAt(cluster: string): Network {
  const network = networkNamed(cluster)
  if (!network) throw new Error(`there is no network ${cluster}`)
  return network
}

function targetOf(path: string): string {
  const { pathname, search } = new URL(path, 'http://explorer.example/api/v1/')
  return pathname + search
}
