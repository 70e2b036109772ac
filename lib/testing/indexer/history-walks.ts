import { base58 } from '@scure/base'
import { expect } from 'vitest'
import { accountHistory } from '@/lib/account/history/account-history'
import type { AccountHistory, HistoryWindow } from '@/lib/account/history/contract'
import { readTransaction } from '@/lib/account/history/read-transaction'
import type { HistorySources, HistoryStep } from '@/lib/account/history/step'
import { MAX_NEW_VERSIONS } from '@/lib/account/history/walk'
import { proveRow } from '@/lib/account/proof/row-proof'
import { type ProblemCode, ProblemError } from '@/lib/api/problem'
import {
  AccountChain,
  hashOf,
  MADE_SIGNER,
  type MadeFields,
  type MadeVersion,
  plainData,
  rowOf,
  tokenFieldsOf,
} from './account-chain'
import { key, PROGRAMS } from './synthetic-chain'

export const PROGRAM = key('program')
export const ADDRESS = key('address')

export function sourcesOf(chain: AccountChain): HistorySources {
  const steps = new Map<string, HistoryStep>()
  return {
    async transaction(signature) {
      const made = await chain.transaction(signature)
      if (!made) throw new ProblemError(problem('transaction_unknown'))
      return readTransaction({ ...made, unchecked: false, logsLeftOut: 0 }, PROGRAMS)
    },
    signaturesOf: (hash) => chain.signaturesOf(hash),
    prove: async (row) => proveRow(row),
    liveOf: (owner) => chain.liveOf(owner),
    store: { get: (hash) => steps.get(hash) ?? null, set: (hash, step) => void steps.set(hash, step) },
  }
}

function problem(code: ProblemCode) {
  return { type: 'about:blank' as const, title: code, status: 404, code, detail: code, retryable: false }
}

export function fieldsAt(i: number, address = ADDRESS): MadeFields {
  return { owner: PROGRAM, address, lamports: BigInt(i % 3), data: plainData(key(`content ${i}`)) }
}

/** Every tenth update shares a transaction with the next one. */
export function updated(chain: AccountChain, count: number): MadeVersion[] {
  const versions = chain.change({ outputs: [fieldsAt(0)], newAddresses: [ADDRESS] })
  while (versions.length < count) {
    const events = versions.length % 10 === 0 && versions.length + 1 < count ? 2 : 1
    chain.transact((event) => {
      for (let i = 0; i < events; i++) {
        versions.push(...event({ inputs: versions.slice(-1), outputs: [fieldsAt(versions.length)] }))
      }
    })
  }
  return versions
}

export async function page(
  hash: string,
  sources: HistorySources,
  window: HistoryWindow = null,
  limit = 50,
): Promise<AccountHistory> {
  const history = await accountHistory(hash, { window, limit }, sources)
  if (!history) throw new Error('the hash is unknown')
  return history
}

export async function walkedWhole(hash: string, sources: HistorySources): Promise<AccountHistory> {
  for (let turn = 0; turn < 100; turn++) {
    const history = await page(hash, sources)
    if (history.newestEnd.kind !== 'unwalked' && history.oldestEnd.kind !== 'unwalked') return history
  }
  throw new Error('the walk has no end')
}

export async function allRows(hash: string, sources: HistorySources, limit: number): Promise<AccountHistory['items']> {
  let history = await page(hash, sources, null, limit)
  while (history.newerThan !== null) {
    history = await page(hash, sources, { newerThan: history.newerThan }, limit)
  }
  const rows = [...history.items]
  while (history.olderThan !== null) {
    history = await page(hash, sources, { olderThan: history.olderThan }, limit)
    rows.push(...history.items)
  }
  return rows
}

export async function expectWholeHistory(chain: AccountChain, count: number): Promise<void> {
  const versions = updated(chain, count)
  const hashes = versions.map(hashOf)
  const sources = sourcesOf(chain)
  const middle = hashes[Math.floor(count * 0.4)] as string

  const first = await page(middle, sources)
  expect(first.known).toBeLessThanOrEqual(MAX_NEW_VERSIONS)
  expect(first.live?.hash).toBe(hashes.at(-1))
  const whole = await walkedWhole(middle, sources)
  expect(whole).toMatchObject({ known: count, newestEnd: { kind: 'live' } })
  expect(whole.oldestEnd).toEqual({ kind: 'created', isNewAddress: true })

  const rows = await allRows(middle, sources, 25)
  expect(rows.map(({ account }) => account)).toEqual(versions.map(rowOf).reverse())
  expect(rows.map(({ number }) => number)).toEqual(versions.map((_, i) => count - i))
  expect(rows.every(({ proof }) => proof.result === 'matches')).toBe(true)
  expect(rows.every(({ created }) => created.signer === MADE_SIGNER.address)).toBe(true)
  expect(rows.slice(0, -1).map(({ previous }) => previous?.account.hash)).toEqual(hashes.slice(0, -1).reverse())
  for (const [i, { created, consumed }] of rows.entries()) {
    const signatures = chain.signatures[hashes[count - 1 - i] as string]?.map(({ signature }) => signature)
    const named = [...new Set([consumed?.signature, created.signature])].filter((each) => each !== undefined)
    expect(named).toEqual(signatures)
  }

  const before = { ...chain.calls }
  for (const hash of [hashes[0], hashes.at(-1), hashes[Math.floor(count / 2)]]) {
    expect((await page(hash as string, sources)).known).toBe(count)
  }
  expect(chain.calls.transaction).toBe(before.transaction)
  // Whether the newest version is live is requested from the indexer, and cached by the gateway.
  expect(chain.calls.signaturesOf).toBeLessThanOrEqual(before.signaturesOf + 3)
}

export async function expectWholeTrail(layout: 1 | 2 | 3, count: number): Promise<void> {
  const chain = new AccountChain('v2', 'invokeCpi')
  const wallet = (i: number) => key(`wallet ${i % 7}`)
  const token = (i: number) =>
    tokenFieldsOf(layout, { mint: key('mint'), owner: wallet(i), amount: 1_000n, frozen: i % 5 === 0 })
  const versions = chain.change({ outputs: [token(0)] })
  while (versions.length < count) {
    versions.push(...chain.change({ inputs: versions.slice(-1), outputs: [token(versions.length)] }))
  }
  const sources = sourcesOf(chain)
  const hash = hashOf(versions[Math.floor(count * 0.6)] as MadeVersion)
  const whole = await walkedWhole(hash, sources)
  expect(whole).toMatchObject({ known: count, address: null, newestEnd: { kind: 'live' } })
  expect(whole.oldestEnd).toEqual({ kind: 'created', isNewAddress: false })
  const rows = await allRows(hash, sources, 10)
  expect(rows.map(({ account }) => account)).toEqual(versions.map(rowOf).reverse())
  expect(rows.map(({ tokenData }) => tokenData?.owner)).toEqual(
    versions.map((_, i) => base58.encode(wallet(i))).reverse(),
  )
  expect(chain.calls.liveOf).toBe(0)
  const before = chain.calls.transaction
  await page(hash, sources)
  expect(chain.calls.transaction).toBe(before)
}
