import { expect, it } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { indexed } from '@/lib/testing/indexer/indexed'
import { randomFrom } from '@/lib/testing/indexer/random'
import { groupV1, key, PROGRAMS, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { trueAccount } from '@/lib/testing/indexer/true-account'
import { SEED } from '@/scripts/seed'
import type { Store } from '../store/store'
import { type CheckPages, keepChecking } from './keep-checking'
import type { CheckMessage } from './messages'

async function filled(store?: Store): Promise<Store> {
  const outputs = Array.from({ length: 45 }, (_, leafIndex) => {
    const account = trueAccount({ owner: key('o'), leafIndex }, 'v1')
    return leafIndex % 5 === 4 ? { ...account, lamports: 1n } : account
  })
  const transactions = outputs.map((output, n) => transactionOf(`t${n}`, [groupV1({ outputs: [output] })]))
  return (await indexed([{ slot: 1, blockTime: 1, transactions }], store)).store
}

async function messagesIn(store: Store, rounds: number, checkPages: CheckPages | null, checkedAtStart = false) {
  const stop = new AbortController()
  const messages: CheckMessage[] = []
  let now = 0
  await keepChecking({
    ...{ store, checkPages, checkedAtStart, signal: stop.signal },
    tokenProgram: PROGRAMS.tokenBytes,
    report: (each) => messages.push(each),
    clock: clockOf(
      () => now,
      async (ms) => {
        now += ms
        if (now >= rounds * 1000) stop.abort()
      },
    ),
    random: randomFrom(SEED),
  })
  return messages
}

it('makes hashes again from anywhere on, over the whole store, and names what differs', async () => {
  const messages = await messagesIn(await filled(), 4, null)
  const breaches = messages.flatMap((each) => (each.kind === 'hashes' ? each.breaches : []))
  const counts = messages.map((each) => (each.kind === 'hashes' ? each.counts : null))
  expect(counts.reduce((sum, each) => sum + (each?.matches ?? 0) + (each?.differs ?? 0), 0)).toBeGreaterThanOrEqual(45)
  expect(new Set(breaches)).toHaveLength(9)
  expect(breaches[0]).toMatch(/^an account whose contents make another hash: [1-9A-HJ-NP-Za-km-z]{43,44}$/)
})

it('looks at all pages at once, then every ten minutes; later where that was done at the start', async () => {
  const checksIn = async (rounds: number, checkedAtStart: boolean) => {
    const { store } = await indexed([])
    const messages = await messagesIn(store, rounds, async () => null, checkedAtStart)
    return messages.filter(({ kind }) => kind === 'pages').length
  }
  expect([
    await checksIn(2, false),
    await checksIn(650, false),
    await checksIn(590, true),
    await checksIn(650, true),
  ]).toEqual([1, 2, 0, 1])
})

it('tries a check of all pages that failed again a minute later, and makes hashes meanwhile', async () => {
  const failing = async (onBegin: (pid: number | null) => void) => {
    onBegin(null)
    throw new Error('locked')
  }
  const kinds = (await messagesIn(await filled(), 70, failing)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'pages failed')).toHaveLength(2)
  expect(kinds.filter((kind) => kind === 'hashes').length).toBeGreaterThan(50)
  expect(kinds).not.toContain('failed')
})

it('tells of damage that it meets and goes on, and once of what cannot be read for now', async () => {
  const store = await filled()
  const failing = (error: Error): Store => ({
    ...store,
    all: () => Promise.reject(error),
    get: (sql) => store.get(sql),
  })
  const damage = Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
  expect(await messagesIn(failing(damage), 3, null)).toEqual([{ kind: 'damage', reason: damage.message }])
  expect(await messagesIn(failing(new Error('away')), 3, null)).toEqual([{ kind: 'failed', reason: 'away' }])
})
