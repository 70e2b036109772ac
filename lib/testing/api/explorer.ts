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
import { upstreamOf } from '@/lib/upstream/indexer/indexers'
import { type Network, networkNamed } from '@/lib/upstream/networks/networks'
import { type AskInit, Client, type ClientResponse } from './client'
import { type ApiServer, serveApi } from './server'

/** Each test gets a new process and indexer, secrets in its URL and a stopped clock; all output is searched for the secrets. */
export class Explorer {
  readonly clock = new VirtualClock()
  indexer!: StandIn
  /** The same indexer for `cluster=far`, over a TCP connection with faults. */
  link!: ToxicProxy
  readonly log: string[] = []
  readonly #secretsSeen = new Set<string>()
  #server!: ApiServer
  #client!: Client
  #urls: string[] = []
  #secrets: string[] = []

  async get(path: string, init?: AskInit): Promise<ClientResponse> {
    const response = await this.#client.ask(this.#server.port, targetOf(path), init)
    this.#search(response.text)
    for (const [name, value] of response.headers) this.#search(`${name}: ${value}`)
    return response
  }

  open(path: string, init: AskInit = {}): Promise<http.IncomingMessage> {
    return this.#client.open(this.#server.port, targetOf(path), init)
  }

  outcomes(cluster = 'near'): Partial<Record<CallOutcome, number>> {
    const network = networkAt(cluster)
    const sums: Partial<Record<CallOutcome, number>> = {}
    for (const calls of Object.values(upstreamOf(onlyIndexer(network)).counts.calls)) {
      for (const [outcome, count] of Object.entries(calls) as [CallOutcome, number][]) {
        sums[outcome] = (sums[outcome] ?? 0) + count
      }
    }
    return sums
  }

  received(count: number): Promise<void> {
    return until(() => this.indexer.callCount >= count)
  }

  async runOut(attempts: number): Promise<void> {
    const before = this.indexer.callCount
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await this.received(before + attempt)
      await this.clock.pass(limits().attemptMs)
    }
  }

  asking(readers: number): Promise<void> {
    return until(() => requestCounts().inFlight === readers)
  }

  async passCheck(cluster = 'near'): Promise<void> {
    const network = networkAt(cluster)
    await this.clock.pass(statusNow(network).intervalSeconds * 1_000)
    await until(() => statusNow(network).checkedAt === nowIso())
  }

  landed(): Promise<void> {
    return until(() => memory().size().inFlight === 0)
  }

  async pointAt(url: string): Promise<void> {
    this.#urls.push(url)
    this.#secrets = secretsOf([...this.#urls, this.link.url])
    vi.stubEnv('INDEXER_URL', `near=${withCanaries(url)},far=${withCanaries(this.link.url)}`)
    await this.restart()
  }

  async restart(): Promise<void> {
    await forgetProcess()
    // Pauses between calls do not affect outcomes.
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
