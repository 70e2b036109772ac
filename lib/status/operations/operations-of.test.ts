import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { limits } from '@/lib/rpc-client/limits'
import { Urgency } from '@/lib/rpc-client/urgency'
import { indexerOfTest } from '@/lib/testing/of-test'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { callIndexer } from '@/lib/upstream/indexer/call'
import { onCallResult } from '@/lib/upstream/indexer/call-results'
import { type Network, networks } from '@/lib/upstream/networks/networks'
import { startProbes } from '../health/probe'
import { operationsOf } from './operations'

let standIn: StandIn

beforeEach(async () => {
  standIn = await indexerOfTest()
  vi.stubEnv('INDEXER_URL', standIn.url)
  vi.stubEnv('PROBE_SECONDS', '3600')
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  limits().retryPauseMs = 0
})

test('results of calls count from the start of the probes on, before anybody reads them, and once for each listener', async () => {
  startProbes()
  const indexer = onlyIndexer(networks()[0] as Network)
  const heard: string[] = []
  for (let copy = 0; copy < 2; copy++) onCallResult('a test', ({ method }) => heard.push(method))
  standIn.fail({ kind: 'reply', status: 404 })
  const asked = callIndexer(
    indexer,
    'getCompressedAccountsByOwner',
    { owner: addressOf('owner'), limit: 1 },
    clock().monotonic() + limits().totalMs,
    new Urgency('interactive'),
  )
  await expect(asked).rejects.toThrow()
  expect(operationsOf(indexer).lastFailed?.method).toBe('getCompressedAccountsByOwner')
  expect(heard.filter((method) => method === 'getCompressedAccountsByOwner')).toHaveLength(1)
})
