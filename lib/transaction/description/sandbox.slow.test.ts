import { expect, test } from 'vitest'
import { checkDescription } from '@/lib/testing/recordings/check-description'
import { detailsInOrder } from '@/lib/testing/recordings/recorded-details'
import { sandboxSources } from '@/lib/testing/recordings/sandbox-sources'

test('each number of 2,000 transactions of the sandbox is listed, and at least 95 % are of a kind of the table', async () => {
  const all = await detailsInOrder(sandboxSources().slice(0, 2_000))
  const unknown = all.filter((details) => checkDescription(details).kind === 'unknown')
  expect(all).toHaveLength(2_000)
  expect(unknown.length).toBeLessThanOrEqual(100)
})
