import { describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { askForged } from '@/lib/testing/api/forged-cursors'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { foreignCursor, leafCursor, slotCursor } from '@/lib/testing/upstream/strangers-cursor'
import type { ListMethod } from '../../protocol/rpc/methods'

/* Issue 23, part 6; facts/photon-wire.md 6.6. */

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const LATEST: ListMethod = 'getLatestCompressionSignatures'
const OWNED: ListMethod = 'getCompressedAccountsByOwner'

const feedAt = (slot: bigint) =>
  foreignCursor('another', {
    cursors: [slotCursor(slot)],
    positions: [{ orderStatus: 'ordered', rowsBefore: 50, cursor: 1 }],
  })

test('300 cursors that others made, at every door: refused, or opened where they lead and nothing claimed', async () => {
  const { opened, refused } = await askForged(explorer, 300)
  expect(opened).toBeGreaterThan(20)
  expect(refused).toBeGreaterThan(150)
})

describe('a slot that the indexer has not reached', () => {
  test('is not passed on, least of all one of 2^63, which ends a Photon', async () => {
    explorer.indexer.data.latest = makeSignatures(20)
    for (const slot of [2n ** 63n, 2n ** 64n - 1n, 2n ** 53n, BigInt(explorer.indexer.data.slot + 1)]) {
      for (const path of [LATEST, `${LATEST}/export`]) {
        const format = path.endsWith('export') ? '&format=csv' : ''
        const { status, body } = await explorer.get(`${path}?cursor=${feedAt(slot)}${format}`)
        expect([status, body?.code]).toEqual([400, 'invalid_params'])
      }
    }
    expect(explorer.indexer.calls[LATEST]).toBeUndefined()
  })

  test('is told from one that it has reached by asking for its slot, where none was seen yet', async () => {
    explorer.indexer.data.latest = makeSignatures(20)
    const slot = BigInt(explorer.indexer.data.slot)
    expect((await explorer.get(`${LATEST}?cursor=${feedAt(slot + 1n)}`)).status).toBe(400)
    expect(explorer.indexer.calls).toEqual({ getIndexerSlot: 1 })
    await explorer.restart()
    const { status, body } = await explorer.get(`${LATEST}?cursor=${feedAt(slot)}`)
    expect([status, body?.meta]).toMatchObject([200, { complete: null }])
    expect(explorer.indexer.calls).toEqual({ getIndexerSlot: 2, [LATEST]: 1 })
  })
})

test('a place behind the end of a list is empty, and nothing is said of its end', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 20)
  for (const words of [
    { positions: [{ orderStatus: 'ordered', rowsBefore: 1_000, cursor: 0, key: Buffer.alloc(40, 255) }] },
    { cursors: [leafCursor(10_000)], positions: [{ orderStatus: 'ordered', rowsBefore: 1_000, cursor: 1 }] },
  ] as const) {
    const cursor = foreignCursor('another', words)
    const { body } = await explorer.get(`${OWNED}?owner=${OWNER}&cursor=${cursor}`)
    expect(body).toMatchObject({
      result: { value: { items: [], cursor: null } },
      meta: { complete: null, completeReason: expect.stringContaining('a cursor from elsewhere') },
    })
    const file = await explorer.get(`${OWNED}/export?owner=${OWNER}&cursor=${cursor}&format=csv`)
    expect(file.text).toContain('NOT PROVEN COMPLETE')
  }
})

test('one cursor makes nobody read a whole list in search of its place', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 9_000)
  const cursor = foreignCursor('another', {
    positions: [{ orderStatus: 'ordered', rowsBefore: 1, cursor: 0, key: Buffer.alloc(40, 255) }],
  })
  const { status, body } = await explorer.get(`${OWNED}?owner=${OWNER}&cursor=${cursor}`)
  expect([status, body?.code]).toEqual([400, 'invalid_params'])
  expect(explorer.indexer.calls[OWNED]).toBe(2)
})

test('a place in a list without any order is refused where its row is not there: nothing starts again', async () => {
  const accounts = makeAccounts(OWNER, 20).map((account, i) => ({ ...account, leafIndex: (i * 7) % 20 }))
  explorer.indexer.fail({ kind: 'result', result: { context: { slot: 5 }, value: { items: accounts, cursor: null } } })
  const cursor = foreignCursor('another', {
    positions: [{ orderStatus: 'ordered', rowsBefore: 1, cursor: 0, key: Buffer.alloc(40, 5) }],
  })
  for (const path of [`${OWNED}?`, `${OWNED}/export?format=csv&`]) {
    expect((await explorer.get(`${path}owner=${OWNER}&cursor=${cursor}`)).status).toBe(400)
  }
})
