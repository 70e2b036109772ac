import 'server-only'
import {
  type ByNetwork,
  type CanarySetting,
  type ChainSetting,
  indexerLabel,
  type MetricsSetting,
  type NetworkSetting,
  type ProgramIds,
  readEnvironment,
  type WebhookSetting,
} from '../../platform/environment'
import { once } from '../../platform/once'
import type { TraceSetting } from '../../platform/trace-setting'
import { RatePlan } from '../../rpc-client/rate-plan'
import { Endpoint } from './endpoint'
import { networkMeant } from './network-alias'
import { aboutNetwork, type NetworkAbout } from './network-data'

/** A network as pages may know it: where its indexer is, and with which key it is asked, stays in here. */
export interface Network {
  readonly name: string
  /** True for the network that links need not name. */
  readonly isDefault: boolean
  /** True for the indexer that this checkout runs itself. */
  readonly embedded: boolean
  /** True where that one plays a folder: its slot rightly stands once it has read all of it. */
  readonly recorded: boolean
  /** True where other explorers know the same signatures. design.md 4.3. */
  readonly linksOut: boolean
  /** What the recorder wrote about an embedded network; null for every other. */
  readonly about: NetworkAbout | null
}

/** One indexer of a network. Where it is, its plan and its guards are found by this object: it stands for no other. */
export interface Indexer {
  readonly network: Network
  /** Its place among those of its network, from 1. */
  readonly number: number
  /** What it is called wherever it is named: the network's name, with its number where the network has several. */
  readonly label: string
}

/** The public clusters that other explorers show too. */
const PUBLIC_CLUSTERS = new Set(['mainnet-beta', 'devnet', 'testnet'])

/** The indexers of each network, the preferred one first. */
const indexers = once('indexers', () => new WeakMap<Network, readonly [Indexer, ...Indexer[]]>())

/** Endpoints by indexer: the one place that holds them. */
const endpoints = once('indexer endpoints', () => new WeakMap<Indexer, Endpoint>())

const plans = once('rate plans', () => new WeakMap<Indexer, RatePlan>())

/** The Solana nodes of a network, and the plan that their calls are paid from. */
export interface ChainNodes {
  endpoints: readonly Endpoint[]
  plan: RatePlan | null
  /** True where the network's indexer follows them, or answers in their place: no other chain is possible. */
  own: boolean
  /** True where it answers in their place. */
  isIndexer: boolean
}

const chains = once('chain node settings', () => new WeakMap<Network, ChainNodes>())

/** Where changes of the verdict are sent, and in which shape. */
export interface AlertWebhook {
  endpoint: Endpoint
  format: WebhookSetting['format']
}

interface Configuration {
  networks: Map<string, Network>
  /** Seconds between two probes; null: depends on whether there are readers. */
  probeSeconds: number | null
  siteUrl: string
  /** Absolute path. */
  dataDir: string
  /** Hosts, with their port, under which this explorer is reached. */
  ownHosts: readonly string[]
  metrics: MetricsSetting | null
  alertWebhook: AlertWebhook | null
  alertSecret: string | null
  heartbeat: Endpoint | null
  operatorToken: string | null
  canaries: ReadonlyMap<string, readonly CanarySetting[]>
  objective: number
  /** Secret. */
  cursorKey: string | null
  programIds: ProgramIds
  /** Secret. */
  traces: TraceSetting | null
}

/**
 * The environment's networks, read once per process; exported for tests, whose networks come and go. Relative paths start at the repository's root, which the
 * supervisor names, because the built server runs in a folder of its own.
 * @throws EnvironmentError when a variable breaks its rule.
 */
export const configuration = once('configuration', (): Configuration => {
  const root = process.env.LEAFSCAN_ROOT ?? process.cwd()
  const environment = readEnvironment(process.env, root)
  const { cursorKey, dataDir, metrics, networks, port, probeSeconds, programIds, rate, siteUrl } = environment
  const chainPlanFor = plansOf(environment.chainRate)
  const { alertSecret, canaries, objective, operatorToken } = environment
  const alertWebhook = environment.alertWebhook && {
    endpoint: endpointAt(environment.alertWebhook.url),
    format: environment.alertWebhook.format,
  }
  const heartbeat = environment.heartbeatUrl === null ? null : endpointAt(environment.heartbeatUrl)
  const alerts = { alertWebhook, alertSecret, heartbeat, operatorToken, canaries, objective }
  const planFor = plansOf(rate)
  const named = networks.map((setting, i) => {
    const network = createNetwork(setting, i === 0, () => planFor(setting.name))
    const chain = environment.chains.get(setting.name)
    if (chain) setChain(network, chain, chainPlanFor(setting.name))
    return [setting.name, network] as const
  })
  const ownHosts = [new URL(siteUrl).host, `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]
  const known = { siteUrl, dataDir, ownHosts, metrics, cursorKey, programIds, traces: environment.traces }
  return { networks: new Map(named), probeSeconds, ...known, ...alerts }
})

function endpointAt(url: string): Endpoint {
  return new Endpoint({ url, path: 'base' })
}

/**
 * Plans for what is named, a new one each time it is asked for: the indexers of a network have one each. A number without
 * a name is one plan that all share. design.md 4.2, INDEXER_RATE and CHAIN_RATE.
 */
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

/**
 * A network at the URLs of its indexers. Exported for tests; the application's come from the environment.
 * @param planFor the plan of the next of its indexers.
 */
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
    about: setting.embedded ? aboutNetwork(setting.name) : null,
  })
  const urls = [setting.url, ...(setting.more ?? [])]
  const [first, ...others] = urls.map((url, i) => {
    const label = indexerLabel(network.name, i + 1, urls.length)
    const indexer: Indexer = Object.freeze({ network, number: i + 1, label })
    endpoints().set(indexer, new Endpoint({ url, path: setting.path, embedded: setting.embedded }))
    const plan = planFor()
    if (plan) plans().set(indexer, plan)
    return indexer
  })
  indexers().set(network, Object.freeze([first as Indexer, ...others] as const))
  return network
}

/** Gives a network its chain nodes. Exported for tests; the application's come from the environment. */
export function setChain(
  network: Network,
  { urls, own, isIndexer = false }: Omit<ChainSetting, 'isIndexer'> & Partial<ChainSetting>,
  plan: RatePlan | null = null,
): void {
  const endpoints = urls.map((url) => new Endpoint({ url, path: 'base', embedded: isIndexer }))
  chains().set(network, { endpoints, plan, own, isIndexer })
}

/** The chain nodes of a network; null where none is configured. For lib/transaction only. */
export function chainNodesOf(network: Network): ChainNodes | null {
  return chains().get(network) ?? null
}

/**
 * The network a reader names, by its own name or a common one (`mainnet`); the first one when none is named; null for a name
 * that is not configured.
 */
export function networkNamed(cluster: string | undefined): Network | null {
  const { networks } = configuration()
  if (cluster !== undefined) return networks.get(networkMeant(cluster, [...networks.keys()]) ?? '') ?? null
  const [first = null] = networks.values()
  return first
}

/** All networks, the default one first. */
export function networks(): Network[] {
  return [...configuration().networks.values()]
}

/** Names of all networks, the default one first. */
export function networkNames(): string[] {
  return networks().map(({ name }) => name)
}

/** Ids of the Light programs, by which transactions are read. design.md 4.2, PROGRAM_IDS. */
export function programIds(): ProgramIds {
  return configuration().programIds
}

/** Where absolute links start, without a slash at the end. design.md 4.2, SITE_URL. */
export function siteUrl(): string {
  return configuration().siteUrl
}

/** Folder of the status history. design.md 4.2, DATA_DIR. */
export function dataDir(): string {
  return configuration().dataDir
}

/** Hosts under which links lead to this explorer: SITE_URL's and loopback's; never what a request names. */
export function ownHosts(): readonly string[] {
  return configuration().ownHosts
}

/** PROBE_SECONDS; null: depends on whether there are readers (design.md 4.2). */
export function probeSeconds(): number | null {
  return configuration().probeSeconds
}

/** Where metrics are served; null: nowhere. design.md 4.2, METRICS_PORT. */
export function metricsSetting(): MetricsSetting | null {
  return configuration().metrics
}

/** The port for metrics; null: they are served nowhere. */
export function metricsPort(): number | null {
  return metricsSetting()?.port ?? null
}

/** Where changes of the verdict are sent; null: nowhere. ALERT_WEBHOOK. */
export function alertWebhook(): AlertWebhook | null {
  return configuration().alertWebhook
}

/** The key of the HMAC that signs a webhook: secret. null: it is not signed. ALERT_SECRET. */
export function alertSecret(): string | null {
  return configuration().alertSecret
}

/** What is called at each interval while this explorer is alive; null: nothing. HEARTBEAT_URL. */
export function heartbeatEndpoint(): Endpoint | null {
  return configuration().heartbeat
}

/** What acknowledgements and maintenance windows are posted with: secret. null: they cannot be. OPERATOR_TOKEN. */
export function operatorToken(): string | null {
  return configuration().operatorToken
}

/** What the checks of a network ask of operations that no reader asked; none: subjects of their own. CANARY. */
export function canariesOf(network: Network): readonly CanarySetting[] {
  return configuration().canaries.get(network.name) ?? []
}

/** Availability that the error budget is computed from, in percent. OBJECTIVE. */
export function objective(): number {
  return configuration().objective
}

/** Where traces are sent: secret; null: nowhere. OTEL_EXPORTER_OTLP_ENDPOINT. */
export function tracesSetting(): TraceSetting | null {
  return configuration().traces
}

/** What cursors are signed with: secret. null: the key that DATA_DIR keeps. design.md 4.2, CURSOR_KEY. */
export function cursorKeySetting(): string | null {
  return configuration().cursorKey
}

/** The indexers of a network, in the order in which INDEXER_URL names them. */
export function indexersOf(network: Network): readonly [Indexer, ...Indexer[]] {
  const known = indexers().get(network)
  if (!known) throw new Error(`no indexer is known for the network ${network.name}`)
  return known
}

/** What the indexers of a network are called, by their numbers from 1. */
export function indexerLabels(network: Network): readonly string[] {
  return indexersOf(network).map(({ label }) => label)
}

/** The plan that an indexer's calls are paid from; null: none is named. */
export function planOf(indexer: Indexer): RatePlan | null {
  return plans().get(indexer) ?? null
}

/** For the transport and the probe only. */
export function endpointOf(indexer: Indexer): Endpoint {
  const endpoint = endpoints().get(indexer)
  if (!endpoint) throw new Error(`no endpoint is known for the indexer ${indexer.label}`)
  return endpoint
}
