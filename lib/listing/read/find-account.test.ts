import { base58 } from '@scure/base'
import { describe, expect, test, vi } from 'vitest'
import { standInWith } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { virtualTime } from '@/lib/testing/virtual-time'
import { RpcError } from '../../protocol/rpc/failure'
import { limits } from '../../rpc-client/limits'
import { ask } from '../ask'
import { findAccount } from './find-account'

const OWNER = addressOf('owner')
const clock = virtualTime()
const soon = () => clock.monotonic() + 8_000

async function ownerOf(count: number) {
  const accounts = makeAccounts(OWNER, count)
  return { ...(await standInWith({ accounts })), hashAt: (i: number) => accounts[i]?.hash ?? '' }
}

describe('looking for an account among those of its owner', () => {
  test('finds a row with its place, and knows that the list was whole', async () => {
    const { network, hashAt } = await ownerOf(30)
    expect(await findAccount(network, OWNER, [], hashAt(7), soon())).toMatchObject({
      account: { hash: hashAt(7), leafIndex: 7 },
      place: 7,
      searched: 30,
      whole: true,
      slot: 418_890_000,
    })
  })

  test('costs one call however long the list is, and says that it goes on', async () => {
    const { standIn, network, hashAt } = await ownerOf(1_001)
    expect(await findAccount(network, OWNER, [], hashAt(1_000), soon())).toMatchObject({
      account: null,
      searched: 1_000,
      whole: false,
    })
    expect(standIn.callCount).toBe(1)
  })

  test('shares the answer with a reader of the list', async () => {
    const { standIn, network, hashAt } = await ownerOf(30)
    await ask(network, 'getCompressedAccountsByOwner', { owner: OWNER, limit: 50 })
    await findAccount(network, OWNER, [], hashAt(1), soon())
    expect(standIn.callCount).toBe(1)
  })

  test('a filter narrows what is searched', async () => {
    const { network, hashAt } = await ownerOf(30)
    const filters = [{ offset: 0, bytes: base58.encode(Buffer.from('data of 7')) }]
    const found = await findAccount(network, OWNER, filters, hashAt(7), soon())
    expect(found).toMatchObject({ account: { hash: hashAt(7) }, searched: 1, whole: true })
  })

  test('an answer in smaller pieces is counted as what it held', async () => {
    const { standIn, network, hashAt } = await ownerOf(1_000)
    standIn.data.maxAnswerChars = 100_000
    const { searched, whole } = await findAccount(network, OWNER, [], hashAt(999), soon())
    expect(searched).toBe(250)
    expect(whole).toBe(false)
  })

  test('a failing indexer is a failure, never an empty list', async () => {
    const { standIn, network } = await ownerOf(3)
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    limits().retryPauseMs = 0
    standIn.fail(FAULTS.serverError)
    await expect(findAccount(network, OWNER, [], hashOf('x'), soon())).rejects.toThrow(RpcError)
  })
})
