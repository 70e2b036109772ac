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

/** More than the gateway remembers: from then on each answer takes the place of another one. */
const FILLED = 6_000

/** Bytes in use once nothing is left to collect: buffers go some turns after what held them. */
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
  // The stand-in keeps what it was asked.
  explorer.indexer.requests.length = 0
}

/** Reads so many owners, each once: memory stays where it was once the gateway remembered as many as it may. */
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
