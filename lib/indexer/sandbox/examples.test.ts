import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programsOf } from '../../protocol/light/programs'
import { MethodError } from '../json-rpc/method-error'
import { follow, noProgress } from '../ledger/follow'
import { openSandbox } from '../ledger/sandbox'
import { handlers } from '../server/handlers'
import { openSqlite } from '../store/sqlite/open'
import type { Store } from '../store/store'

// The example links of the sandbox, asked of the indexer itself: parser, store and handlers, after the first segment.

const NETWORK_DATA = join(import.meta.dirname, '../../upstream/networks/sandbox-network.json')
const { examples } = JSON.parse(readFileSync(NETWORK_DATA, 'utf8')) as { examples: { kind: string; path: string }[] }

const PROGRAM_IDS = {
  compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
  lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
  token: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
}

let store: Store
beforeAll(async () => {
  const ledger = openSandbox({ slotMs: 1, now: () => 1_790_000_000_000 })
  store = openSqlite(':memory:', { ledger: ledger.identity, programIds: PROGRAM_IDS })
  const stop = new AbortController()
  const programs = await programsOf(PROGRAM_IDS)
  const progress = noProgress()
  await follow({ ledger, store, programs, progress, signal: stop.signal, onReady: () => stop.abort() })
  expect(progress.undecodable).toBe(0)
})
afterAll(() => store.close())

const chain = { tip: null, maxLagSlots: 20 }

/** How many rows an example's path leads to; null where the indexer does not know the account. */
async function rowsAt(path: string): Promise<number | null> {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const [, page, subject = ''] = pathname.split('/')
  if (page === 'account') {
    try {
      return (await handlers.getCompressionSignaturesForAccount(store, { hash: subject }, chain)).value.items.length
    } catch (error) {
      if (error instanceof MethodError) return null
      throw error
    }
  }
  const mint = searchParams.get('mint')
  const filters = searchParams.getAll('filter').map((filter) => {
    const [offset, bytes = ''] = filter.split(':')
    return { memcmp: { offset: Number(offset), bytes } }
  })
  if (page === 'wallet') return rowsAt(`/owner/${PROGRAM_IDS.token}?filter=32:${subject}`)
  let rows = 0
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { value } =
      page === 'delegate'
        ? await handlers.getCompressedTokenAccountsByDelegate(store, { delegate: subject, mint, cursor }, chain)
        : await handlers.getCompressedAccountsByOwner(store, { owner: subject, filters, cursor }, chain)
    rows += value.items.length
    cursor = value.cursor ?? null
  }
  return rows
}

/** A life of one version, and lists that the live segment leaves alone. */
const LASTING = {
  'large-lamports': 4,
  'large-amount': 2,
  frozen: 8,
  live: 1,
  consumed: 2,
  'created-and-spent': 1,
  revoked: 2,
  'moved-by-delegate': 2,
  'lookup-table': 6,
  failed: null,
}

test('after the first segment every example leads to what it says', async () => {
  const rows: Record<string, number | null> = {}
  for (const { kind, path } of examples) rows[kind] = await rowsAt(path)
  expect(rows).toMatchObject(LASTING)
  expect(rows.owner).toBeGreaterThan(2_500)
  expect(rows.wallet).toBeGreaterThan(100)
  expect(rows.delegate).toBeGreaterThan(200)
  expect(rows['delegate-mint']).toBeGreaterThan(50)
  expect(rows['wallet-tokens']).toBeGreaterThanOrEqual(5)
  expect(rows.holdings).toBe(rows['wallet-tokens'])
  expect(rows.mint).toBeGreaterThan(300)
})
