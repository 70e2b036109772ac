import { randomBytes } from 'node:crypto'
import v8 from 'node:v8'
import vm from 'node:vm'
import { base58 } from '@scure/base'
import { expect } from 'vitest'
import { socketsRead } from '@/lib/testing/until'
import { memory } from '@/lib/upstream/cache/cache'
import type { Explorer } from './explorer'

v8.setFlagsFromString('--expose_gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

const MB = 1024 * 1024
const READERS = 12

/** More than the gateway caches: from then on each answer evicts another. */
const FILLED = 6_000

/** Bytes in use after GC: buffers are freed some turns after their holders. */
async function used(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    collectGarbage()
    await socketsRead()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function readOwners(explorer: Explorer, count: number): Promise<void> {
  let left = count
  const read = async () => {
    while (left-- > 0) {
      const owner = base58.encode(randomBytes(32))
      expect((await explorer.get(`getCompressedAccountsByOwner?owner=${owner}`)).status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  explorer.indexer.requests.length = 0
}

export async function expectFlatMemory(explorer: Explorer, owners: number): Promise<void> {
  await readOwners(explorer, FILLED)
  const before = await used()
  await readOwners(explorer, owners - FILLED)
  expect((await used()) - before).toBeLessThan(before * 0.1 + 2 * MB)
  const { bytes, entries, inFlight } = memory().size()
  expect(bytes).toBeLessThanOrEqual(64 * MB)
  expect(entries).toBeLessThanOrEqual(5_000)
  expect(inFlight).toBe(0)
}
