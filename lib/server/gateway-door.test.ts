import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { IndexerStatus } from '@/lib/api/status'
import type { Network } from '@/lib/gateway/networks'
import { type Exchange, exchanges } from './exchange'
import { GATEWAY_DOOR } from './gateway-door'

const known = { verdict: 'ok' } as IndexerStatus
const told = vi.hoisted(() => ({ statusOf: (): Promise<unknown> => Promise.resolve(null) }))
vi.mock('../gateway/health/probe', () => ({ statusOf: () => told.statusOf() }))

const network = { name: 'near' } as Network

/** Within a page that gets its turn back late, as on a busy site. */
function onBusySite<T>(run: () => Promise<T>): Promise<T> {
  const turn = {
    async whileWaiting<V>(promise: Promise<V>): Promise<V> {
      const value = await promise
      await setTimeout(60)
      return value
    },
    end() {},
  }
  return exchanges.run({ turn, left: new AbortController().signal } as unknown as Exchange, run)
}

test('what is known of a network is told however late the page goes on', async () => {
  told.statusOf = async () => known
  expect(await onBusySite(() => GATEWAY_DOOR.statusWithin(network, 0, 20))).toBe(known)
})

test('what is not known in time is not waited for', async () => {
  told.statusOf = () => new Promise(() => {})
  expect(await onBusySite(() => GATEWAY_DOOR.statusWithin(network, 0, 20))).toBeNull()
})
