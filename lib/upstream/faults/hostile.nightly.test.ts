import { test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { askHostile } from '@/lib/testing/api/hostile'
import { CAP_BYTES } from '@/lib/testing/stand-in/hostile-answers'

const explorer = explorerPerTest()

test('5,000 hostile answers up to the cap: each is answered or becomes its designed problem, within the budget', async () => {
  await askHostile(explorer, 5_000, CAP_BYTES)
})
