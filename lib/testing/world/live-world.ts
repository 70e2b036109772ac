import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { freePort } from '@/scripts/free-port.mjs'
import { makeSignatures } from '../stand-in/fixtures'
import type { StandIn, StandInData } from '../stand-in/stand-in'
import { StandInServer } from '../stand-in/stand-in-server'
import { CURSOR_KEY, secretsOf, withCanaries } from '../upstream/canary'
import type { Command } from './commands'
import { type ClockedExplorer, startExplorer } from './explorer'
import { SITE } from './site'

/* Everything is configured, with secrets wherever a URL may carry one; all output is searched for them at the end. */

const CHAIN_STEP_MS = 400

export class LiveWorld {
  readonly alerts: Record<string, unknown>[]
  /** Connections to the listener that the environment names as a proxy. */
  strangers = 0
  readonly #urls: string[]

  private constructor(
    private readonly explorer: ClockedExplorer,
    private readonly servers: { standIns: StandInServer; receiver: http.Server; proxy: http.Server },
    private readonly moving: NodeJS.Timeout,
    readonly shared: readonly StandIn[],
    alerts: LiveWorld['alerts'],
    urls: string[],
  ) {
    this.alerts = alerts
    this.#urls = urls
    servers.proxy.on('connection', () => this.strangers++)
  }

  static async start(): Promise<LiveWorld> {
    const standIns = await new StandInServer().start()
    const shared = ['mainnet-beta', 'devnet'].map((name) =>
      standIns.add(name, { slot: 418_890_002, latest: makeSignatures(60) }),
    )
    const moving = setInterval(() => {
      for (const { data } of shared) data.slot++
    }, CHAIN_STEP_MS)
    const alerts: LiveWorld['alerts'] = []
    const receiver = await listening(
      http.createServer(async (request, response) => {
        let text = ''
        for await (const chunk of request) text += String(chunk)
        alerts.push(JSON.parse(text))
        response.writeHead(204).end()
      }),
    )
    const proxy = await listening(http.createServer((_, response) => response.end()))
    const urls = [...shared.map(({ url }) => url), urlOf(receiver)]
    const explorer = await startExplorer('machine', {
      INDEXER_PATH: 'method',
      INDEXER_URL: shared.map(({ url }) => `${path.basename(url)}=${withCanaries(url)}`).join(','),
      ALERT_WEBHOOK: withCanaries(urlOf(receiver)),
      CURSOR_KEY,
      METRICS_PORT: String(await freePort()),
      PROBE_SECONDS: '1',
      SITE_URL: SITE,
      ...proxied(urlOf(proxy)),
    })
    return new LiveWorld(explorer, { standIns, receiver, proxy }, moving, shared, alerts, urls)
  }

  get url(): string {
    return this.explorer.url
  }

  output(): string {
    return this.explorer.output()
  }

  /** A network's URL gets secrets. */
  send(command: Command): Promise<void> {
    if (command.do !== 'add') return this.explorer.send(command)
    this.#urls.push(command.url, ...command.more)
    return this.explorer.send({
      ...command,
      url: withCanaries(command.url),
      more: command.more.map((url) => withCanaries(url)),
    })
  }

  addRows({ accounts = [], tokenAccounts = [], signatures }: Partial<StandInData>): void {
    const added = new Set([...accounts, ...tokenAccounts.map(({ account }) => account)].map(({ hash }) => hash))
    for (const { data } of this.shared) {
      data.accounts = [...data.accounts.filter(({ hash }) => !added.has(hash)), ...accounts]
      data.tokenAccounts = [...data.tokenAccounts.filter(({ account }) => !added.has(account.hash)), ...tokenAccounts]
      Object.assign(data.signatures, signatures)
    }
  }

  /** @throws Error when a secret was printed, or anything but an indexer was contacted */
  async stop(): Promise<void> {
    clearInterval(this.moving)
    const code = await this.explorer.stop()
    const { standIns, receiver, proxy } = this.servers
    await standIns.stop()
    for (const server of [receiver, proxy]) {
      server.close()
      server.closeAllConnections()
    }
    const leaked = secretsOf(this.#urls).filter((secret) => this.output().includes(secret))
    if (leaked.length > 0) throw new Error(`the explorer printed secrets: ${leaked.join(', ')}`)
    if (this.strangers > 0) throw new Error(`${this.strangers} connections went to the proxy of the environment`)
    // The framework exits with 128 + 15 after SIGTERM.
    if (code !== 0 && code !== 143) throw new Error(`the explorer ended with ${code}:\n${this.output().slice(-2_000)}`)
  }
}

function proxied(url: string): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy']
  return {
    ...Object.fromEntries(names.map((name) => [name, url])),
    NODE_USE_ENV_PROXY: '1',
    NO_PROXY: '',
    no_proxy: '',
  }
}

async function listening(server: http.Server): Promise<http.Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const urlOf = (server: http.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
