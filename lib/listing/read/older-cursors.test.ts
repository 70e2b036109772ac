import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { networkAt } from '@/lib/testing/upstream/networks'
import { listedThen, OLDER_CURSORS, type OlderCursor } from '@/lib/testing/upstream/older-cursors'
import type { Answer } from '../../api/answer'
import type { ListMethod, Params } from '../../protocol/rpc/methods'
import type { Network } from '../../upstream/networks/networks'
import { ask } from '../ask'
import { decodeCursor } from '../cursor/cursor'
import { readCursor } from '../cursor/place'

let standIn: StandIn
let network: Network

beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  standIn = await startStandIn()
  network = networkAt(standIn.url)
})

afterEach(() => standIn.stop())

async function open({ method, params, cursor }: OlderCursor): Promise<Answer<ListMethod>> {
  return ask(network, method, { ...params, cursor } as Params<ListMethod>)
}

function identityOf(row: object | undefined): unknown {
  const { account, hash, signature } = row as { account?: { hash: string }; hash?: string; signature?: string }
  return account?.hash ?? hash ?? signature
}

/** A cursor whose indexer told no order: behind its first answer it names a place that only that indexer reads. */
const isOpaque = ({ paging, page, params }: OlderCursor) => paging === 'opaque' && (page - 1) * params.limit >= 1_000

const READABLE = OLDER_CURSORS.filter((older) => !isOpaque(older))

describe('a link that the commit before made', () => {
  test.each(
    READABLE.map((older) => [`${older.method}, ${older.paging}`, older.page, older.params.limit, older] as const),
  )('%s: opens at page %i of %i rows, and claims nothing that its place does not tell', async (_, __, ___, older) => {
    Object.assign(standIn.data, listedThen(older.paging))
    const { result, meta } = await open(older)
    const items: readonly object[] = result.value.items
    expect([items.length, identityOf(items[0]), identityOf(items.at(-1))]).toEqual([
      older.rows,
      older.first,
      older.last,
    ])
    // A defect is seen in what the indexer answers; all else would have to be believed.
    expect(meta.complete).toBe(older.paging === 'defect' ? false : null)
    const params = { ...older.params, cursor: older.cursor } as Params<ListMethod>
    expect(readCursor(network, older.method, params)).toMatchObject({
      rowsBefore: null,
      firstSlot: null,
      previous: null,
    })
    const { cursor } = result.value
    if (!cursor) return
    const next = decodeCursor(network, older.method, older.params, cursor)
    expect(next).toMatchObject({ given: true, firstSlot: null })
    expect(next.trail).toHaveLength(1)
    for (const { orderStatus, rowsBefore } of [next.position, ...next.trail]) {
      expect(orderStatus).not.toBe('ordered')
      expect(rowsBefore).toBeNull()
    }
  })

  test('goes on from there, and Previous leads back to it', async () => {
    const older = READABLE.find(({ paging, page, params }) => paging === 'sound' && page === 5 && params.limit === 250)
    if (!older) throw new Error('there is none')
    Object.assign(standIn.data, listedThen())
    const first = await open(older)
    const { method, params } = older
    const cursor = first.result.value.cursor ?? null
    const second = await ask(network, method, { ...params, cursor } as Params<ListMethod>)
    const all = listedThen().accounts?.map(({ hash }) => hash) ?? []
    expect(second.result.value.items.map(identityOf)).toEqual(all.slice(1_250, 1_500))
    const { previous } = readCursor(network, method, { ...params, cursor } as Params<ListMethod>)
    const back = await ask(network, method, { ...params, cursor: previous } as Params<ListMethod>)
    expect(back.result.value.items).toEqual(first.result.value.items)
    expect(back.meta.complete).toBeNull()
  })

  test('into the second answer of an indexer whose cursors tell nothing: refused, and not passed on', async () => {
    Object.assign(standIn.data, listedThen('opaque'))
    const opaque = OLDER_CURSORS.filter(isOpaque)
    expect(opaque.length).toBeGreaterThan(2)
    for (const older of opaque) {
      await expect(open(older)).rejects.toMatchObject({ problem: { status: 400, invalid: [{ name: 'cursor' }] } })
    }
    expect(standIn.callCount).toBe(0)
  })
})
