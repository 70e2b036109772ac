import 'server-only'
import {
  type ByNetwork,
  type CanarySetting,
  type ChainSetting,
  indexerLabel,
  type NetworkSetting,
  readEnvironment,
  type WebhookSetting,
} from '../../platform/environment'
import { once } from '../../platform/once'
import type { MethodName } from '../../protocol/rpc/methods'
import { RatePlan } from '../../rpc-client/rate-plan'
import { Endpoint } from './endpoint'
import sandbox from './sandbox-network.json'

interface NetworkAbout {
  label: string
  about: string
  /** Which data are removed and when, to explain old links. */
  removed?: string
  examples: { kind: string; title: string; text: string; path: string }[]
}

/** Without URLs and keys, so that pages can show it. */
export interface Network {
  readonly name: string
  readonly isDefault: boolean
  readonly embedded: boolean
  readonly recorded: boolean
  /** True if other explorers have the same transactions. design.md 4.3. */
  readonly linksOut: boolean
  readonly about: NetworkAbout | null
}

/** Key of the maps that hold URL, plan and guards. */
export interface Indexer {
  readonly network: Network
  readonly number: number
  /** The network's name, with a number if the network has several indexers. */
  readonly label: string
}

const PUBLIC_CLUSTERS = new Set(['mainnet-beta', 'devnet', 'testnet'])

const indexers = once('indexers', () => new WeakMap<Network, readonly [Indexer, ...Indexer[]]>())

const ways = once('ways to indexers', () => new WeakMap<Indexer, { endpoint: Endpoint; plan: RatePlan | null }>())

export interface ChainNodes {
  endpoints: readonly Endpoint[]
  plan: RatePlan | null
  /** True if the nodes follow from the embedded indexer's ledger. */
  own: boolean
  isIndexer: boolean
}

const chains = once('chain node settings', () => new WeakMap<Network, ChainNodes>())

export interface AlertWebhook {
  endpoint: Endpoint
  format: WebhookSetting['format']
}

/** Relative paths start at the repository root (LEAFSCAN_ROOT): the built server runs elsewhere. @throws EnvironmentError */
export const configuration = once('configuration', () => {
  const root = process.env.LEAFSCAN_ROOT ?? process.cwd()
  const environment = readEnvironment(process.env, root)
  const { alertWebhook, chains, heartbeatUrl, port, siteUrl } = environment
  const planFor = plansOf(environment.rate)
  const chainPlanFor = plansOf(environment.chainRate)
  const networks = environment.networks.map((setting, i) => {
    const network = createNetwork(setting, i === 0, () => planFor(setting.name))
    const chain = chains.get(setting.name)
    if (chain) setChain(network, chain, chainPlanFor(setting.name))
    return [setting.name, network] as const
  })
  return {
    ...environment,
    networks: new Map(networks),
    alertWebhook: alertWebhook && { format: alertWebhook.format, endpoint: endpointAt(alertWebhook.url) },
    heartbeat: heartbeatUrl === null ? null : endpointAt(heartbeatUrl),
    /** From the configuration, never from a request. */
    ownHosts: [new URL(siteUrl).host, `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`],
  }
})

function endpointAt(url: string): Endpoint {
  return new Endpoint({ url, path: 'base' })
}

/** Named rates are plans per indexer; a bare number is one shared plan. design.md 4.2, INDEXER_RATE and CHAIN_RATE. */
function plansOf(rate: ByNetwork<number> | null): (name: string) => RatePlan | null {
  if (rate === null) return () => null
  if ('named' in rate) {
    return (name) => {
      const perSecond = rate.named.get(name)
      return perSecond === undefined ? null : new RatePlan(perSecond)
    }
  }
  const together = new RatePlan(rate.all)
  return () => together
}

export function createNetwork(
  setting: NetworkSetting,
  isDefault: boolean,
  planFor: () => RatePlan | null = () => null,
): Network {
  const network: Network = Object.freeze({
    name: setting.name,
    isDefault,
    embedded: setting.embedded,
    recorded: setting.recorded ?? false,
    linksOut: PUBLIC_CLUSTERS.has(setting.name) && !setting.embedded,
    about: setting.embedded && setting.name === 'sandbox' ? sandbox : null,
  })
  const urls = [setting.url, ...(setting.more ?? [])]
  const [first, ...others] = urls.map((url, i) => {
    const label = indexerLabel(network.name, i + 1, urls.length)
    const indexer: Indexer = Object.freeze({ network, number: i + 1, label })
    const endpoint = new Endpoint({ url, path: setting.path, embedded: setting.embedded })
    ways().set(indexer, { endpoint, plan: planFor() })
    return indexer
  })
  indexers().set(network, Object.freeze([first as Indexer, ...others] as const))
  return network
}

export function setChain(
  network: Network,
  { urls, own, isIndexer = false }: Omit<ChainSetting, 'isIndexer'> & Partial<ChainSetting>,
  plan: RatePlan | null = null,
): void {
  const endpoints = urls.map((url) => new Endpoint({ url, path: 'base', embedded: isIndexer }))
  chains().set(network, { endpoints, plan, own, isIndexer })
}

export function chainNodesOf(network: Network): ChainNodes | null {
  return chains().get(network) ?? null
}

/** Accepts common aliases (`mainnet`). undefined: the first network. Returns null if not configured. */
export function networkNamed(cluster: string | undefined): Network | null {
  const { networks } = configuration()
  if (cluster !== undefined) return networks.get(matchNetworkName(cluster, [...networks.keys()]) ?? '') ?? null
  const [first = null] = networks.values()
  return first
}

export function networks(): Network[] {
  return [...configuration().networks.values()]
}

export function networkNames(): string[] {
  return networks().map(({ name }) => name)
}

export function siteUrl(): string {
  return configuration().siteUrl
}

/** IDL_DIR; null: not set. */
export function idlFolder(): string | null {
  return configuration().idlDir
}

/** From CANARY; empty: checks choose their own subjects. */
export function canariesOf(network: Network): readonly CanarySetting[] {
  return configuration().canaries.get(network.name) ?? []
}

/** From OPERATIONS_ABSENT: its indexers do not offer it, so nobody asks. */
export function isAbsent(network: Network, method: MethodName): boolean {
  return (
    configuration()
      .absent.get(network.name)
      ?.some((operation) => operation === method) ?? false
  )
}

export function indexersOf(network: Network): readonly [Indexer, ...Indexer[]] {
  const known = indexers().get(network)
  if (!known) throw new Error(`no indexer is known for the network ${network.name}`)
  return known
}

export function indexerLabels(network: Network): readonly string[] {
  return indexersOf(network).map(({ label }) => label)
}

export function planOf(indexer: Indexer): RatePlan | null {
  return ways().get(indexer)?.plan ?? null
}

/** For the transport and the probe only. */
export function endpointOf(indexer: Indexer): Endpoint {
  const endpoint = ways().get(indexer)?.endpoint
  if (!endpoint) throw new Error(`no endpoint is known for the indexer ${indexer.label}`)
  return endpoint
}

const ALIASES = [/^main(?:net)?(?:-?(?:solanafm)?beta)?$/, /^dev(?:net)?$/, /^test(?:net)?$/, /^local(?:net|host)?$/]

/** The exact name, else the only network of that public cluster (`mainnet`, `solana:mainnet`); null: none, or several. */
export function matchNetworkName(name: string, names: readonly string[]): string | null {
  if (names.includes(name)) return name
  const alias = aliasOf(name)
  const [found, second] = alias ? names.filter((each) => aliasOf(each) === alias) : []
  return found !== undefined && second === undefined ? found : null
}

function aliasOf(name: string): RegExp | undefined {
  const plain = name
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .replace(/^solana[:-]|-solana$/, '')
  return ALIASES.find((alias) => alias.test(plain))
}
