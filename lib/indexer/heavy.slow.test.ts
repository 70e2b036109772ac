import { base58 } from '@scure/base'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type HeavyRequest, heavyRequests } from '@/lib/testing/indexer/heavy-requests'
import { indexed } from '@/lib/testing/indexer/indexed'
import { groupV1, key, PROGRAMS, tokenData, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { Effort, MAX_ENTRIES, MAX_MADE, PATIENCE_MS } from './effort'
import { MAX_BATCH } from './envelope'
import { answer, MAX_BODY, type Service } from './json-rpc'
import { parse } from 'lossless-json'

/* Whatever a request asks for, what is done for it is bounded: counted here, in milliseconds in `bench/`. */

let service: Service

const ACCOUNTS = 1_500
const subjects = { owner: base58.encode(PROGRAMS.tokenBytes), delegate: base58.encode(key('delegate')), hash: base58.encode(key('account 0')) }

beforeAll(async () => {
  const outputs = Array.from({ length: ACCOUNTS }, (_, leafIndex) => ({
    hash: key(`account ${leafIndex}`),
    owner: PROGRAMS.tokenBytes,
    leafIndex,
    data: tokenData({ mint: key('mint'), owner: key('wallet'), amount: 1n, delegate: key('delegate') }),
  }))
  const { store } = await indexed([{ slot: 7, blockTime: 0, transactions: [transactionOf('a', [groupV1({ outputs })])] }])
  service = { store, chain: { tip: () => 7, maxLagSlots: 20 }, count: () => undefined }
})
afterAll(() => service.store.close())

/** What a request was answered, each thing once. */
function outcomes(text: string): HeavyRequest['answers'] {
  if (text === '') return ['none']
  const answers = [parse(text)].flat() as { error?: { code: { value: string } } }[]
  return [...new Set(answers.map(({ error }) => (error ? Number(error.code) : 'ok')))]
}

it.each(heavyRequests(subjects))('$name', async ({ body: made, answers }) => {
  const body = made()
  expect(body.length).toBeLessThanOrEqual(MAX_BODY)
  const log = vi.spyOn(console, 'error')
  const effort = new Effort()
  const t = performance.now()
  const text = await answer(body, service, effort)
  console.log(expect.getState().currentTestName, Math.round(performance.now() - t), effort.work)
  for (const outcome of outcomes(text)) expect(answers).toContain(outcome)
  expect(effort.work.bytes).toBeLessThanOrEqual(3 * body.length)
  expect(effort.work.values).toBeLessThanOrEqual(12_000)
  expect(effort.work.calls).toBeLessThanOrEqual(MAX_BATCH)
  expect(effort.work.entries).toBeLessThanOrEqual(MAX_ENTRIES)
  expect(effort.work.made).toBeLessThanOrEqual(MAX_MADE)
  expect(log).not.toHaveBeenCalled()
})
