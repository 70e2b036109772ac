import { test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { expectFlatMemory } from '@/lib/testing/api/many-owners'

const explorer = explorerPerTest()

test('F49 100,000 owners, each once: memory stays where it was after the first 6,000', async () => {
  await expectFlatMemory(explorer, 100_000)
})
