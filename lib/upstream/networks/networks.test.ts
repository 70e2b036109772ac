import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createNetwork,
  endpointOf,
  indexersOf,
  networkNamed,
  networkNames,
  networks,
  planOf,
  siteUrl,
} from './networks'

const KEY = 'CANARY-4f9a2b'

beforeAll(() => {
  vi.stubEnv('INDEXER_URL', `mainnet-beta=https://${KEY}@one.example/?api-key=${KEY},mine=http://two.example/${KEY}`)
  vi.stubEnv('INDEXER_PATH', 'mine=base')
  vi.stubEnv('SITE_URL', 'https://leafscan.example/')
})

afterAll(() => vi.unstubAllEnvs())

describe('the networks of the environment', () => {
  test('go by name, the first one by none', () => {
    expect(networkNames()).toEqual(['mainnet-beta', 'mine'])
    expect(networkNamed(undefined)).toBe(networkNamed('mainnet-beta'))
    expect(networkNamed('mine')).toMatchObject({
      name: 'mine',
      isDefault: false,
      embedded: false,
      linksOut: false,
      about: null,
    })
    expect(networkNamed('mainnet'), 'by a common name').toBe(networkNamed('mainnet-beta'))
    expect(networkNamed('mainnet-beta')).toMatchObject({ isDefault: true, linksOut: true })
    for (const unknown of ['', 'Mine', 'devnet', 'constructor', '__proto__']) expect(networkNamed(unknown)).toBeNull()
    expect(siteUrl()).toBe('https://leafscan.example')
  })

  test('do not hold where their indexer is', () => {
    const shown = inspect(networks(), { depth: 9, showHidden: true }) + JSON.stringify(networks())
    expect(shown).not.toMatch(/CANARY|example/)
  })

  test('are asked where INDEXER_PATH says', () => {
    const target = (name: string) => {
      const network = networkNamed(name)
      if (!network) throw new Error(name)
      return endpointOf(indexersOf(network)[0]).target('getIndexerSlot')
    }
    expect(target('mainnet-beta')).toMatchObject({
      secure: true,
      hostname: 'one.example',
      path: `/getIndexerSlot?api-key=${KEY}`,
    })
    expect(target('mine')).toMatchObject({ secure: false, hostname: 'two.example', path: `/${KEY}`, headers: {} })
  })

  test('an embedded one brings what its recording says, and does not link out whatever its name', () => {
    const url = 'http://127.0.0.1:1'
    const sandbox = createNetwork({ name: 'sandbox', url, path: 'method', embedded: true }, true)
    expect(sandbox.about?.examples.length).toBeGreaterThan(3)
    for (const { path } of sandbox.about?.examples ?? []) expect(path).toMatch(/^\/[a-z]/)
    expect(createNetwork({ name: 'devnet', url, path: 'method', embedded: true }, true)).toMatchObject({
      linksOut: false,
      about: null,
    })
  })
})

describe('the indexers of a network', () => {
  test('each of a name that repeats is one, with an endpoint of its own', () => {
    const [url, second] = ['http://one.example', 'http://two.example']
    const network = createNetwork({ name: 'devnet', url, more: [second], path: 'method', embedded: false }, true)
    expect(indexersOf(network).map(({ label, number }) => [label, number])).toEqual([
      ['devnet#1', 1],
      ['devnet#2', 2],
    ])
    const hosts = indexersOf(network).map((indexer) => endpointOf(indexer).target('getIndexerSlot').hostname)
    expect(hosts).toEqual(['one.example', 'two.example'])
  })

  test('one URL is one indexer, called as its network', () => {
    const [network] = networks()
    if (!network) throw new Error('no network')
    expect(indexersOf(network)).toEqual([{ network, number: 1, label: 'mainnet-beta' }])
    expect(indexersOf(network)[0]).toBe(indexersOf(network)[0])
    expect(Object.isFrozen(indexersOf(network)[0])).toBe(true)
    expect(inspect(indexersOf(network), { depth: 9, showHidden: true })).not.toMatch(/CANARY|example/)
  })
})

describe('the plans of INDEXER_RATE', () => {
  const plansWith = (rate: string) => {
    vi.stubEnv('INDEXER_RATE', rate)
    return networks().flatMap(indexersOf).map(planOf)
  }

  test('one number is one plan that all networks share', () => {
    const [first, second] = plansWith('2.5')
    expect(first?.rate).toBe(2)
    expect(second).toBe(first)
  })

  test('by name: each indexer of it has one of its own', () => {
    vi.stubEnv('INDEXER_URL', 'mine=http://one.example,mine=http://two.example')
    const [first, second] = plansWith('mine=10')
    expect([first?.rate, second?.rate]).toEqual([8, 8])
    expect(second).not.toBe(first)
    vi.stubEnv('INDEXER_URL', `mainnet-beta=https://one.example,mine=http://two.example`)
  })
})
