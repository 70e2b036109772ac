import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import type { StandIn, StandInData } from '../stand-in/stand-in'
import { StandInServer } from '../stand-in/stand-in-server'
import type { Command } from './commands'

/* The worlds of a run (host.ts), as a worker sees them. */

/** The variable that passes the host's address to its workers. */
const HOST = 'LEAFSCAN_WORLDS'

export function publishHost(hostUrl: string): void {
  process.env[HOST] = hostUrl
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const host = process.env[HOST]
  if (host === undefined) throw new Error('no host of worlds runs: see e2e/global-setup.ts')
  const response = await fetch(host + path, body === undefined ? {} : { method: 'POST', body: stringifyJson(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return parseJson(text) as T
}

/** The explorer at a moment that does not pass. still-world.ts */
export const stillWorld = () => ask<{ url: string }>('/still')

/** `npm start` over the sandbox. */
export interface Sandbox {
  url: string
  indexerUrl: string
  /** Folder of its databases. */
  dataDir: string
  /** The supervisor's process. */
  pid: number
  /** What it has printed so far. */
  output: string
}

export const sandboxWorld = () => ask<Sandbox>('/sandbox')

/** What the live explorer printed, and what it sent to ALERT_WEBHOOK, oldest first. */
export interface Observed {
  output: string
  alerts: Record<string, unknown>[]
}

/** A network that one file of journeys brings: nobody else asks its indexer, so it may fail. */
export interface Joined {
  name: string
  /** The URL of a page or answer on this network. */
  at(address: string): string
  /** Its path and query alone. */
  path(address: string): string
  /** The explorer forgets it. */
  leave(): Promise<void>
}

/** One with a stand-in, which ends when the network leaves. */
export interface JourneyNetwork extends Joined {
  indexer: StandIn
}

/** The explorer that journeys over stand-ins share. live-world.ts */
export class Live {
  readonly #server = new StandInServer()
  #listens: Promise<StandInServer> | null = null

  private constructor(readonly url: string) {}

  static async reach(): Promise<Live> {
    return new Live((await ask<{ url: string }>('/live')).url)
  }

  /** A network with an indexer of its own, which this worker holds and may let fail. @param chain URLs of its chain nodes. */
  async network(
    name: string,
    data: Partial<StandInData>,
    { chain = [] }: { chain?: readonly string[] } = {},
  ): Promise<JourneyNetwork> {
    const indexer = (await this.#standIns()).add(name, data)
    const joined = await this.join(name, indexer.url, chain)
    return {
      ...joined,
      indexer,
      leave: async () => {
        await joined.leave()
        this.#server.remove(name)
      },
    }
  }

  /** A network of two indexers, both this worker's own. */
  async twoIndexers(
    name: string,
    data: readonly [Partial<StandInData>, Partial<StandInData>],
  ): Promise<Joined & { indexers: [StandIn, StandIn] }> {
    const server = await this.#standIns()
    const indexers: [StandIn, StandIn] = [server.add(name, data[0]), server.add(`${name}-2`, data[1])]
    const joined = await this.join(name, indexers[0].url, [], [indexers[1].url])
    const leave = async () => {
      await joined.leave()
      server.remove(name)
      server.remove(`${name}-2`)
    }
    return { ...joined, indexers, leave }
  }

  /** A network over an indexer that runs already, at its base URL. @param more of further indexers */
  async join(
    name: string,
    indexerUrl: string,
    chain: readonly string[] = [],
    more: readonly string[] = [],
  ): Promise<Joined> {
    await send({ do: 'add', name, url: indexerUrl, more, chain })
    const path = (address: string) => {
      const [before = '', fragment] = address.split('#')
      const query = `${before.includes('?') ? '&' : '?'}cluster=${name}`
      return before + query + (fragment === undefined ? '' : `#${fragment}`)
    }
    return {
      name,
      path,
      at: (address) => this.url + path(address),
      leave: () => send({ do: 'remove', name }),
    }
  }

  /** Adds rows to the public networks, mainnet-beta (the default one) and devnet, which no journey lets fail. */
  async addRows(rows: Partial<StandInData>): Promise<void> {
    await ask('/live/rows', rows)
  }

  seen(): Promise<Observed> {
    return ask('/live/seen')
  }

  async close(): Promise<void> {
    if (this.#listens) await (await this.#listens).stop()
  }

  #standIns(): Promise<StandInServer> {
    this.#listens ??= this.#server.start()
    return this.#listens
  }
}

async function send(command: Command): Promise<void> {
  await ask('/live/command', command)
}
