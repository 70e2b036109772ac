import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import type { StandIn, StandInData } from '../stand-in/stand-in'
import { StandInServer } from '../stand-in/stand-in-server'
import type { Command } from './commands'

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

export const stillWorld = () => ask<{ url: string }>('/still')

export interface Sandbox {
  url: string
  indexerUrl: string
  dataDir: string
  pid: number
  output: string
}

export const sandboxWorld = () => ask<Sandbox>('/sandbox')

export interface Observed {
  output: string
  alerts: Record<string, unknown>[]
}

/** Only its own file of journeys uses its indexer, so it may fail. */
export interface Joined {
  name: string
  at(address: string): string
  path(address: string): string
  leave(): Promise<void>
}

export interface JourneyNetwork extends Joined {
  indexer: StandIn
}

export class Live {
  readonly #server = new StandInServer()
  #listens: Promise<StandInServer> | null = null

  private constructor(readonly url: string) {}

  static async reach(): Promise<Live> {
    return new Live((await ask<{ url: string }>('/live')).url)
  }

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
