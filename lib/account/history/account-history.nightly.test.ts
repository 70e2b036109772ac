import { describe, expect, it } from 'vitest'
import { AccountChain, FORMS } from '@/lib/testing/indexer/account-chain'
import { expectWholeHistory, expectWholeTrail } from '@/lib/testing/indexer/history-walks'

describe.each(FORMS)('an account with 200 versions in $tree trees, named by $carrier', ({ carrier, tree }) => {
  it('has one history from wherever it is opened, in pages, which costs a second reader no call', async () => {
    await expectWholeHistory(new AccountChain(tree, carrier), 200)
    expect.hasAssertions()
  })
})

describe.each([1, 2, 3] as const)('200 token accounts without an address, layout %i', (layout) => {
  it('are one trail where each was made from the one before alone', async () => {
    await expectWholeTrail(layout, 200)
    expect.hasAssertions()
  })
})
