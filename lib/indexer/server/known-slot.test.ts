import { expect, it } from 'vitest'
import { indexed } from '@/lib/testing/indexer/indexed'
import type { Store } from '../store/store'
import { answer } from './json-rpc'
import { KnownSlot } from './known-slot'

const request = (method: string, params = '{}') => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`

it('answers slot and health without the store, and with it as soon as a list was ahead', async () => {
  const { store } = await indexed([1, 2, 3].map((slot) => ({ slot, blockTime: null, transactions: [] })))
  let statements = 0
  const counting: Store = Object.assign(Object.create(store), {
    get: (...args: Parameters<Store['get']>) => {
      statements++
      return store.get(...args)
    },
  })
  let stored: number | null = 2
  const chain = { tip: () => 3, maxLagSlots: 0, known: new KnownSlot(() => stored) }
  const ask = async (method: string) => answer(request(method), { store: counting, chain, count: () => undefined })
  expect(await ask('getIndexerSlot')).toBe('{"jsonrpc":"2.0","result":2,"id":1}')
  expect(await ask('getIndexerHealth')).toContain('Node is behind 1 slots')
  expect(statements).toBe(0)

  expect(await ask('getLatestCompressionSignatures')).toContain('"slot":3')
  expect(await ask('getIndexerSlot')).toBe('{"jsonrpc":"2.0","result":3,"id":1}')
  expect(await ask('getIndexerHealth')).toBe('{"jsonrpc":"2.0","result":"ok","id":1}')
  expect(statements).toBe(2)

  stored = 3
  expect(await ask('getIndexerSlot')).toBe('{"jsonrpc":"2.0","result":3,"id":1}')
  expect(statements).toBe(2)
  stored = null
  expect(await ask('getIndexerSlot')).toBe('{"jsonrpc":"2.0","result":3,"id":1}')
  expect(statements).toBe(3)
})
