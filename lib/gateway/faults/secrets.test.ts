import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { askWhileTelling, tellingStates } from '@/lib/testing/api/telling-indexer'
import { ALL_CANARIES } from '@/lib/testing/gateway/canary'

const explorer = explorerPerTest()

test.each(tellingStates(ALL_CANARIES))('S03 keys of an indexer’s URL in %s show nowhere', async (_, fault) => {
  expect(await askWhileTelling(explorer, fault)).toEqual([])
})
