import { expect, test } from 'vitest'
import { networkNamed } from '@/lib/gateway/networks'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { type Exchange, exchanges } from './exchange'
import { GATEWAY_DOOR } from './gateway-door'

const explorer = explorerPerTest()

function near() {
  const network = networkNamed('near')
  if (!network) throw new Error('there is no such network')
  return network
}

/** Within a page that gets its turn back a minute late, as on a busy site. */
function onBusySite<T>(run: () => Promise<T>): Promise<T> {
  const turn = {
    async whileWaiting<V>(promise: Promise<V>): Promise<V> {
      const value = await promise
      await explorer.clock.pass(60_000)
      return value
    },
    end() {},
  }
  return exchanges.run({ turn, left: new AbortController().signal } as unknown as Exchange, run)
}

test('what is known of a network is told however late the page goes on', async () => {
  await GATEWAY_DOOR.statusOf(near(), 0)
  expect(await onBusySite(() => GATEWAY_DOOR.statusWithin(near(), 0, 50))).toMatchObject({ network: 'near' })
})

test('what is not known in time is not waited for', async () => {
  explorer.indexer.fail(FAULTS.hang)
  const answer = onBusySite(() => GATEWAY_DOOR.statusWithin(near(), 0, 50))
  await explorer.received(1)
  await explorer.clock.pass(50)
  expect(await answer).toBeNull()
})
