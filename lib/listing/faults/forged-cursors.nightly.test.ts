import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { askForged } from '@/lib/testing/api/forged-cursors'

const explorer = explorerPerTest()

test('10,000 cursors that others made, at every door: refused, or opened where they lead and nothing claimed', async () => {
  const { opened, refused } = await askForged(explorer, 10_000)
  expect(opened).toBeGreaterThan(1_000)
  expect(refused).toBeGreaterThan(5_000)
})
