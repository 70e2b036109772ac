import { test } from 'vitest'
import { echoOneByOne } from '@/lib/testing/api/echoing-indexer'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ENCODINGS } from '@/lib/testing/gateway/canary'

const explorer = explorerPerTest()

test.each(Object.entries(ENCODINGS))('S03 each key alone, %s, shows nowhere, in every state', async (_, encode) => {
  await echoOneByOne(explorer, encode, 1)
})
