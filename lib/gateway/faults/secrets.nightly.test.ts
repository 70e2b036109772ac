import { test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { tellOneByOne } from '@/lib/testing/api/telling-indexer'
import { ENCODINGS } from '@/lib/testing/gateway/canary'

const explorer = explorerPerTest()

test.each(Object.entries(ENCODINGS))('S03 each key alone, %s, shows nowhere, in every state', async (_, encode) => {
  await tellOneByOne(explorer, encode, 1)
})
