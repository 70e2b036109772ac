import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import {
  AccountChain,
  FORMS,
  hashOf,
  type MadeVersion,
  plainData,
  rowOf,
  tokenFieldsOf,
} from '@/lib/testing/indexer/account-chain'
import {
  ADDRESS,
  expectWholeHistory,
  expectWholeTrail,
  fieldsAt,
  PROGRAM,
  page,
  sourcesOf,
  updated,
  walkedWhole,
} from '@/lib/testing/indexer/history-walks'
import { key } from '@/lib/testing/indexer/synthetic-chain'
import { until } from '@/lib/testing/until'
import { virtualTime } from '@/lib/testing/virtual-time'
import { accountContent, accountHistory, WALK_MS } from './account-history'
import type { HistorySources } from './step'

// account-history.nightly.test.ts walks 200 versions of each.
const VERSIONS = 24

describe.each(FORMS)('an account with $tree trees, named by $carrier', ({ carrier, tree }) => {
  it('has one history from wherever it is opened, in pages, which costs a second reader no call', async () => {
    await expectWholeHistory(new AccountChain(tree, carrier), VERSIONS)
    expect.hasAssertions()
  })
})

describe.each([1, 2, 3] as const)('token accounts without an address, layout %i', (layout) => {
  it('are one trail where each was made from the one before alone', async () => {
    await expectWholeTrail(layout, VERSIONS)
    expect.hasAssertions()
  })
})

const fieldsOf = (address: Uint8Array) => ({ owner: 'o', lamports: 0n, address: base58.encode(address) })

const token = (amount: bigint, owner = 'wallet') => tokenFieldsOf(2, { mint: key('mint'), owner: key(owner), amount })

function chainOf(count: number) {
  const chain = new AccountChain('v2', 'readOnly')
  const versions = updated(chain, count)
  return { chain, versions, hashes: versions.map(hashOf), sources: sourcesOf(chain) }
}

describe('the content of a version', () => {
  it('is read from its creating transaction, live or consumed, without its owner', async () => {
    const { versions, hashes, sources, chain } = chainOf(2)
    for (const [i, version] of versions.entries()) {
      const content = await accountContent(hashes[i] as string, sources)
      expect(content).toMatchObject({ account: rowOf(version), tokenData: null, proof: { result: 'matches' } })
      expect(content?.consumed?.signature).toBe(i === 0 ? chain.latest[0]?.signature : undefined)
    }
    expect(chain.calls).toMatchObject({ transaction: 2, liveOf: 0 })
  })

  it('is found where both signatures share a slot, whichever comes first', async () => {
    const chain = new AccountChain('v2', 'readOnly')
    const [first] = chain.change({ outputs: [fieldsAt(0)], newAddresses: [ADDRESS] })
    const [second] = chain.change({ inputs: [first as MadeVersion], outputs: [fieldsAt(1)] }, { sameSlot: true })
    const hash = hashOf(first as MadeVersion)
    const signatures = chain.signatures[hash] ?? []
    for (const order of [signatures, [...signatures].reverse()]) {
      chain.signatures[hash] = order
      const content = await accountContent(hash, sourcesOf(chain))
      expect(content?.created.signature).toBe(signatures[1]?.signature)
      expect(content?.consumed?.signature).toBe(signatures[0]?.signature)
    }
    expect((await page(hash, sourcesOf(chain))).items.map(({ account }) => account.hash)).toEqual([
      hashOf(second as MadeVersion),
      hash,
    ])
  })

  it('is refused where the node has the transaction in another slot than the indexer', async () => {
    const { hashes, sources, chain } = chainOf(1)
    const made = chain.transactions.get(chain.latest[0]?.signature ?? '')
    if (made) made.slot += 1
    await expect(accountContent(hashes[0] as string, sources)).rejects.toMatchObject({
      problem: { code: 'sources_disagree' },
    })
  })

  it('costs no call where the indexer names more transactions of one slot than an account can be in', async () => {
    const { hashes, sources, chain } = chainOf(2)
    const hash = hashes[0] as string
    chain.signatures[hash] = Array.from({ length: 1_000 }, (_, i) => ({ signature: `${i}`, slot: 5, blockTime: 0 }))
    await expect(accountContent(hash, sources)).rejects.toThrow('The indexer names 1000 transactions of one slot')
    expect(chain.calls.transaction).toBe(0)
  })

  it('is refused where the transactions that the indexer names do not create it', async () => {
    const { sources, chain } = chainOf(1)
    const hash = base58.encode(key('another'))
    chain.signatures[hash] = chain.latest.slice(0, 1)
    await expect(accountContent(hash, sources)).rejects.toMatchObject({ problem: { code: 'sources_disagree' } })
  })
})

describe('a history', () => {
  it('ends where the account is closed, and says by which transaction', async () => {
    const { chain, versions, hashes, sources } = chainOf(3)
    const signature = chain.transact((event) => event({ inputs: versions.slice(-1) }))
    for (const hash of hashes) {
      const { newestEnd, known } = await walkedWhole(hash, sources)
      expect(newestEnd).toMatchObject({ kind: 'closed', by: { signature } })
      expect(known).toBe(3)
    }
  })

  it('follows an account that lived on after it was stored as live', async () => {
    const { chain, versions, hashes, sources } = chainOf(3)
    expect((await walkedWhole(hashes[0] as string, sources)).newestEnd.kind).toBe('live')
    const next = chain.change({ inputs: versions.slice(-1), outputs: [fieldsAt(3)] })
    const { items, newestEnd } = await walkedWhole(hashes[0] as string, sources)
    expect(items[0]?.account.hash).toBe(hashOf(next[0] as MadeVersion))
    expect(newestEnd.kind).toBe('live')
  })

  it.each(['before', 'behind'])('keeps to its address %s another account of the same event', async (place) => {
    const chain = new AccountChain('v2', 'readOnly')
    const other = key('other address')
    const [first, mine] = place === 'before' ? [ADDRESS, 0] : [other, 1]
    const second = first === other ? ADDRESS : other
    const at = (i: number) => [fieldsAt(i, first), fieldsAt(i + 100, second)]
    let versions = chain.change({ outputs: at(0), newAddresses: [other, ADDRESS] })
    const hashes = [hashOf(versions[mine] as MadeVersion)]
    for (let i = 1; i < 5; i++) {
      versions = chain.change({ inputs: versions, outputs: at(i) })
      hashes.push(hashOf(versions[mine] as MadeVersion))
    }
    const { items } = await walkedWhole(hashes[2] as string, sourcesOf(chain))
    expect(items.map(({ account }) => account.hash)).toEqual([...hashes].reverse())
  })

  it('says that a version is older than the index', async () => {
    const { chain, hashes, sources } = chainOf(4)
    delete chain.signatures[hashes[0] as string]
    const { oldestEnd, known } = await walkedWhole(hashes[2] as string, sources)
    expect(oldestEnd).toEqual({ kind: 'older_than_index', hash: hashes[0] })
    expect(known).toBe(3)
  })

  it('shows what was read where the node does not have a transaction', async () => {
    const { chain, versions, hashes, sources } = chainOf(6)
    const lost = chain.signatures[hashes[1] as string]?.at(-1)?.signature ?? ''
    chain.transactions.delete(lost)
    const { items, oldestEnd } = await walkedWhole(hashes[4] as string, sources)
    expect(oldestEnd).toMatchObject({ kind: 'problem', problem: { code: 'transaction_unknown' }, hash: hashes[1] })
    expect(items.map(({ account }) => account)).toEqual(versions.slice(2).map(rowOf).reverse())
    expect(items.every(({ number }) => number === null)).toBe(true)
  })

  it('does not follow a node that leads in a circle', async () => {
    const { hashes, sources } = chainOf(3)
    const newest = hashes[2] as string
    const lying: HistorySources = {
      ...sources,
      async transaction(signature) {
        const read = await sources.transaction(signature)
        const events = read.events.map((event) =>
          event.newAddresses.length === 0
            ? event
            : { ...event, newAddresses: [], inputs: [{ hash: newest, fields: fieldsOf(ADDRESS) }] },
        )
        return { ...read, events }
      },
    }
    for (let turn = 0; turn < 3; turn++) {
      const { newestEnd, oldestEnd, known } = await page(hashes[1] as string, lying)
      expect(known).toBe(3)
      expect([newestEnd, oldestEnd]).toContainEqual(
        expect.objectContaining({ kind: 'problem', problem: expect.objectContaining({ code: 'chain_mismatch' }) }),
      )
    }
  })

  it('refuses a page beside a version of another account', async () => {
    const { chain, hashes, sources } = chainOf(3)
    const at = key('other address')
    const [other] = chain.change({ outputs: [fieldsAt(50, at)], newAddresses: [at] })
    const window = { olderThan: hashOf(other as MadeVersion) }
    await expect(accountHistory(hashes[0] as string, { window, limit: 10 }, sources)).rejects.toMatchObject({
      problem: { code: 'invalid_params' },
    })
  })

  it('goes on beside a version that was not walked to, where it has the same address', async () => {
    const { hashes, sources } = chainOf(40)
    const { items } = await page(hashes[39] as string, sources, { olderThan: hashes[12] as string }, 5)
    expect(items.map(({ account }) => account.hash)).toEqual(hashes.slice(7, 12).reverse())
  })
})

describe('a walk that takes long', () => {
  const time = virtualTime()

  it('shows after 4 seconds what it has, with what leads on', async () => {
    const { chain, versions, hashes, sources } = chainOf(6)
    let calls = 0
    const slow: HistorySources = {
      ...sources,
      transaction: (signature) => (++calls > 2 ? new Promise(() => {}) : sources.transaction(signature)),
    }
    const pending = page(hashes[5] as string, slow)
    await until(() => calls > 2)
    await time.pass(WALK_MS)
    const { items, oldestEnd, olderThan } = await pending
    expect(items.map(({ account }) => account)).toEqual(
      [versions[5], versions[4]].map((each) => rowOf(each as MadeVersion)),
    )
    expect(oldestEnd).toEqual({ kind: 'unwalked', hash: hashes[3] })
    expect(olderThan).toBe(hashes[4])
    expect(chain.calls.transaction).toBe(2)
  })
})

describe('a trail of accounts without an address', () => {
  it('stops where several were consumed or created, and names them all', async () => {
    const chain = new AccountChain('v2', 'invokeCpi')
    const minted = chain.change({ outputs: [token(30n), token(12n)] })
    const merged = chain.change({ inputs: minted, outputs: [token(42n)] })
    const split = chain.change({ inputs: merged, outputs: [token(40n), token(2n, 'receiver')] })
    const sources = sourcesOf(chain)
    const { items, newestEnd, oldestEnd } = await walkedWhole(hashOf(merged[0] as MadeVersion), sources)
    expect(items).toHaveLength(1)
    expect(newestEnd).toMatchObject({
      kind: 'several',
      accounts: split.map((version) => ({ hash: hashOf(version) })),
    })
    expect(newestEnd.kind === 'several' && newestEnd.accounts.map(({ tokenData }) => tokenData?.amount)).toEqual([
      40n,
      2n,
    ])
    const named = oldestEnd.kind === 'several' ? oldestEnd.accounts.map(({ hash }) => hash).sort() : []
    expect(named).toEqual(minted.map(hashOf).sort())
  })

  it('leads back from each part to the one account that both were made from', async () => {
    const chain = new AccountChain('v2', 'invokeCpi')
    const [whole] = chain.change({ outputs: [token(42n)] })
    const parts = chain.change({ inputs: [whole as MadeVersion], outputs: [token(40n), token(2n, 'receiver')] })
    for (const part of parts) {
      const { items } = await walkedWhole(hashOf(part), sourcesOf(chain))
      expect(items.map(({ account }) => account.hash)).toEqual([hashOf(part), hashOf(whole as MadeVersion)])
    }
  })

  it('ends where an event created nothing', async () => {
    const chain = new AccountChain('v2', 'invokeCpi')
    const [only] = chain.change({ outputs: [{ owner: PROGRAM, lamports: 5n, data: plainData(key('x')) }] })
    const signature = chain.transact((event) => event({ inputs: [only as MadeVersion] }))
    const { newestEnd } = await walkedWhole(hashOf(only as MadeVersion), sourcesOf(chain))
    expect(newestEnd).toMatchObject({ kind: 'closed', by: { signature } })
  })
})
