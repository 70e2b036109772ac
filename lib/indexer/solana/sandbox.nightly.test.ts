import { expect, it } from 'vitest'
import { indexed } from '@/lib/testing/indexer/indexed'
import { blocksOfListed, expectSigned, nodeHere } from '@/lib/testing/indexer/node-client'
import { rowsByName } from '@/lib/testing/indexer/rows-by-name'
import { runSandbox, sandboxStore } from '@/lib/testing/indexer/sandbox-days'
import { openSandbox } from '../ledger/sandbox'

it('two hours of the sandbox are answered transaction by transaction, and make the same store again', {
  timeout: 300_000,
}, async () => {
  const store = sandboxStore(':memory:')
  // The recorded slots take 46 minutes, a round 29: the first round is removed again.
  await runSandbox(store, { startMs: 1_790_000_000_000, hours: 2, retentionSeconds: 1800 })
  const node = nodeHere(store, { kind: 'sandbox' }, openSandbox({ slotMs: 400 }).rounds)
  const blocks = await blocksOfListed(node)
  expect(blocks.length).toBeGreaterThan(3000)
  const again = await indexed(blocks)
  expect(await rowsByName(again.store)).toEqual(await rowsByName(store))
  expectSigned(blocks)
  await node.end()
})
