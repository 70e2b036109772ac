import { expect, test } from 'vitest'
import { askWhileEchoing, echoingStates, echoOneByOne } from '@/lib/testing/api/echoing-indexer'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ALL_CANARIES, ENCODINGS } from '@/lib/testing/upstream/canary'

const explorer = explorerPerTest()

test.each(echoingStates(ALL_CANARIES))('S03 keys of an indexer’s URL in %s show nowhere', async (_, fault) => {
  expect(await askWhileEchoing(explorer, fault)).toEqual([])
})

test.each(Object.entries(ENCODINGS))('S03 each key alone, %s, shows nowhere, in every state', async (_, encode) => {
  await echoOneByOne(explorer, encode, 1)
})
