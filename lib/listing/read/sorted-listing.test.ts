import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { standInWith } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { runs } from '@/lib/testing/suite'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Answer } from '../../api/answer'
import type { AccountItem } from '../../protocol/rpc/items'
import { limits } from '../../rpc-client/limits'
import type { Network } from '../../upstream/networks/networks'
import { columnsOf, readSort } from '../address/columns'
import { sortRows } from '../address/sort-rows'
import { ask } from '../ask'
import { MAX_SORTED_ROWS } from './whole-list'

const OWNER = addressOf('owner')
const METHOD = 'getCompressedAccountsByOwner'

type OwnerAnswer = Answer<typeof METHOD>

const clock = virtualTime()

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  limits().retryPauseMs = 0
})

function page(network: Network, sort: string, cursor: string | null = null, limit = 50): Promise<OwnerAnswer> {
  return ask(network, METHOD, { owner: OWNER, limit, cursor, sort })
}

async function allPages(network: Network, sort: string, limit: number, between = () => {}): Promise<OwnerAnswer[]> {
  const pages: OwnerAnswer[] = []
  for (let cursor: string | null = null; ; between()) {
    const answer = await page(network, sort, cursor, limit)
    pages.push(answer)
    cursor = answer.result.value.cursor
    if (cursor === null) return pages
  }
}

const itemsOf = (pages: readonly OwnerAnswer[]): AccountItem[] => pages.flatMap(({ result }) => result.value.items)
const hashesOf = (items: readonly AccountItem[]) => items.map(({ hash }) => hash)

function mixed(count: number): AccountItem[] {
  return makeAccounts(OWNER, count).map((account, i) => ({
    ...account,
    address: i % 4 === 0 ? addressOf(`address ${i}`) : null,
    lamports: 2n ** 64n - 1n - BigInt((i * 7919) % Math.ceil(count / 3)),
  }))
}

function sorted(accounts: readonly AccountItem[], text: string): AccountItem[] {
  const sort = readSort('accounts', text)
  if (!sort) throw new Error(`no sort: ${text}`)
  return sortRows('accounts', accounts, sort, null)
}

describe('a complete list', () => {
  test('2,500 accounts in three answers: sorted to the digit, read once for all pages and orders', async () => {
    const accounts = mixed(2_500)
    const { standIn, network } = await standInWith({ accounts })
    for (const sort of ['-lamports', 'lamports', 'address']) {
      const pages = await allPages(network, sort, 250)
      expect(hashesOf(itemsOf(pages))).toEqual(hashesOf(sorted(accounts, sort)))
      const [first, second] = pages
      expect(first?.meta).toMatchObject({
        complete: true,
        total: 2_500,
        rowsBefore: 0,
        sorted: { by: sort, whole: true },
      })
      expect(second?.meta.rowsBefore).toBe(250)
    }
    expect(standIn.callCount).toBe(3)
    expect(standIn.requests.every(({ params }) => !('sort' in (params as object)))).toBe(true)
  })

  test('a list of three answers stays fresh three times as long as one of one answer', async () => {
    const [long, short] = await Promise.all([
      standInWith({ accounts: mixed(2_500) }),
      standInWith({ accounts: mixed(20) }),
    ])
    for (const { network } of [long, short]) await page(network, 'slot')
    clock.skip(4_000)
    for (const { network } of [long, short]) await page(network, '-slot')
    expect([long.standIn.callCount, short.standIn.callCount]).toEqual([3, 2])
  })

  test('10,000 rows are sorted in ten answers and one row more', async () => {
    const accounts = makeAccounts(OWNER, MAX_SORTED_ROWS)
    const { standIn, network } = await standInWith({ accounts })
    const { result, meta } = await page(network, '-lamports', null, 10)
    expect(result.value.items.map(({ lamports }) => lamports)).toEqual(
      Array.from({ length: 10 }, (_, i) => BigInt(MAX_SORTED_ROWS - 1 - i)),
    )
    expect(meta).toMatchObject({ total: MAX_SORTED_ROWS, sorted: { whole: true } })
    const limitsSent = standIn.requests.map(({ params }) => (params as { limit: number }).limit)
    expect(limitsSent).toEqual([...Array.from({ length: 10 }, () => 1_000), 1])
  })

  test('pages of any size by any column, rows consumed meanwhile: each that lives on comes once, in order', async () => {
    const columns = columnsOf('accounts').map(({ name }) => name)
    const { standIn, network } = await standInWith({ paging: 'defect' })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(...columns),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        async (count, limit, column, descending, random) => {
          const accounts = mixed(count)
          standIn.data.accounts = [...accounts]
          clock.skip(15 * 60_000)
          const sort = `${descending ? '-' : ''}${column}`
          const pages = await allPages(network, sort, limit, () => {
            const { accounts: live } = standIn.data
            for (const _ of [1, 2, 3]) live.splice((random.next().value ?? 0) % Math.max(1, live.length), 1)
            clock.skip(15 * 60_000)
          })
          const living = new Set(hashesOf(standIn.data.accounts))
          const seen = hashesOf(itemsOf(pages))
          expect(seen).toEqual(hashesOf(sorted(accounts, sort)).filter((hash) => seen.includes(hash)))
          expect(new Set(seen).size).toBe(seen.length)
          expect([...living].filter((hash) => !seen.includes(hash))).toEqual([])
          // Rows are numbered by their current place, not by how many were read before.
          for (const { meta, result } of pages.slice(-1)) {
            expect((meta.rowsBefore ?? -1) + result.value.items.length).toBe(meta.total)
          }
        },
      ),
      runs(30, 200, 2_000),
    )
  })
})

describe('the place in a sorted list', () => {
  test('a sort that is none is refused with the names that are', async () => {
    const { standIn, network } = await standInWith({})
    const message = expect.stringMatching(/^must be one of hash, .*, or one of them behind a minus: greatest first$/)
    await expect(async () => page(network, 'owner')).rejects.toMatchObject({
      problem: { status: 400, invalid: [{ name: 'sort', message }] },
    })
    const health = { sort: 'slot' } as object as Record<string, never>
    await expect(async () => ask(network, 'getIndexerHealth', health)).rejects.toMatchObject({
      problem: { status: 400, invalid: [{ name: 'sort' }] },
    })
    expect(standIn.callCount).toBe(0)
  })
})

describe('a list that cannot be sorted as a whole', () => {
  const notSorted = (reason: string) => ({ whole: false, reason })

  test('one of more than 10,000 rows stands in its own order, says why and is not read again for a while', async () => {
    const accounts = makeAccounts(OWNER, MAX_SORTED_ROWS + 1)
    const { standIn, network } = await standInWith({ accounts })
    const { result, meta } = await page(network, '-lamports')
    expect(result.value.items).toEqual(accounts.slice(0, 50))
    expect(meta).toMatchObject({ complete: null, rowsBefore: 0, sorted: notSorted('it has more than 10,000 rows') })
    expect(standIn.callCount).toBe(11)
    const next = await page(network, '-lamports', result.value.cursor)
    expect(next.result.value.items).toEqual(accounts.slice(50, 100))
    expect(next.meta).toMatchObject({ rowsBefore: 50, sorted: { whole: false } })
    clock.skip(10_000)
    await page(network, 'slot')
    expect(standIn.callCount).toBe(12)
  })

  test.each([
    ['defect', 'the indexer sorts by leaf index but pages by hash, so it skips rows'],
    ['opaque', "the indexer's cursor does not tell its order, so nothing proves that no row is missing"],
  ] as const)(
    'one of 1,500 rows from an indexer whose paging is %s: known after one answer',
    async (paging, reason) => {
      const { standIn, network } = await standInWith({ accounts: mixed(1_500), paging })
      const { meta } = await page(network, '-lamports')
      expect(meta.sorted).toEqual({ by: '-lamports', ...notSorted(reason) })
      expect(standIn.callCount).toBe(1)
    },
  )

  test('the latest signatures are not read to their end', async () => {
    const { standIn, network } = await standInWith({ latest: makeSignatures(500) })
    const answer = await ask(network, 'getLatestCompressionSignatures', { limit: 10, sort: 'slot' })
    expect(answer.meta.sorted).toEqual({ by: 'slot', ...notSorted('it grows with every slot') })
    expect(standIn.callCount).toBe(1)
  })

  test('one that grew meanwhile starts over and says so', async () => {
    const accounts = makeAccounts(OWNER, 100)
    const { standIn, network } = await standInWith({ accounts })
    const { cursor } = (await page(network, '-lamports')).result.value
    standIn.data.accounts = makeAccounts(OWNER, MAX_SORTED_ROWS + 1)
    clock.skip(15 * 60_000)
    const { result, meta } = await page(network, '-lamports', cursor)
    expect(result.value.items).toEqual(accounts.slice(0, 50))
    const reason = 'it has more than 10,000 rows; this is its first page'
    expect(meta).toMatchObject({ rowsBefore: 0, sorted: notSorted(reason) })
  })

  test('a page of an indexer that stops answering stands in its own order until the list was read', async () => {
    const accounts = mixed(1_500)
    const { standIn, network } = await standInWith({ accounts })
    standIn.script(METHOD, null, FAULTS.unauthorised)
    const first = await page(network, '-lamports')
    expect(first.result.value.items).toEqual(accounts.slice(0, 50))
    expect(first.meta.sorted).toMatchObject({ pending: true, reason: 'the indexer did not answer for all of it' })
    clock.skip(15 * 60_000)
    const { result } = await page(network, '-lamports')
    expect(hashesOf(result.value.items)).toEqual(hashesOf(sorted(accounts, '-lamports')).slice(0, 50))
  })
})
