import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import path from 'node:path'
import { base58 } from '@scure/base'
import { z } from 'zod'
import { looksLikeUrl, parsedUrl, urlMistake } from './misspelt-url'
import { PROXY_VARIABLES, proxyNotices, proxySetting } from './proxy-setting'

/* Checked once at start. design.md 4.2. Errors never repeat values that may hold a key, even in the wrong variable. */

/** The method name is in the URL's path, or all methods are at the base URL. */
export type PathForm = 'method' | 'base'

export interface NetworkSetting {
  name: string
  /** Of the first indexer. Secret: may carry a key. */
  url: string
  more?: readonly string[]
  path: PathForm | null
  embedded: boolean
  /** True if the embedded indexer replays a folder. */
  recorded?: boolean
}

export interface ChainSetting {
  /** In order of preference. Secret: may carry keys. */
  urls: string[]
  /** True if the URLs follow from the embedded indexer's ledger: its nodes, or the indexer itself. */
  own: boolean
  /** True if the only URL is the embedded indexer, whose newest slot is then the chain's. */
  isIndexer: boolean
}

export type ByNetwork<T> = { all: T } | { named: Map<string, T> }

export type LedgerSetting =
  | { kind: 'sandbox' }
  | { kind: 'folder'; path: string }
  /** Nodes of one chain, in order of preference. Secret: URLs may carry keys. */
  | { kind: 'rpc'; name: string; urls: string[] }

/** The embedded indexer's store. Secret: the URL may hold a password. */
export type DatabaseSetting = { kind: 'file'; file: string; chosen: boolean } | { kind: 'postgres'; url: string }

export type ProgramIds = typeof CURRENT_PROGRAM_IDS

export interface MetricsSetting {
  port: number
  host: string
  /** True if METRICS_PORT or METRICS_HOST is set: then failing to listen is an error. */
  chosen: boolean
  allowedHosts?: string[]
}

/** A request that checks operations without recent traffic. design.md 4.2, CANARY. */
export interface CanarySetting {
  subject: 'owner' | 'delegate' | 'hash'
  value: string
  /** Minimum rows, or signatures of a hash, in a correct answer. */
  least: number
}

export const WEBHOOK_FORMATS = ['plain', 'slack', 'discord', 'pagerduty'] as const

export interface WebhookSetting {
  format: (typeof WEBHOOK_FORMATS)[number]
  /** Secret. */
  url: string
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const

export type Environment = ReturnType<typeof readEnvironment>

export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** Other values may hold a key, or part of one, and are not repeated. */
const QUOTABLE = new Set(
  [
    'PORT HOST INDEXER_PORT INDEXER_HOST METRICS_PORT METRICS_HOST OBJECTIVE LOG_LEVEL INDEXER_PATH INDEXER_RATE',
    'CHAIN_RATE PROBE_SECONDS MAX_LAG_SLOTS START_SLOT COMMITMENT DRAIN_SECONDS SLOT_MS',
  ].flatMap((names) => names.split(' ')),
)
const SHORT = /^[\w\s.,:=+-]{0,24}$/

/** facts/light-events.md 1. */
const CURRENT_PROGRAM_IDS = {
  compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
  lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
  token: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  registry: 'Lighton6oQpVkeewmo2mcPTQQp7kYHr4fWpAgJyEmDX',
}

const METRICS_PORT = 9464

const ALL = 'all'

const NAME = '[A-Za-z0-9][A-Za-z0-9._-]*'
const NAMED_URL = new RegExp(`^(${NAME})=(https?://.*)$`, 'i')

function numeric(form: RegExp, rule: string, min: number, max: number) {
  const isRight = (text: string) => form.test(text) && Number(text) >= min && Number(text) <= max
  return z.string().refine(isRight, { error: rule }).transform(Number)
}

function wholeNumber(min: number, max: number) {
  return numeric(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`, min, max)
}

const port = wholeNumber(1, 65_535)
const host = z
  .string()
  .refine((text) => /^[A-Za-z0-9._-]+$/.test(text) || isIPv6(text), { error: 'must be a host name or an IP address' })

const HOSTS_RULE = 'must be host names or IP addresses without scheme, port and wildcard, separated by commas'

const hosts = z.string().transform((text, context): string[] => {
  const named = text.split(',').map((part) => part.trim())
  if (named.some((name) => !host.safeParse(name).success)) context.addIssue({ code: 'custom', message: HOSTS_RULE })
  return named
})

function httpUrl(rule: string, more: (url: URL) => string | null = () => null) {
  return z.string().superRefine((text, context) => {
    const mistake = urlMistake(text) ?? more(new URL(text))
    if (mistake) context.addIssue({ code: 'custom', message: `${rule}; ${mistake}` })
  })
}

/** It is part of every link, so it must hold no key. Site addresses begin with a slash, so a base path would have no effect. */
const siteUrl = httpUrl('must be an http(s) URL of scheme and host, as the site works at the root of a host', (url) => {
  if (url.username || url.password || url.search || url.hash) return 'it has user-info, a query or a fragment'
  return /^\/*$/.test(url.pathname) ? null : 'it has a path'
}).transform((text) => new URL(text).origin)

const URLS_RULE = 'must be an http(s) URL, or name=URL pairs separated by commas'

/** A comma without a `name=` after it looks like a separator but would be part of the URL: reported as a mistake. */
const STRAY_COMMA = /,\s*(https?:\/\/|$)/i

/** `name` null: the default network. */
interface Named<T> {
  name: string | null
  value: T
}

/** One URL, or `name=URL` pairs; split only at commas before `name=http`, since a URL may hold commas. */
const namedUrls = z.string().transform((text, context): Named<string>[] => {
  const parts = text.split(new RegExp(`,\\s*(?=${NAME}=https?://)`, 'i'))
  const named = parts.map((part) => {
    const [, name = null, url = part] = NAMED_URL.exec(part.trim()) ?? []
    return { name, value: url.trim() }
  })
  for (const { value: url } of named) {
    const mistake = STRAY_COMMA.test(url) ? 'a comma is not followed by name=URL' : urlMistake(url)
    if (mistake) context.addIssue({ code: 'custom', message: `${URLS_RULE}; ${mistake}` })
  }
  return named
})

/** Our choice: each indexer is checked separately. */
const MAX_INDEXERS = 8

const indexerUrl = namedUrls.transform((named, context) => {
  const byName = [...grouped(named, 'default')]
  const refuseIf = (isWrong: boolean, message: string) => isWrong && context.addIssue({ code: 'custom', message })
  for (const [name, urls] of byName) {
    refuseIf(new Set(urls).size < urls.length, 'must not name one indexer twice')
    refuseIf(urls.length > MAX_INDEXERS, `must not name more than ${MAX_INDEXERS} indexers of one network`)
    refuseIf(name === ALL, 'must not call a network all: cluster=all means all of them')
  }
  return byName.map(([name, [url = '', ...more]]) => ({ name, url, ...(more.length > 0 && { more }) }))
})

export function indexerLabel(name: string, number: number, count: number): string {
  return count === 1 ? name : `${name}#${number}`
}

function byNetwork<T>(value: z.ZodType<T, string>, rule: string) {
  return z.string().transform((text, context): ByNetwork<T> => {
    const single = value.safeParse(text)
    if (single.success) return { all: single.data }
    const named = new Map<string, T>()
    for (const part of text.split(',')) {
      const [, name, raw] = new RegExp(`^(${NAME})=(.+)$`).exec(part.trim()) ?? []
      const read = value.safeParse(raw)
      if (name && read.success) named.set(name, read.data)
      else context.addIssue({ code: 'custom', message: rule })
    }
    return { named }
  })
}

const address = z.string().refine((text) => BASE58_32.test(text) && base58.decode(text).length === 32)
const BASE58_32 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

const programIds = z.string().transform((text, context): ProgramIds => {
  const rule = 'must be JSON with any of compression, lightSystem, token, registry, each an address'
  const shape = z.strictObject({ compression: address, lightSystem: address, token: address, registry: address })
  try {
    const read = shape.partial().safeParse(JSON.parse(text))
    if (read.success) {
      const given = Object.entries(read.data).filter(([, value]) => value !== undefined)
      return { ...CURRENT_PROGRAM_IDS, ...Object.fromEntries(given) }
    }
  } catch {}
  context.addIssue({ code: 'custom', message: rule })
  return CURRENT_PROGRAM_IDS
})

const CANARY_RULE =
  'must be owner:<address>, delegate:<address> or hash:<hash>, each with =<least rows> after it or name= before it, separated by commas'

const canaries = z.string().transform((text, context): Named<CanarySetting>[] => {
  const form = new RegExp(`^(?:(${NAME})=)?(owner|delegate|hash):([^=]+)(?:=(\\d{1,4}))?$`)
  return text.split(',').flatMap((part) => {
    const [, name = null, subject, of, least = '0'] = form.exec(part.trim()) ?? []
    const read = address.safeParse(of)
    if (subject === undefined || !read.success) {
      context.addIssue({ code: 'custom', message: CANARY_RULE })
      return []
    }
    return [{ name, value: { subject: subject as CanarySetting['subject'], value: read.data, least: Number(least) } }]
  })
})

/** Without getIndexerHealth and getIndexerSlot, which checks cannot do without. */
export const LEAVABLE_OPERATIONS = [
  'getCompressedAccountsByOwner',
  'getCompressedTokenAccountsByDelegate',
  'getCompressionSignaturesForAccount',
  'getLatestCompressionSignatures',
] as const

const ABSENT_RULE = `must be operations, each with name= before it where wanted, separated by commas; allowed: ${LEAVABLE_OPERATIONS.join(', ')}`

const absentOperations = z.string().transform((text, context): Named<(typeof LEAVABLE_OPERATIONS)[number]>[] =>
  text.split(',').flatMap((part) => {
    const [, name = null, given] = new RegExp(`^(?:(${NAME})=)?(\\w+)$`).exec(part.trim()) ?? []
    const value = LEAVABLE_OPERATIONS.find((operation) => operation === given)
    if (value) return [{ name, value }]
    context.addIssue({ code: 'custom', message: ABSENT_RULE })
    return []
  }),
)

const WEBHOOK_RULE = `must be an http(s) URL, or one after ${WEBHOOK_FORMATS.slice(1).join(':, ')}:`

const webhook = z.string().transform((text, context): WebhookSetting => {
  const format = WEBHOOK_FORMATS.find((each) => text.startsWith(`${each}:`))
  const url = format ? text.slice(format.length + 1) : text
  const mistake = urlMistake(url)
  if (mistake) context.addIssue({ code: 'custom', message: `${WEBHOOK_RULE}; ${mistake}` })
  return { format: format ?? 'plain', url }
})

const secret = z
  .string()
  .refine((text) => text.length <= 1024 && text.trim().length >= 16, { error: 'must have 16 to 1,024 characters' })

const PATH_RULE = 'must be method or base, or name=method and name=base pairs separated by commas'
const RATE_RULE = 'must be calls per second, a number above 0, or name=number pairs separated by commas'

const rate = byNetwork(numeric(/^\d{1,9}(\.\d{1,6})?$/, RATE_RULE, 1e-6, 1e9), RATE_RULE)

const folder = z
  .string()
  .refine((text) => !/:\//.test(text), { error: 'must be the path of a folder; it looks like a URL' })

const SECURITY_CONTACT = /^(?:mailto:[!-~]+@[!-~]+|https:\/\/[!-~]+|tel:\+?[\d().-]+)$/

/** By the variable's name in camel case. */
const settings = {
  port: port.default(3000),
  host: host.default('127.0.0.1'),
  siteUrl: siteUrl.optional(),
  indexerUrl: indexerUrl.optional(),
  indexerPath: byNetwork(z.enum(['method', 'base']), PATH_RULE).nullish(),
  indexerRate: rate.nullable().default(null),
  chainUrl: namedUrls.default([]),
  chainRate: rate.nullable().default(null),
  probeSeconds: numeric(/^\d{1,5}(\.\d{1,3})?$/, 'must be a number of seconds from 0.1 to 86400', 0.1, 86_400)
    .nullable()
    .default(null),
  dataDir: folder.default('.data'),
  idlDir: folder.nullable().default(null),
  ledger: z.string().default('sandbox'),
  databaseUrl: z
    .string()
    .refine(isDatabaseUrl, { error: 'must be file:<path> or postgres://<user>@<host>/<database>' })
    .optional(),
  indexerPort: port.default(8784),
  indexerHost: host.default('127.0.0.1'),
  maxLagSlots: wholeNumber(0, 1_000_000_000).default(20),
  startSlot: z
    .string()
    .regex(/^(latest|\d{1,15})$/, { error: 'must be a slot number or latest' })
    .transform((text): number | 'latest' => (text === 'latest' ? text : Number(text)))
    .nullable()
    .default(null),
  commitment: z.enum(['confirmed', 'finalized'], { error: 'must be confirmed or finalized' }).default('confirmed'),
  programIds: programIds.default(CURRENT_PROGRAM_IDS),
  metricsPort: port.optional(),
  metricsHost: host.optional(),
  metricsAllowedHosts: hosts.optional(),
  canary: canaries.default([]),
  operationsAbsent: absentOperations.default([]),
  alertWebhook: webhook.nullable().default(null),
  alertSecret: secret.nullable().default(null),
  heartbeatUrl: httpUrl('must be an http(s) URL').nullable().default(null),
  operatorToken: secret.nullable().default(null),
  objective: numeric(/^\d{2}(\.\d{1,3})?$/, 'must be a percentage from 50 to 99.999', 50, 100).default(99.5),
  securityContact: z
    .string()
    .refine((text) => SECURITY_CONTACT.test(text) && URL.canParse(text), {
      error: 'must be a mailto:, https: or tel: URI, as mailto:security@example.com',
    })
    .nullable()
    .default(null),
  mcp: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  logLevel: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  cursorKey: secret.nullable().default(null),
  drainSeconds: wholeNumber(0, 3600).default(0),
  slotMs: wholeNumber(1, 3_600_000).default(400),
}

function variableOf(setting: string): string {
  return setting.replace(/[A-Z]/g, '_$&').toUpperCase()
}

export const VARIABLES: readonly string[] = [...Object.keys(settings).map(variableOf), ...PROXY_VARIABLES]

/** Always validated, so that typos are reported; used only if LEDGER is a chain. */
const CHAIN_ONLY = ['START_SLOT', 'COMMITMENT'] as const

/** Kubernetes sets these for a Service of that name: `indexer` sets INDEXER_PORT. */
const PORT_VARIABLES = ['PORT', 'INDEXER_PORT', 'METRICS_PORT'] as const
const SERVICE_LINK = /^(tcp|udp|sctp):\/\//i

/**
 * An empty variable counts as unset, except METRICS_PORT (no metrics).
 * @param home where relative paths start, unless the command `leafscan` names its working folder
 * @throws EnvironmentError
 */
export function readEnvironment(env: Record<string, string | undefined>, home: string) {
  const root = env.LEAFSCAN_FOLDER ?? home
  const given: Record<string, string | undefined> = {}
  for (const name of Object.keys(settings).map(variableOf)) given[name] = env[name] || undefined
  const serviceLinks = PORT_VARIABLES.filter((name) => SERVICE_LINK.test(given[name] ?? ''))
  for (const name of serviceLinks) given[name] = undefined
  const read = z
    .object(settings)
    .safeParse(Object.fromEntries(Object.keys(settings).map((name) => [name, given[variableOf(name)]])))
  if (!read.success) {
    const issue = read.error.issues[0]
    const name = variableOf(String(issue?.path[0]))
    throw new EnvironmentError(`${name}=${shown(name, given[name])}: ${issue?.message}`)
  }
  const { indexerUrl, indexerPath, indexerRate, chainUrl, databaseUrl, canary, operationsAbsent, ...more } = read.data
  const { metricsPort, metricsHost = '127.0.0.1', metricsAllowedHosts: allowedHosts, drainSeconds, ...plain } = more
  const proxies = proxySetting(env, (variable, mistake) => {
    throw new EnvironmentError(`${variable}=(not shown): ${mistake}`)
  })
  const ledger = ledgerSetting(plain.ledger, root)
  const dataDir = path.resolve(root, plain.dataDir)
  const networks = indexerUrl ?? [
    { name: networkNameOf(ledger), url: `http://${loopbackOf(plain.indexerHost)}:${plain.indexerPort}` },
  ]
  const allowed = networks.map(({ name }) => name)
  const named = {
    INDEXER_PATH: namesIn(indexerPath),
    INDEXER_RATE: namesIn(indexerRate),
    CHAIN_RATE: namesIn(plain.chainRate),
    CHAIN_URL: chainUrl.map(({ name }) => name),
    CANARY: canary.map(({ name }) => name),
    OPERATIONS_ABSENT: operationsAbsent.map(({ name }) => name),
  }
  for (const [variable, names] of Object.entries(named)) {
    if (names.every((name) => name === null || allowed.includes(name))) continue
    const start = `${variable}=${shown(variable, given[variable])}`
    throw new EnvironmentError(`${start}: names an unknown network; allowed: ${allowed.join(', ')}`)
  }
  const places = [['PORT', plain.port] as const, ...(indexerUrl ? [] : [['INDEXER_PORT', plain.indexerPort] as const])]
  const chosen = metricsPort !== undefined || given.METRICS_HOST !== undefined
  const usual = { port: metricsPort ?? METRICS_PORT, host: metricsHost, chosen, ...(allowedHosts && { allowedHosts }) }
  // A default metrics port that another server uses is dropped; a chosen one is an error.
  const [user] = chosen || env.METRICS_PORT === '' ? [] : (places.find(([, used]) => used === usual.port) ?? [])
  const metrics = env.METRICS_PORT === '' || user !== undefined ? null : usual
  assertApart(given, metrics ? [...places, ['METRICS_PORT', metrics.port]] : places)
  const usualFile = path.join(dataDir, `indexer-${storeKey(ledger, plain.programIds)}.sqlite`)
  return {
    ...plain,
    siteUrl: plain.siteUrl ?? `http://localhost:${plain.port}`,
    networks: networks.map((network) => ({
      ...network,
      path: pathOf(indexerPath, network.name) ?? (indexerUrl ? null : 'method'),
      embedded: !indexerUrl,
      ...(!indexerUrl && ledger.kind === 'folder' && { recorded: true }),
    })),
    rate: indexerRate,
    chains: chainSettings(chainUrl, networks, indexerUrl ? null : ledger),
    dataDir,
    idlDir: plain.idlDir === null ? null : path.resolve(root, plain.idlDir),
    ledger,
    database: databaseSetting(databaseUrl, root, usualFile),
    metrics,
    canaries: grouped(canary, allowed[0] ?? ''),
    absent: grouped(operationsAbsent, allowed[0] ?? ''),
    drainMs: drainSeconds * 1000,
    notices: [
      ...(user === undefined
        ? []
        : [`metrics are off, because ${user} is ${METRICS_PORT}; set METRICS_PORT to another port`]),
      ...proxyNotices(env, proxies),
      ...serviceLinks.map(
        (name) =>
          `${name} is ignored, because it is one of Kubernetes’ service links and no port; enableServiceLinks: false in the pod keeps them out`,
      ),
      ...(ledger.kind === 'rpc' ? [] : CHAIN_ONLY.filter((name) => given[name] !== undefined)).map(
        (name) => `${name} is set and valid, but has no effect with this LEDGER`,
      ),
    ],
  }
}

function assertApart(
  given: Readonly<Record<string, string | undefined>>,
  ports: readonly (readonly [name: string, port: number])[],
): void {
  for (const [i, [name, port]] of ports.entries()) {
    const [other] = ports.slice(0, i).find(([, used]) => used === port) ?? []
    if (other === undefined) continue
    const [wrong, right] = given[name] === undefined ? [other, name] : [name, other]
    const usual = given[right] === undefined ? `, which is ${port} unless it is set` : ''
    throw new EnvironmentError(`${wrong}=${port}: must differ from ${right}${usual}`)
  }
}

function pathOf(setting: ByNetwork<PathForm> | null | undefined, network: string): PathForm | null {
  if (!setting) return null
  return 'all' in setting ? setting.all : (setting.named.get(network) ?? null)
}

function grouped<T>(named: readonly Named<T>[], first: string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const { name, value } of named) {
    const group = groups.get(name ?? first) ?? []
    groups.set(name ?? first, group)
    group.push(value)
  }
  return groups
}

function shown(name: string, value = ''): string {
  return QUOTABLE.has(name) && SHORT.test(value) && !looksLikeUrl(value.trim()) ? JSON.stringify(value) : '(not shown)'
}

const LEDGER_RULE =
  'must be sandbox, a folder, or http(s) URLs of nodes of one chain, separated by commas, with one name= at most'

function ledgerSetting(value: string, root: string): LedgerSetting {
  const refuse = (mistake: string) => new EnvironmentError(`LEDGER=(not shown): ${LEDGER_RULE}; ${mistake}`)
  if (value === 'sandbox') return { kind: 'sandbox' }
  if (!new RegExp(`^(${NAME}=)?https?://`, 'i').test(value)) {
    if (looksLikeUrl(value)) throw refuse(urlMistake(value) ?? 'it is not a URL')
    return { kind: 'folder', path: path.resolve(root, value) }
  }
  const parts = value.split(new RegExp(`,\\s*(?=(?:${NAME}=)?https?://)`, 'i')).map((part) => part.trim())
  const named = parts.map((part) => NAMED_URL.exec(part))
  const urls = parts.map((part, i) => named[i]?.[2] ?? part)
  const names = new Set(named.flatMap((found) => found?.[1] ?? []))
  if (names.size > 1) throw refuse('it names several networks')
  if (names.has(ALL)) throw refuse('it calls its network all, which means all networks together')
  for (const url of urls) {
    const mistake = urlMistake(url)
    if (mistake) throw refuse(mistake)
  }
  return { kind: 'rpc', name: [...names][0] ?? 'localnet', urls }
}

const POSTGRES = /^postgres(ql)?:\/\//

function isDatabaseUrl(value: string): boolean {
  // A path, not a URL, after `file:`.
  if (!POSTGRES.test(value)) return /^file:.+/s.test(value) && !/:\/\/|:[^/]*@/.test(value.slice('file:'.length))
  // URL rejects a user before an empty host, which is valid where the query names a socket folder.
  return !/\s/.test(value) && parsedUrl(value.replace(/@(?=\/)/, '@socket')) !== null
}

function databaseSetting(url: string | undefined, root: string, usual: string): DatabaseSetting {
  if (url === undefined) return { kind: 'file', file: usual, chosen: false }
  if (POSTGRES.test(url)) return { kind: 'postgres', url }
  return { kind: 'file', file: path.resolve(root, url.slice('file:'.length)), chosen: true }
}

function networkNameOf(ledger: LedgerSetting): string {
  return ledger.kind === 'rpc' ? ledger.name : { sandbox: 'sandbox', folder: 'recording' }[ledger.kind]
}

function loopbackOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function namesIn<T>(setting: ByNetwork<T> | null | undefined): string[] {
  return setting && 'named' in setting ? [...setting.named.keys()] : []
}

/** The nodes of CHAIN_URL, else those that the embedded indexer follows, else that indexer itself. design.md 4.2. */
function chainSettings(
  named: readonly Named<string>[],
  networks: readonly { name: string; url: string }[],
  ledger: LedgerSetting | null,
): Map<string, ChainSetting> {
  const [first] = networks
  const chains = new Map(
    Array.from(grouped(named, first?.name ?? ''), ([name, urls]): [string, ChainSetting] => [
      name,
      { urls, own: false, isIndexer: false },
    ]),
  )
  if (first && ledger && !chains.has(first.name)) {
    const isIndexer = ledger.kind !== 'rpc'
    chains.set(first.name, { urls: isIndexer ? [first.url] : ledger.urls, own: true, isIndexer })
  }
  return chains
}

/** Separates stores by ledger and program ids. A chain counts by name: its nodes may change. design.md 4.2. */
function storeKey(ledger: LedgerSetting, programIds: ProgramIds): string {
  const key = ledger.kind === 'folder' ? ledger.path : ledger.kind === 'rpc' ? `rpc ${ledger.name}` : ledger.kind
  const identity = JSON.stringify([key, Object.values(programIds)])
  return createHash('sha256').update(identity).digest('hex').slice(0, 8)
}
