import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { askWhileTelling, tellingStates, tellOneByOne } from '@/lib/testing/api/telling-indexer'
import { ALL_CANARIES, ENCODINGS } from '@/lib/testing/gateway/canary'

const explorer = explorerPerTest()

test.each(tellingStates(ALL_CANARIES))('S03 keys of an indexer’s URL in %s show nowhere', async (_, fault) => {
  expect(await askWhileTelling(explorer, fault)).toEqual([])
})

test.each(Object.entries(ENCODINGS))(
  'S03 each key alone, %s, shows nowhere, in a sixth of all states',
  async (_, encode) => {
    await tellOneByOne(explorer, encode, 6)
  },
)
