import assert from 'node:assert/strict'
import { expect, vi } from 'vitest'
import { looksLikeRequest } from '@/lib/indexer/json-rpc/envelope'
import { answer } from '@/lib/indexer/server/json-rpc'
import { startServer } from '@/lib/indexer/server/server'
import type { Store } from '@/lib/indexer/store/store'
import { SEED } from '../../../scripts/seed'
import { type Answered, type BentBody, bentBody } from './bent-requests'
import { indexed } from './indexed'
import { randomFrom } from './random'
import { groupV1, groupV2, key, PROGRAMS, tokenData, transactionOf } from './synthetic-chain'

const OVER_HTTP = 40

const KNOWN_CODES = [-32700, -32701, -32702, -32600, -32601, -32602, -32603, -32000]

interface RpcAnswer {
  jsonrpc: unknown
  result?: unknown
  error?: { code: number; message: unknown; data?: unknown }
  id: unknown
}

/** Not with expect, which takes seconds here. */
function outcomeOf(answer: RpcAnswer): number | 'result' {
  assert.equal(answer.jsonrpc, '2.0')
  if (!answer.error) {
    assert.deepEqual(Object.keys(answer), ['jsonrpc', 'result', 'id'])
    return 'result'
  }
  assert.deepEqual(Object.keys(answer), ['jsonrpc', 'error', 'id'])
  assert.match(Object.keys(answer.error).join(), /^code,message(,data)?$/)
  assert.equal(typeof answer.error.message, 'string')
  const { code } = answer.error
  assert(KNOWN_CODES.includes(code), `code ${code}`)
  return code
}

function assertAnswer(answer: RpcAnswer, { code, id }: Exclude<Answered, 'nothing'>): void {
  assert.equal(outcomeOf(answer), code)
  assert.deepEqual(answer.id, JSON.parse(id))
}

const PARSE_ERROR = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}'

function assertSound(text: string, answer: string): void {
  try {
    JSON.parse(text)
  } catch {
    assert.equal(answer, PARSE_ERROR)
    return
  }
  if (answer === '') return
  const answers: RpcAnswer | RpcAnswer[] = JSON.parse(answer)
  for (const one of [answers].flat()) outcomeOf(one)
}

function assertRight({ text, answered }: BentBody, answer: string): void {
  if (answered === null) assertSound(text, answer)
  else if (answered === 'nothing') assert.equal(answer, '')
  else if (!('batch' in answered)) {
    assertAnswer(JSON.parse(answer), answered)
    assert(answer.endsWith(`,"id":${answered.id}}`), answer)
  } else {
    const answers: RpcAnswer[] = JSON.parse(answer)
    assert.equal(answers.length, answered.batch.length)
    answered.batch.forEach((one, i) => {
      if (one !== 'nothing') assertAnswer(answers[i] as RpcAnswer, one)
    })
  }
}

async function overHttp(port: number, body: string | Buffer<ArrayBuffer>): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const text = await response.text()
  const isRequest = looksLikeRequest(body.toString())
  expect(response.status).toBe(isRequest ? 200 : 400)
  if (!isRequest) expect(text).toBe(PARSE_ERROR)
  return text
}

async function smallStore(): Promise<Store> {
  const owned = Array.from({ length: 3 }, (_, leafIndex) => ({
    hash: key(`v1 ${leafIndex}`),
    owner: key('owner'),
    leafIndex,
    lamports: 2n ** 64n - 1n,
    data: { discriminator: 2n ** 64n - 1n, data: new Uint8Array(5), dataHash: key('d') },
  }))
  const tokens = Array.from({ length: 2 }, (_, leafIndex) => ({
    hash: key(`v2 ${leafIndex}`),
    owner: PROGRAMS.tokenBytes,
    leafIndex,
    data: tokenData({ mint: key('mint'), owner: key('wallet'), amount: 2n ** 63n, delegate: key('delegate') }),
  }))
  const transactions = [
    transactionOf('a', [groupV1({ outputs: owned })]),
    transactionOf('b', [groupV2({ outputs: tokens })]),
  ]
  return (await indexed([{ slot: 7, blockTime: 1_700_000_000, transactions }])).store
}

export async function askBent(bodies: number): Promise<void> {
  const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const service = { store: await smallStore(), chain: { tip: () => 7, maxLagSlots: 20 }, count: () => {} }
  const { port, close } = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => '' })
  const random = randomFrom(SEED)
  try {
    for (let i = 0; i < bodies; i++) {
      const body = bentBody(random)
      try {
        const isSent = i % OVER_HTTP === 0
        assertRight(body, isSent ? await overHttp(port, body.text) : await answer(body.text, service))
        if (isSent) await expectNoText(port, body.text, random)
      } catch (cause) {
        throw new Error(`seed ${SEED}, body ${i}: ${body.text.slice(0, 2_000)}`, { cause })
      }
    }
  } finally {
    await close()
    await service.store.close()
  }
  expect(log).not.toHaveBeenCalled()
}

async function expectNoText(port: number, text: string, random: () => number): Promise<void> {
  const bytes = Buffer.from(text)
  if (bytes.length === 0) return
  const at = Math.floor(random() * bytes.length)
  const bent = Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at)])
  expect(await overHttp(port, bent)).toBe(PARSE_ERROR)
}
