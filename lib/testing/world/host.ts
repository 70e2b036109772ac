import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import { childrenOf, isAlive } from '../processes'
import type { StandInData } from '../stand-in/stand-in'
import type { Command } from './commands'
import { type Leafscan, startLeafscan } from './leafscan'
import { LiveWorld } from './live-world'
import { StillWorld } from './still-world'

/* Worlds that all workers of a run share, started on first use and ended with the run. Workers use HTTP (worlds.ts). */

export class WorldHost {
  #still: Promise<StillWorld> | null = null
  #live: Promise<LiveWorld> | null = null
  #sandbox: Promise<Leafscan> | null = null
  readonly #server = http.createServer((request, response) => {
    this.#answer(request).then(
      (answer) => response.end(stringifyJson(answer ?? null)),
      (error) => response.writeHead(500).end(String(error?.stack ?? error)),
    )
  })

  static async start(): Promise<WorldHost> {
    const host = new WorldHost()
    // A worker that makes rows for seconds must not find its kept connection closed.
    host.#server.keepAliveTimeout = 0
    await new Promise<void>((resolve) => host.#server.listen(0, '127.0.0.1', resolve))
    return host
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    const ends = await Promise.allSettled([
      this.#still?.then((world) => world.stop()),
      this.#live?.then((world) => world.stop()),
      this.#sandbox?.then(endAsCtrlC),
    ])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const body = await bodyOf(request)
    switch (request.url) {
      case '/still':
        return { url: (await this.#stillWorld()).url }
      case '/sandbox': {
        const { url, indexerUrl, dataDir, process: supervisor, output } = await this.#sandboxWorld()
        return { url, indexerUrl, dataDir, pid: supervisor.pid, output: output() }
      }
      case '/live': {
        return { url: (await this.#liveWorld()).url }
      }
      case '/live/command':
        return (await this.#liveWorld()).send(body as Command)
      case '/live/rows':
        return (await this.#liveWorld()).addRows(body as Partial<StandInData>)
      case '/live/seen': {
        const live = await this.#liveWorld()
        return { output: live.output(), alerts: live.alerts }
      }
      default:
        throw new Error(`nobody answers ${request.url}`)
    }
  }

  #stillWorld(): Promise<StillWorld> {
    this.#still ??= StillWorld.start()
    return this.#still
  }

  #liveWorld(): Promise<LiveWorld> {
    this.#live ??= LiveWorld.start()
    return this.#live
  }

  #sandboxWorld(): Promise<Leafscan> {
    this.#sandbox ??= startLeafscan()
    return this.#sandbox
  }
}

/** @throws Error when it leaves something behind, or its exit code reports a failure */
async function endAsCtrlC(leafscan: Leafscan): Promise<void> {
  const children = childrenOf(leafscan.process.pid ?? 0)
  const code = await leafscan.stop()
  const left = children.filter(isAlive)
  if (code === 0 && left.length === 0) return
  throw new Error(`after Ctrl-C the exit code is ${code}, and ${left.length} children live:\n${leafscan.output()}`)
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? null : parseJson(text)
}
