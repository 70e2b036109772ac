import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DatabaseSetting,
  EnvironmentError,
  indexerLabel,
  readEnvironment,
  VARIABLES,
  WEBHOOK_FORMATS,
} from './environment'

const ROOT = path.resolve('/repository')
const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

const read = (env: Record<string, string | undefined> = {}) => readEnvironment(env, ROOT)

function refusal(env: Record<string, string>): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}

function fileOf(database: DatabaseSetting): string {
  if (database.kind !== 'file') throw new Error('wanted a file')
  return database.file
}

describe('without variables', () => {
  it('the explorer serves the sandbox of its own indexer on this machine', () => {
    const { database, programIds, ...environment } = read()
    expect(environment).toEqual({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      networks: [{ name: 'sandbox', url: 'http://127.0.0.1:8784', path: 'method', embedded: true }],
      rate: null,
      chains: new Map([['sandbox', { urls: ['http://127.0.0.1:8784'], own: true, isIndexer: true }]]),
      chainRate: null,
      probeSeconds: null,
      dataDir: path.join(ROOT, '.data'),
      idlDir: null,
      securityContact: null,
      mcp: 'off',
      ledger: { kind: 'sandbox' },
      indexerPort: 8784,
      indexerHost: '127.0.0.1',
      maxLagSlots: 20,
      commitment: 'confirmed',
      startSlot: null,
      metrics: { port: 9464, host: '127.0.0.1', chosen: false },
      canaries: new Map(),
      absent: new Map(),
      alertWebhook: null,
      alertSecret: null,
      heartbeatUrl: null,
      operatorToken: null,
      objective: 99.5,
      logLevel: 'info',
      cursorKey: null,
      drainMs: 0,
      slotMs: 400,
      notices: [],
    })
    expect(path.dirname(fileOf(database))).toBe(path.join(ROOT, '.data'))
    expect(path.basename(fileOf(database))).toMatch(/^indexer-[0-9a-f]{8}\.sqlite$/)
    // facts/light-events.md 1
    expect(programIds).toEqual({
      compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
      lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
      token: KEY,
      registry: 'Lighton6oQpVkeewmo2mcPTQQp7kYHr4fWpAgJyEmDX',
    })
  })

  it('an empty variable counts as unset', () => {
    const names = ['PORT', 'SITE_URL', 'INDEXER_URL', 'INDEXER_PATH', 'INDEXER_RATE', 'PROBE_SECONDS', 'LEDGER']
    const more = ['DATABASE_URL', 'PROGRAM_IDS', 'START_SLOT', 'COMMITMENT', 'DATA_DIR', 'SLOT_MS']
    expect(read(Object.fromEntries([...names, ...more].map((name) => [name, ''])))).toEqual(read())
  })

  it('ALERT_WEBHOOK is an http(s) URL, may name the format that its receiver takes, and is never shown', () => {
    const url = 'https://hooks.example/x?k=1'
    expect(read({ ALERT_WEBHOOK: url }).alertWebhook).toEqual({ format: 'plain', url })
    for (const format of WEBHOOK_FORMATS.slice(1)) {
      expect(read({ ALERT_WEBHOOK: `${format}:${url}` }).alertWebhook).toEqual({ format, url })
    }
    expect(refusal({ ALERT_WEBHOOK: `teams:${url}` })).toBe(
      'ALERT_WEBHOOK=(not shown): must be an http(s) URL, or one after slack:, discord:, pagerduty:; it does not begin with http:// or https://',
    )
  })

  it('CANARY names what is asked, of which network, and how many rows that has at the least', () => {
    const INDEXER_URL = 'one=http://a,two=http://b'
    const CANARY = `owner:${KEY}=3,two=hash:${KEY},two=delegate:${KEY}=0`
    expect([...read({ INDEXER_URL, CANARY }).canaries]).toEqual([
      ['one', [{ subject: 'owner', value: KEY, least: 3 }]],
      [
        'two',
        [
          { subject: 'hash', value: KEY, least: 0 },
          { subject: 'delegate', value: KEY, least: 0 },
        ],
      ],
    ])
    for (const wrong of ['owner', `mint:${KEY}`, 'owner:0O', `owner:${KEY}=-1`, `owner:${KEY}=x`]) {
      expect(refusal({ CANARY: wrong })).toMatch(/^CANARY=\(not shown\): must be owner:<address>/)
    }
    expect(refusal({ CANARY: `three=owner:${KEY}`, INDEXER_URL })).toBe(
      'CANARY=(not shown): names an unknown network; allowed: one, two',
    )
  })

  it('OPERATIONS_ABSENT names operations that an indexer lacks, and no others', () => {
    const INDEXER_URL = 'one=http://a,two=http://b'
    const named = 'getLatestCompressionSignatures, two=getCompressionSignaturesForAccount'
    expect([...read({ INDEXER_URL, OPERATIONS_ABSENT: named }).absent]).toEqual([
      ['one', ['getLatestCompressionSignatures']],
      ['two', ['getCompressionSignaturesForAccount']],
    ])
    for (const wrong of ['getIndexerSlot', 'getBlock', 'one=', ',']) {
      const words = /^OPERATIONS_ABSENT=.*: must be operations, .*; allowed: getCompressedAccountsByOwner, /
      expect(refusal({ INDEXER_URL, OPERATIONS_ABSENT: wrong })).toMatch(words)
    }
  })

  it('no network is called all: that means all networks together', () => {
    expect(refusal({ INDEXER_URL: 'all=http://a,two=http://b' })).toMatch(/must not call a network all/)
    expect(refusal({ LEDGER: 'all=http://127.0.0.1:8899' })).toMatch(/calls its network all/)
  })

  it('OBJECTIVE is a percentage, LOG_LEVEL a word', () => {
    expect(read({ OBJECTIVE: '99.95', LOG_LEVEL: 'warn' })).toMatchObject({ objective: 99.95, logLevel: 'warn' })
    for (const OBJECTIVE of ['100', '49', '99.9999', '0.995', '5e1']) {
      expect(refusal({ OBJECTIVE })).toBe(`OBJECTIVE="${OBJECTIVE}": must be a percentage from 50 to 99.999`)
    }
    expect(refusal({ LOG_LEVEL: 'trace' })).toBe('LOG_LEVEL="trace": must be one of debug, info, warn, error')
  })

  it('SECURITY_CONTACT is a mailto:, https: or tel: URI on one line', () => {
    for (const contact of ['mailto:a@b.example', 'https://b.example/report', 'tel:+1-201-555-0123'])
      expect(read({ SECURITY_CONTACT: contact }).securityContact).toBe(contact)
    for (const contact of [
      'a@b.example',
      'http://b.example',
      'mailto:',
      'https://',
      'mailto:a@b.example\nExpires: never',
    ])
      expect(refusal({ SECURITY_CONTACT: contact })).toMatch(
        /^SECURITY_CONTACT=.* must be a mailto:, https: or tel: URI/,
      )
  })

  it('CURSOR_KEY has 16 to 1,024 characters, and is never shown', () => {
    expect(read({ CURSOR_KEY: 'k'.repeat(16) }).cursorKey).toBe('k'.repeat(16))
    expect(read({ CURSOR_KEY: 'k'.repeat(1_024) }).cursorKey).toBe('k'.repeat(1_024))
    for (const key of ['k'.repeat(15), `${'k'.repeat(15)} `, 'k'.repeat(1_025)]) {
      expect(refusal({ CURSOR_KEY: key })).toBe('CURSOR_KEY=(not shown): must have 16 to 1,024 characters')
    }
  })

  it('except METRICS_PORT, whose emptiness switches the metrics off', () => {
    expect(read({ METRICS_PORT: '' }).metrics).toBeNull()
    expect(read({ METRICS_PORT: '9500' }).metrics).toEqual({ port: 9500, host: '127.0.0.1', chosen: true })
    expect(read({ METRICS_HOST: '0.0.0.0' }).metrics).toEqual({ port: 9464, host: '0.0.0.0', chosen: true })
    expect(read({ METRICS_PORT: '8784', INDEXER_URL: 'http://indexer' }).metrics).toMatchObject({ port: 8784 })
  })

  it('variables of OpenTelemetry, which platforms set for every service, change nothing', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example', OTEL_TRACES_SAMPLER: 'xray' }
    expect(read(env)).toEqual(read())
  })

  it('METRICS_ALLOWED_HOSTS names hosts, and chooses neither port nor address', () => {
    const env = { METRICS_ALLOWED_HOSTS: 'metrics.internal, leafscan,10.0.0.9,fd00::9' }
    const allowedHosts = ['metrics.internal', 'leafscan', '10.0.0.9', 'fd00::9']
    expect(read(env).metrics).toEqual({ port: 9464, host: '127.0.0.1', chosen: false, allowedHosts })
  })

  it.each(['a.example:9464', 'http://a.example', '*.a.example', 'a.example,', 'a.example b.example', '[fd00::9]'])(
    'METRICS_ALLOWED_HOSTS=%j is refused by a line that says what is allowed',
    (value) => {
      expect(refusal({ METRICS_ALLOWED_HOSTS: value })).toBe(
        `METRICS_ALLOWED_HOSTS=(not shown): must be host names or IP addresses without scheme, port and wildcard, separated by commas`,
      )
    },
  )

  it.each(['PORT', 'INDEXER_PORT'])('metrics are off with a line where %s has their usual port', (name) => {
    const line = `metrics are off, because ${name} is 9464; set METRICS_PORT to another port`
    expect(read({ [name]: '9464' })).toMatchObject({ metrics: null, notices: [line] })
    expect(read({ [name]: '9464', METRICS_PORT: '' })).toMatchObject({ metrics: null, notices: [] })
  })

  it.each([
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT=3000: must differ from PORT, which is 3000 unless it is set'],
    [{ METRICS_PORT: '8784' }, 'METRICS_PORT=8784: must differ from INDEXER_PORT, which is 8784 unless it is set'],
    [{ PORT: '9464', METRICS_HOST: '::1' }, 'PORT=9464: must differ from METRICS_PORT, which is 9464 unless it is set'],
    [{ INDEXER_PORT: '3000' }, 'INDEXER_PORT=3000: must differ from PORT, which is 3000 unless it is set'],
    [{ PORT: '8784' }, 'PORT=8784: must differ from INDEXER_PORT, which is 8784 unless it is set'],
  ])('%j: of two ports that are one, the line names the variable that is set', (env, line) => {
    expect(refusal(env)).toBe(line)
  })
})

describe('in a pod', () => {
  it.each(['PORT', 'INDEXER_PORT', 'METRICS_PORT'])(
    'a service link in %s is passed over with a line that names it, whether the variable is used or not',
    (name) => {
      for (const link of [
        'tcp://10.96.0.12:8784',
        'udp://10.96.0.12:53',
        'sctp://10.96.0.12:9',
        'tcp://[fd00::1]:80',
      ]) {
        const line = `${name} is ignored, because it is one of Kubernetes’ service links and no port; enableServiceLinks: false in the pod keeps them out`
        expect(read({ [name]: link })).toEqual({ ...read(), notices: [line] })
        expect(read({ [name]: link, INDEXER_URL: 'http://indexer' }).notices).toEqual([line])
      }
    },
  )

  it('what else is set for Services called as we call our own things changes nothing', () => {
    const links = ['INDEXER', 'METRICS', 'LEAFSCAN', 'HOST', 'LEDGER', 'DATABASE', 'SITE'].flatMap((name) => [
      [`${name}_SERVICE_HOST`, '10.96.0.12'],
      [`${name}_SERVICE_PORT`, '8784'],
      [`${name}_SERVICE_PORT_HTTP`, '8784'],
      [`${name}_PORT_8784_TCP`, 'tcp://10.96.0.12:8784'],
      [`${name}_PORT_8784_TCP_PROTO`, 'tcp'],
      [`${name}_PORT_8784_TCP_PORT`, '8784'],
      [`${name}_PORT_8784_TCP_ADDR`, '10.96.0.12'],
    ])
    expect(read(Object.fromEntries(links))).toEqual(read())
  })
})

describe('each variable', () => {
  it('has one row in docs/configuration.md, and no row is of another', () => {
    const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
    const rows = page.match(/^\| (`\w+`(?:, `\w+`)*) \|/gm) ?? []
    const named = rows.flatMap((row) => Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name))
    expect(named.sort()).toEqual([...VARIABLES].sort())
  })

  it.each([
    ['PORT', '1', { port: 1, siteUrl: 'http://localhost:1' }],
    ['PORT', '65535', { port: 65535 }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::1', { host: '::1' }],
    ['SITE_URL', 'HTTPS://Leafscan.example//', { siteUrl: 'https://leafscan.example' }],
    ['SITE_URL', 'http://[::1]:4000', { siteUrl: 'http://[::1]:4000' }],
    ['PROBE_SECONDS', '0.1', { probeSeconds: 0.1 }],
    ['PROBE_SECONDS', '86400', { probeSeconds: 86400 }],
    ['INDEXER_PORT', '9000', { indexerPort: 9000 }],
    ['INDEXER_HOST', 'indexer.internal', { indexerHost: 'indexer.internal' }],
    ['MAX_LAG_SLOTS', '0', { maxLagSlots: 0 }],
    ['DRAIN_SECONDS', '3600', { drainMs: 3_600_000 }],
    ['SLOT_MS', '1', { slotMs: 1 }],
    ['DATA_DIR', 'some where', { dataDir: path.join(ROOT, 'some where') }],
    ['DATA_DIR', '/var/leafscan', { dataDir: path.resolve('/var/leafscan') }],
  ])('%s=%s has its effect', (name, value, effect) => {
    expect(read({ [name]: value })).toMatchObject(effect)
  })

  it.each([
    ['PORT', '0', 'must be a whole number from 1 to 65535'],
    ['PORT', '65536', 'must be a whole number from 1 to 65535'],
    ['INDEXER_PORT', 'x', 'must be a whole number from 1 to 65535'],
    ['METRICS_PORT', '-1', 'must be a whole number from 1 to 65535'],
    ['HOST', 'a b', 'must be a host name or an IP address'],
    ['INDEXER_HOST', 'a+b', 'must be a host name or an IP address'],
    ['INDEXER_PATH', 'bass', 'must be method or base, or name=method and name=base pairs separated by commas'],
    ['INDEXER_PATH', 'a=base,b', 'must be method or base, or name=method and name=base pairs separated by commas'],
    ['INDEXER_RATE', '0', 'must be calls per second, a number above 0, or name=number pairs separated by commas'],
    ['INDEXER_RATE', 'a=-1', 'must be calls per second, a number above 0, or name=number pairs separated by commas'],
    ['PROBE_SECONDS', '5s', 'must be a number of seconds from 0.1 to 86400'],
    ['PROBE_SECONDS', '0', 'must be a number of seconds from 0.1 to 86400'],
    ['PROBE_SECONDS', '86401', 'must be a number of seconds from 0.1 to 86400'],
    ['MAX_LAG_SLOTS', '-1', 'must be a whole number from 0 to 1000000000'],
    ['START_SLOT', 'newest', 'must be a slot number or latest'],
    ['COMMITMENT', 'processed', 'must be confirmed or finalized'],
    ['DRAIN_SECONDS', '3601', 'must be a whole number from 0 to 3600'],
    ['SLOT_MS', '0', 'must be a whole number from 1 to 3600000'],
  ])('%s=%j ends the start in one line with name, value and rule', (name, value, rule) => {
    expect(refusal({ [name]: value })).toBe(`${name}=${JSON.stringify(value)}: ${rule}`)
  })

  it.each([
    ['PORT', 'https://h/KEY', 'must be a whole number from 1 to 65535'],
    ['INDEXER_HOST', 'http://x', 'must be a host name or an IP address'],
    ['INDEXER_PATH', 'https://h/?k=KEY', /^must be method or base/],
    ['INDEXER_RATE', 'a=https://KEY@h', /^must be calls per second/],
    ['PROGRAM_IDS', '{"registry":"https://h/KEY"}', /^must be JSON with any of/],
    ['START_SLOT', '3f1c9a7e-6d2b-4b7c-9e55-0c1d2e3f4a5b', 'must be a slot number or latest'],
    ['DATA_DIR', 'https://h/KEY', 'must be the path of a folder; it looks like a URL'],
    ['SITE_URL', 'https://leafscan.example/?k=KEY', /; it has user-info, a query or a fragment$/],
    ['SITE_URL', 'https://leafscan.example/KEY', /^must be an http.* at the root of a host; it has a path$/],
    ['LEDGER', 'wss://h/KEY', /^must be sandbox, a folder, or .*; its scheme is neither http nor https$/],
    ['LEDGER', ' https://h/KEY', /; it starts or ends with a space$/],
    ['LEDGER', 'a=https://h,b=https://h/KEY', /; it names several networks$/],
    ['DATABASE_URL', 'file:postgres://me:KEY@h/db', /^must be file:<path> or/],
    ['DATABASE_URL', 'file:me:KEY@h/db', /^must be file:<path> or/],
  ])(
    '%s=%j ends the start in one line with name and rule, and without the value: it may hold a key',
    (name, value, rule) => {
      const line = refusal({ [name]: value })
      const start = `${name}=(not shown): `
      expect(line.slice(0, start.length)).toBe(start)
      expect(line.slice(start.length)).toEqual(typeof rule === 'string' ? rule : expect.stringMatching(rule))
    },
  )

  it('of several lines is shown in one', () => {
    expect(refusal({ HOST: 'a\nb\rc' })).not.toMatch(/[\n\r]/)
  })

  it('that is right but has no effect in this version is named', () => {
    const env = { START_SLOT: 'latest', COMMITMENT: 'finalized' }
    expect(
      read(env)
        .notices.map((line) => line.split(' ')[0])
        .sort(),
    ).toEqual(Object.keys(env).sort())
    expect(read({ START_SLOT: '286193746' }).notices).toEqual([
      'START_SLOT is set and valid, but has no effect with this LEDGER',
    ])
    const chain = { ...env, LEDGER: 'http://127.0.0.1:8899' }
    expect(read(chain)).toMatchObject({ notices: [], startSlot: 'latest', commitment: 'finalized' })
    expect(read({ ...chain, START_SLOT: '286193746' }).startSlot).toBe(286_193_746)
  })
})

describe('INDEXER_URL', () => {
  const networks = (value: string, more: Record<string, string> = {}) =>
    read({ INDEXER_URL: value, ...more }).networks.map(({ name, url }) => [name, url])

  it.each([
    [' devnet=https://h ', [['devnet', 'https://h']]],
    [
      'b=https://b/p,  a=https://a/p',
      [
        ['b', 'https://b/p'],
        ['a', 'https://a/p'],
      ],
    ],
  ])('%s names its networks in order, commas inside of a URL kept', (value, expected) => {
    expect(networks(value)).toEqual(expected)
  })

  it('any list of names and URLs comes back as it was written', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,8}$/)
    const url = fc
      .tuple(
        fc.constantFrom('http', 'https'),
        fc.stringMatching(/^[a-z]{1,8}[.]example$/),
        fc.stringMatching(/^[a-z0-9,=.;&-]{0,12}[a-z0-9]$/),
      )
      .map(([scheme, host, rest]) => `${scheme}://${host}/?k=${rest}`)
    const list = fc.uniqueArray(fc.tuple(name, url), { minLength: 1, maxLength: 4, selector: ([name]) => name })
    fc.assert(
      fc.property(list, (pairs) => {
        expect(networks(pairs.map((pair) => pair.join('=')).join(','))).toEqual(pairs)
      }),
    )
  })

  it.each(['a=h', 'bad name=https://h', 'https://a/p, https://b', 'a=https://a/p,https://b', 'a=https://a,'])(
    '%s ends the start with the rule',
    (value) => {
      expect(refusal({ INDEXER_URL: value })).toMatch(
        /^INDEXER_URL=\(not shown\): must be an http\(s\) URL, or name=URL pairs separated by commas; [a-z]/,
      )
    },
  )

  it('a name that repeats adds an indexer to its network, wherever it stands', () => {
    const { networks } = read({ INDEXER_URL: 'a=https://a/1,b=https://b,a=https://a/2,a=https://c' })
    expect(networks).toMatchObject([
      { name: 'a', url: 'https://a/1', more: ['https://a/2', 'https://c'], embedded: false },
      { name: 'b', url: 'https://b' },
    ])
    expect(networks[1]).not.toHaveProperty('more')
    expect(read({ INDEXER_URL: 'https://a,default=https://b' }).networks).toMatchObject([
      { name: 'default', url: 'https://a', more: ['https://b'] },
    ])
  })

  it('refuses an indexer that is named twice, and more than eight of one network', () => {
    expect(refusal({ INDEXER_URL: 'a=https://a,a=https://a' })).toBe(
      'INDEXER_URL=(not shown): must not name one indexer twice',
    )
    const nine = Array.from({ length: 9 }, (_, i) => `a=https://a/${i}`).join(',')
    expect(refusal({ INDEXER_URL: nine })).toBe(
      'INDEXER_URL=(not shown): must not name more than 8 indexers of one network',
    )
  })

  it('labels are the name of the network, with a number only where it has several', () => {
    expect([indexerLabel('devnet', 1, 1), indexerLabel('devnet', 2, 2)]).toEqual(['devnet', 'devnet#2'])
  })
})

describe('INDEXER_PATH and INDEXER_RATE', () => {
  const INDEXER_URL = 'a=https://a,b=https://b,c=https://c'
  const paths = (value: string) => read({ INDEXER_URL, INDEXER_PATH: value }).networks.map((network) => network.path)

  it.each([
    ['base', ['base', 'base', 'base']],
    ['method', ['method', 'method', 'method']],
    ['b=base', [null, 'base', null]],
    ['c=method, a=base', ['base', null, 'method']],
    ['', [null, null, null]],
  ])('INDEXER_PATH=%s is %j for three networks', (value, expected) => {
    expect(paths(value)).toEqual(expected)
  })

  it('a rate is for all networks together, or by network', () => {
    const rate = (value: string) => read({ INDEXER_URL, INDEXER_RATE: value }).rate
    expect(rate('2.5')).toEqual({ all: 2.5 })
    expect(rate('a=0.5,b=100')).toEqual({
      named: new Map([
        ['a', 0.5],
        ['b', 100],
      ]),
    })
  })

  it.each([
    ['INDEXER_PATH', 'a=base,d=base'],
    ['INDEXER_RATE', 'd=2'],
  ])('%s=%s names a network that is none: variable, value and the names allowed are said', (name, value) => {
    expect(refusal({ INDEXER_URL, [name]: value })).toBe(
      `${name}="${value}": names an unknown network; allowed: a, b, c`,
    )
  })

  it('the embedded network has a name to use there, too', () => {
    expect(read().networks[0]?.path).toBe('method')
    expect(read({ INDEXER_PATH: 'sandbox=base' }).networks[0]?.path).toBe('base')
    expect(refusal({ INDEXER_PATH: 'devnet=base' })).toContain('allowed: sandbox')
  })
})

describe('CHAIN_URL', () => {
  const INDEXER_URL = 'a=https://a,b=https://b'
  const chains = (env: Record<string, string>) => Object.fromEntries(read(env).chains)

  it('names nodes for networks; one without a name is the default network’s, and a name may repeat', () => {
    const one = { urls: ['https://n'], own: false, isIndexer: false }
    expect(chains({ INDEXER_URL, CHAIN_URL: 'https://n' })).toEqual({ a: one })
    expect(chains({ INDEXER_URL, CHAIN_URL: 'b=https://n' })).toEqual({ b: one })
    expect(chains({ INDEXER_URL, CHAIN_URL: 'a=https://n,b=https://m?k=1,2, a=https://o' })).toEqual({
      a: { urls: ['https://n', 'https://o'], own: false, isIndexer: false },
      b: { urls: ['https://m?k=1,2'], own: false, isIndexer: false },
    })
    expect(chains({ INDEXER_URL })).toEqual({})
  })

  it('unset: the nodes that the embedded indexer follows, or the indexer itself', () => {
    expect(chains({ LEDGER: 'local=http://n1,http://n2' })).toEqual({
      local: { urls: ['http://n1', 'http://n2'], own: true, isIndexer: false },
    })
    expect(chains({})).toEqual({ sandbox: { urls: ['http://127.0.0.1:8784'], own: true, isIndexer: true } })
    expect(chains({ LEDGER: 'folder', CHAIN_URL: 'https://n' })).toEqual({
      recording: { urls: ['https://n'], own: false, isIndexer: false },
    })
  })

  it.each([
    [{ INDEXER_URL, CHAIN_URL: 'c=https://h/KEY' }, 'CHAIN_URL=(not shown): names an unknown network; allowed: a, b'],
    [{ INDEXER_URL, CHAIN_URL: 'a=KEY' }, /^CHAIN_URL=\(not shown\): must be an http/],
    [{ INDEXER_URL, CHAIN_URL: 'a=https://h/KEY,https://h' }, /a comma is not followed by name=URL$/],
    [{ INDEXER_URL, CHAIN_RATE: '0' }, /^CHAIN_RATE="0": must be calls per second/],
    [{ INDEXER_URL, CHAIN_RATE: 'c=2' }, 'CHAIN_RATE="c=2": names an unknown network; allowed: a, b'],
  ])('%j is refused, and no URL is repeated', (env, words) => {
    const message = refusal(env)
    if (typeof words === 'string') expect(message).toBe(words)
    else expect(message).toMatch(words)
    expect(message).not.toContain('KEY')
  })
})

describe('the embedded indexer', () => {
  it.each([
    ['sandbox', { kind: 'sandbox' }, 'sandbox'],
    ['recordings/one', { kind: 'folder', path: path.join(ROOT, 'recordings/one') }, 'recording'],
    ['/var/ledger', { kind: 'folder', path: path.resolve('/var/ledger') }, 'recording'],
    ['HTTPS://h/?key=k', { kind: 'rpc', name: 'localnet', urls: ['HTTPS://h/?key=k'] }, 'localnet'],
    ['devnet=https://h/?a=1,2', { kind: 'rpc', name: 'devnet', urls: ['https://h/?a=1,2'] }, 'devnet'],
    ['devnet=https://a/, http://b', { kind: 'rpc', name: 'devnet', urls: ['https://a/', 'http://b'] }, 'devnet'],
  ])('LEDGER=%s is followed as %j, on the network %s', (value, ledger, name) => {
    expect(read({ LEDGER: value })).toMatchObject({ ledger, networks: [{ name, embedded: true }] })
  })

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:9000'],
    ['::', 'http://127.0.0.1:9000'],
    ['::1', 'http://[::1]:9000'],
    ['10.0.0.7', 'http://10.0.0.7:9000'],
  ])('listening on %s it is asked at %s', (host, url) => {
    expect(read({ INDEXER_HOST: host, INDEXER_PORT: '9000' }).networks[0]?.url).toBe(url)
  })

  it('cannot share the port of the explorer, which matters only when it runs', () => {
    expect(read({ PORT: '8784', INDEXER_URL: 'https://h' }).port).toBe(8784)
  })
})

it('reads relative paths from the working folder that the command leafscan names', () => {
  const elsewhere = path.resolve('/somewhere/else')
  const { dataDir, idlDir, ledger, database } = read({
    LEAFSCAN_FOLDER: elsewhere,
    IDL_DIR: 'idls',
    LEDGER: 'blocks',
    DATABASE_URL: 'file:store.sqlite',
  })
  expect([dataDir, idlDir, ledger, database]).toEqual([
    path.join(elsewhere, '.data'),
    path.join(elsewhere, 'idls'),
    { kind: 'folder', path: path.join(elsewhere, 'blocks') },
    { kind: 'file', file: path.join(elsewhere, 'store.sqlite'), chosen: true },
  ])
})

describe('DATABASE_URL', () => {
  it.each([
    ['file:store.sqlite', path.join(ROOT, 'store.sqlite')],
    ['file:./a b/what?.sqlite', path.join(ROOT, 'a b/what?.sqlite')],
    ['file:a%20b#c?mode=ro', path.join(ROOT, 'a%20b#c?mode=ro')],
    ['file:/var/leaf scan/x.sqlite', path.resolve('/var/leaf scan/x.sqlite')],
    ['file:///var/x.sqlite', path.resolve('/var/x.sqlite')],
    ['file:../x', path.resolve(ROOT, '../x')],
  ])('%s is the plain path %s, relative ones from the root', (value, file) => {
    expect(read({ DATABASE_URL: value }).database).toEqual({ kind: 'file', file, chosen: true })
  })

  it.each([
    'postgres://leafscan:secret@db.internal:5432/leafscan',
    'postgresql://h/db?sslmode=verify-full&pooler=true',
    'postgres://me@/db?host=/run/postgresql',
    'postgres:///db?host=/run/postgresql',
  ])('%s is a server, as it stands', (url) => {
    expect(read({ DATABASE_URL: url }).database).toEqual({ kind: 'postgres', url })
  })

  it.each(['file:', 'store.sqlite', 'FILE:x', 'mysql://h/db', 'postgres:/h/db', 'postgres://h:99999/db'])(
    '%s is refused',
    (value) => {
      expect(refusal({ DATABASE_URL: value })).toBe(
        'DATABASE_URL=(not shown): must be file:<path> or postgres://<user>@<host>/<database>',
      )
    },
  )

  it('unset: one file for each ledger and set of program ids, in DATA_DIR, the same at each start', () => {
    const files = [
      {},
      { LEDGER: 'one' },
      { LEDGER: 'two' },
      { LEDGER: 'https://h' },
      { LEDGER: 'devnet=https://h' },
      { PROGRAM_IDS: `{"registry":"${KEY}"}` },
      { PROGRAM_IDS: `{"compression":"${KEY}"}` },
    ].map((env) => fileOf(read({ DATA_DIR: 'data', ...env }).database))
    expect(new Set(files).size).toBe(files.length)
    for (const file of files) expect(path.dirname(file)).toBe(path.join(ROOT, 'data'))
    expect(fileOf(read({ LEDGER: 'one', DATA_DIR: 'data' }).database)).toBe(files[1])
    expect(fileOf(read({ LEDGER: path.join(ROOT, 'one'), DATA_DIR: 'data' }).database)).toBe(files[1])
  })
})

describe('PROGRAM_IDS', () => {
  it('replaces what it names and keeps the rest', () => {
    const { programIds } = read()
    expect(read({ PROGRAM_IDS: '{}' }).programIds).toEqual(programIds)
    expect(read({ PROGRAM_IDS: `{"lightSystem":"${KEY}"}` }).programIds).toEqual({ ...programIds, lightSystem: KEY })
  })

  it('in another order means the same store', () => {
    const one = read({ PROGRAM_IDS: `{"registry":"${KEY}","compression":"11111111111111111111111111111111"}` })
    const other = read({ PROGRAM_IDS: `{"compression":"11111111111111111111111111111111","registry":"${KEY}"}` })
    expect(one.database).toEqual(other.database)
  })

  it.each(['x', 'null', '{"registry":1}', '{"registry":"x"}', `{"registri":"${KEY}"}`, `{"__proto__":"${KEY}"}`])(
    '%s is refused with the members allowed',
    (value) => {
      expect(refusal({ PROGRAM_IDS: value })).toBe(
        `PROGRAM_IDS=(not shown): must be JSON with any of compression, lightSystem, token, registry, each an address`,
      )
    },
  )
})
