import { describe, expect, test, vi } from 'vitest'
import { meaningRequests } from '@/lib/search/page'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { networkNamed } from '@/lib/upstream/networks/networks'
import { loadAnswer, loadMeaning } from '../listing/page-requests'

const explorer = explorerPerTest()

function near() {
  const network = networkNamed('near')
  if (!network) throw new Error('there is no such network')
  return network
}

describe('a search', () => {
  const TEXT = addressOf('pasted')
  const FILTERED = { only: (params: Record<string, unknown>) => params.filters !== undefined }
  const search = () =>
    Promise.all(meaningRequests(TEXT).map(({ method, params }) => loadMeaning(near(), method, params)))
  const codesOf = (results: Awaited<ReturnType<typeof search>>) =>
    results.map((result) => (result.ok ? 'ok' : result.problem.code))

  test('gives each of its requests 3 s and one attempt, while the others are answered', async () => {
    explorer.indexer.fail(FAULTS.hang, FILTERED)
    const results = search()
    await explorer.received(5)
    await explorer.clock.pass(2_999)
    expect(await Promise.race([results, 'waits'])).toBe('waits')
    await explorer.clock.pass(1)
    expect(codesOf(await results)).toEqual(['ok', 'upstream_timeout', 'ok', 'not_found', 'upstream_timeout'])
    await explorer.clock.pass(10_000)
    expect(explorer.indexer.callCount).toBe(5)
  })

  test('does not repeat what failed at once', async () => {
    explorer.indexer.fail(FAULTS.serverError, FILTERED)
    expect(codesOf(await search())).toEqual(['ok', 'upstream_error', 'ok', 'not_found', 'upstream_error'])
    expect(explorer.indexer.callCount).toBe(5)
  })

  test('that is too slow again and again keeps nobody else from asking', async () => {
    explorer.indexer.fail(FAULTS.hang, FILTERED)
    for (let i = 1; i <= 3; i++) {
      const results = search()
      await explorer.received(2 * i)
      await explorer.clock.pass(3_000)
      await results
    }
    const other = await loadAnswer(near(), 'getCompressedAccountsByOwner', { owner: addressOf('another') })
    expect(other.ok).toBe(true)
  })

  test('has the patience of a page that waits for the same answer', async () => {
    explorer.indexer.script('getCompressedAccountsByOwner', FAULTS.hang)
    const owner = { owner: TEXT, limit: 1_000 }
    const searched = loadMeaning(near(), 'getCompressedAccountsByOwner', owner)
    await explorer.received(1)
    const page = loadAnswer(near(), 'getCompressedAccountsByOwner', owner)
    await explorer.clock.pass(3_000)
    expect([(await searched).ok, (await page).ok]).toEqual([true, true])
    expect(explorer.indexer.callCount).toBe(2)
  })

  test.each([
    ['2', 625, 5],
    ['0.5', 2_500, 2],
  ])('stays within a plan of %s a second, and says of the rest that it was not asked', async (rate, everyMs, sent) => {
    vi.stubEnv('INDEXER_RATE', rate)
    await explorer.restart()
    const results = search()
    for (let call = 1; call <= sent; call++) {
      await explorer.received(call)
      await explorer.clock.pass(everyMs - 1)
      expect(explorer.indexer.callCount).toBe(call)
      await explorer.clock.pass(1)
    }
    await explorer.clock.pass(5_000)
    expect(codesOf(await results).filter((code) => code === 'explorer_busy')).toHaveLength(5 - sent)
    expect(explorer.indexer.callCount).toBe(sent)
  })
})
