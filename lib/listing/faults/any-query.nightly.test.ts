import { test } from 'vitest'
import { askAnything } from '@/lib/testing/api/any-query'
import { explorerPerTest } from '@/lib/testing/api/explorer'

const explorer = explorerPerTest()

test('S16 any of 10,000 queries is answered or refused, never a fault of ours', async () => {
  await askAnything(explorer, 10_000)
})
