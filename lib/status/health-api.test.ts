import { describe, expect, test } from 'vitest'
import type { ClientResponse } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf } from '@/lib/testing/stand-in/fixtures'

/* facts/reliability.md (f). */

const explorer = explorerPerTest()
const LIST = `getCompressedAccountsByOwner?owner=${addressOf('owner')}`

type Checks = Record<string, [{ status: string; observedValue?: unknown; observedUnit?: string; time: string }]>

const checksOf = ({ body }: ClientResponse) => (body as { checks: Checks }).checks

describe('GET /api/v1/health', () => {
  test('names the verdict, what runs, and each thing that was checked', async () => {
    const response = await explorer.get('health')
    expect(response.headers.get('content-type')).toBe('application/health+json')
    expect(response.body).toMatchObject({
      status: 'pass',
      version: '1',
      releaseId: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      serviceId: 'leafscan',
      verdict: 'ok',
      network: 'near',
      slot: explorer.indexer.data.slot,
    })
    const checks = checksOf(response)
    expect(checks).toMatchObject({
      'indexer:reachable': [{ componentType: 'component', status: 'pass' }],
      'indexer:slot': [{ observedValue: String(explorer.indexer.data.slot), observedUnit: 'slot', status: 'pass' }],
      'indexer:lag': [{ observedUnit: 'slots', status: 'pass' }],
      'gateway:breaker': [{ componentType: 'system', observedValue: 'closed', status: 'pass' }],
      'gateway:rateGate': [{ observedValue: 0, observedUnit: 's', status: 'pass' }],
      'gateway:staleRatio5m': [{ observedValue: 0, status: 'pass' }],
    })
    for (const [{ time }] of Object.values(checks)) expect(new Date(time).toISOString()).toBe(time)
  })

  test('a lag is a warning with its number', async () => {
    explorer.indexer.fail(FAULTS.behind(57), { methods: ['getIndexerHealth'] })
    const response = await explorer.get('health')
    expect(response.body).toMatchObject({ status: 'warn', verdict: 'behind', lag: 57 })
    expect(checksOf(response)['indexer:lag']).toMatchObject([{ observedValue: 57, status: 'warn' }])
  })

  test('a monitor may add a cache buster; a misspelt parameter is refused, and the monitor hears of it', async () => {
    expect((await explorer.get('health')).status).toBe(200)
    for (const added of ['uptime_kuma_cachebuster=abc123', '1732740000', 'utm_source=x']) {
      expect((await explorer.get(`health?strict=1&${added}`)).status, added).toBe(200)
    }
    for (const misspelt of ['Strict=1', 'strct=1', 'strict=1&cluser=far', 'strict=1&x=1']) {
      expect((await explorer.get(`health?${misspelt}`)).status, misspelt).toBe(400)
    }
  })

  test('before the first check nothing is reported as well, nor anything as known', async () => {
    explorer.indexer.fail(FAULTS.hang)
    const response = await explorer.get('health?strict=1')
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control'), 'a cache must not report an outage that is over').toBe('no-store')
    expect(response.body).toMatchObject({ status: 'warn', verdict: 'unknown' })
    const checks = checksOf(response)
    for (const name of ['indexer:reachable', 'indexer:slot', 'indexer:lag']) {
      expect(checks[name]?.[0].status).toBe('warn')
      expect(checks[name]?.[0].observedValue).toBeUndefined()
    }
  })

  test('a pause that the indexer asked for, and old answers meanwhile', async () => {
    await explorer.get(LIST)
    explorer.clock.skip(60_000)
    explorer.indexer.fail(FAULTS.rateLimited('30'))
    for (let n = 0; n < 3; n++) await explorer.get(LIST)
    const checks = checksOf(await explorer.get('health'))
    expect(checks['gateway:rateGate']).toMatchObject([{ status: 'warn', observedValue: 30 }])
    expect(checks['gateway:staleRatio5m']).toMatchObject([{ observedValue: 0.75, status: 'warn' }])
    explorer.clock.skip(300_000)
    expect(checksOf(await explorer.get('health'))['gateway:staleRatio5m']).toMatchObject([{ observedValue: 0 }])
  })

  test('an indexer that refuses the key: the breaker is open', async () => {
    explorer.indexer.fail(FAULTS.unauthorised)
    await explorer.get(LIST)
    const response = await explorer.get('health')
    expect(response.body).toMatchObject({ status: 'fail', verdict: 'unreachable' })
    expect(checksOf(response)).toMatchObject({
      'indexer:reachable': [{ status: 'fail' }],
      'gateway:breaker': [{ observedValue: 'open', status: 'fail' }],
    })
  })
})
