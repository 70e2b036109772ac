import { expect, test, vi } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { AccountChain, indexed, serveChain, hashOf as versionOf } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import { startNode } from '@/lib/testing/node/stand-in'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { bundleServer } from '@/scripts/bundle.mjs'
import { proofs } from '../../account/proof/proofs'
import { summaryAt } from './summary-at'

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const PATH = `/preview/owner/${OWNER}.png`

test('a picture waits half a second for an indexer, then shows what its address says, and is kept for seconds', async () => {
  explorer.indexer.fail(FAULTS.hang)
  let answered = false
  const asking = explorer.get(PATH).finally(() => {
    answered = true
  })
  await explorer.received(1)
  await explorer.clock.pass(499)
  expect(answered).toBe(false)
  await explorer.clock.pass(1)
  const { status, headers, bytes } = await asking
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('cache-control')).toBe('public, max-age=5')
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
})

test('the life of an account is what its page came to know of it, and a preview asks no chain node for it', async () => {
  await bundleServer()
  const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
  const hash = updated(chain, 2).map(versionOf)[1] as string
  const node = await startNode()
  serveChain(node, chain)
  Object.assign(explorer.indexer.data, indexed(chain))
  vi.stubEnv('CHAIN_URL', `near=${node.url}`)
  await explorer.restart()
  const title = async () =>
    (await summaryAt(`/account/${hash}`, new URLSearchParams(), Number.POSITIVE_INFINITY))?.summary.title
  const transactions = () => node.requests.filter(({ method }) => method === 'getTransaction').length
  try {
    expect(await title()).toMatch(/: created in slot /)
    expect(transactions()).toBe(0)
    expect((await explorer.get(`account?hash=${hash}`)).status).toBe(200)
    const read = transactions()
    expect(await title()).toMatch(/: live$/)
    expect(transactions()).toBe(read)
  } finally {
    await node.close()
    await proofs.existing()?.close()
  }
})
