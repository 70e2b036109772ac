import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { GENESIS, headOf } from '@/lib/testing/indexer/forking-chain'
import { describeStores } from '@/lib/testing/indexer/stores'
import { key } from '@/lib/testing/indexer/synthetic-chain'
import type { AccountUpdate } from '../../protocol/light/updates'
import { applyBlocks } from '../store/apply'
import type { KnownBlock } from '../store/journal'
import { undoTo } from '../store/undo'
import { associatedAccounts } from './associated'

const EMPTY = new Uint8Array(0)
const b58 = (name: string) => base58.encode(key(name))
const pair = (name: string) => ({ address: b58(`address ${name}`), mint: b58(`mint ${name}`) })

function closed(n: number, mint: string, wallet: Uint8Array | null): AccountUpdate {
  const token = { mint: key(`mint ${mint}`), owner: key(`address ${mint}`), amount: 1n, delegate: null, frozen: false }
  return {
    ...{ hash: key(`account ${n}`), owner: key('program'), lamports: 0n, address: null, data: null },
    ...{ tree: key('tree'), treeType: 3, queue: key('queue'), leafIndex: n, seq: null },
    token: { ...token, tlv: EMPTY, wallet },
  }
}

function block(slot: number, before: KnownBlock, outputs: AccountUpdate[], inputs: Uint8Array[] = []) {
  const blockhash = b58(`block ${slot}`)
  return {
    slot,
    blockTime: 0,
    transactions: [{ signature: key(`transaction ${slot}`), inputs, outputs, batchAppends: [] }],
    chain: { parentSlot: before.slot, blockhash, parentBlockhash: before.blockhash },
  }
}

describeStores('closed associated accounts of a wallet', 'in both', ({ newStore }) => {
  const wallet = key('wallet')
  const answer = (store: Parameters<typeof associatedAccounts>[0]) => associatedAccounts(store, base58.encode(wallet))

  it('are listed once, spent or not, the latest first, until a fork takes them back', async () => {
    const store = await newStore()
    const first = block(3, GENESIS, [closed(1, 'a', wallet), closed(2, 'b', key('other')), closed(3, 'c', null)])
    const second = block(5, headOf(first), [closed(4, 'd', wallet)], [key('account 1')])
    const third = block(6, headOf(second), [closed(5, 'a', wallet)])
    await applyBlocks(store, [first, second])
    expect(await answer(store)).toEqual({ slot: 5, knownFrom: 0, pairs: [pair('d'), pair('a')], cut: false })
    await applyBlocks(store, [third])
    expect(await answer(store)).toEqual({ slot: 6, knownFrom: 0, pairs: [pair('a'), pair('d')], cut: false })
    await undoTo(store, 3)
    expect(await answer(store)).toEqual({ slot: 3, knownFrom: 0, pairs: [pair('a')], cut: false })
    await undoTo(store, 0)
    expect(await answer(store)).toEqual({ slot: 0, knownFrom: 0, pairs: [], cut: false })
  })

  it('may be missing up to the last one whose wallet is not known', async () => {
    const store = await newStore()
    const first = block(3, GENESIS, [closed(1, 'a', EMPTY), closed(2, 'b', wallet)])
    const second = block(7, headOf(first), [closed(3, 'c', wallet)], [key('account 1')])
    await applyBlocks(store, [first, second])
    expect(await answer(store)).toMatchObject({ knownFrom: 4, pairs: [pair('c'), pair('b')] })
  })

  it('are cut off where there are many, and it says so', async () => {
    const store = await newStore()
    const many = (count: number, from: number) =>
      Array.from({ length: count }, (_, i) => closed(from + i, `${from + i}`, wallet))
    const first = block(3, GENESIS, many(1_000, 0))
    await applyBlocks(store, [first])
    expect(await answer(store)).toMatchObject({ cut: false, pairs: { length: 1_000 } })
    await applyBlocks(store, [block(4, headOf(first), many(1, 1_000))])
    const { cut, pairs } = await answer(store)
    expect([cut, pairs.length, pairs[0]]).toEqual([true, 1_000, pair('1000')])
  })

  it('are read of the latest ten thousand closings alone', async () => {
    const store = await newStore()
    const again = (count: number, from: number) =>
      Array.from({ length: count }, (_, i) => closed(from + i, 'a', wallet))
    const first = block(3, GENESIS, [closed(0, 'old', wallet), ...again(9_999, 1)])
    await applyBlocks(store, [first])
    expect(await answer(store)).toMatchObject({ cut: false, pairs: [pair('a'), pair('old')] })
    await applyBlocks(store, [block(4, headOf(first), again(1, 10_000))])
    expect(await answer(store)).toMatchObject({ cut: true })
  })
})
