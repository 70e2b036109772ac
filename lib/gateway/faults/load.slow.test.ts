import { randomBytes } from 'node:crypto'
import v8 from 'node:v8'
import vm from 'node:vm'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { memory } from '@/lib/gateway/memory/remembered'
import { explorerPerTest } from '@/lib/testing/api/explorer'

const explorer = explorerPerTest()

v8.setFlagsFromString('--expose_gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

const MB = 1024 * 1024
const READERS = 12

/** Bytes in use once nothing is left to collect: buffers go some turns after what held them. */
async function used(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function readOwners(count: number): Promise<void> {
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

test('F49 100,000 owners, each once: memory stays where it was after the first 10,000', async () => {
  await readOwners(10_000)
  const before = await used()
  await readOwners(90_000)
  expect((await used()) - before).toBeLessThan(before * 0.1 + 2 * MB)
  const { bytes, entries, flights } = memory().size()
  expect(bytes).toBeLessThanOrEqual(64 * MB)
  expect(entries).toBeLessThanOrEqual(5_000)
  expect(flights).toBe(0)
})
