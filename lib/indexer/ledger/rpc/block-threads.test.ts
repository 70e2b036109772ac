import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { gate } from '@/lib/testing/gate'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { logOfTest } from '@/lib/testing/log-of-test'
import { grown } from '@/lib/testing/node/made-chain'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { folderOfTest, nodeOfTest } from '@/lib/testing/of-test'
import { until } from '@/lib/testing/until'
import { buildIndexer } from '@/scripts/bundle.mjs'
import { targetOf } from '../../../rpc-client/target'
import { SkimError } from '../skim/skim'
import { BlockThreads } from './block-threads'
import { type BlockRequest, readBlock } from './read-block'

let file: string
beforeAll(async () => {
  file = path.join(path.dirname(await buildIndexer()), 'indexer-blocks.mjs')
})

const slots = Array.from({ length: 60 }, (_, i) => i + 1)

let node: NodeStandIn
const log = logOfTest()
beforeEach(async () => {
  node = await nodeOfTest(grown([], { slots }))
  node.finalizedBehind = 0
})

const { signal } = new AbortController()
const requestFor = (slot: number): BlockRequest => ({
  node: targetOf(new URL(node.url)),
  json: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlock', params: [slot, { encoding: 'base64' }] }),
  program: PROGRAMS.compression,
})

function threadsOfTest(count: number, of = file): BlockThreads {
  const threads = new BlockThreads(of, count)
  onTestFinished(() => threads.end())
  return threads
}

/** Holds answers until this many requests are in flight: then both threads have some. */
function holdFirst(count: number): void {
  const { until: held, open: release } = gate()
  node.script = () => {
    if (node.requests.length >= count) release()
    return { until: held }
  }
}

it.each([0, 1, 2])('are the same with %i threads more', async (count) => {
  const threads = threadsOfTest(count)
  holdFirst(20)
  const read = await Promise.all(slots.map((slot) => threads.read(requestFor(slot), signal)))
  node.script = null
  expect(read).toEqual(await Promise.all(slots.map((slot) => readBlock(requestFor(slot), signal))))
})

it('fail as they do without threads', async () => {
  const threads = threadsOfTest(1)
  const both = (slot: number) => Promise.allSettled([1, 2].map(() => threads.read(requestFor(slot), signal)))
  node.script = () => ({ status: 429, headers: { 'retry-after': '7' } })
  const failure = { kind: 'http', status: 429, retryAfterMs: 7000, message: 'HTTP 429' }
  expect(await both(1)).toMatchObject([1, 2].map(() => ({ reason: { name: 'RpcError', failure } })))
  node.script = () => ({ cutAfter: 20 })
  expect(await both(2)).toMatchObject([1, 2].map(() => ({ reason: { name: 'RpcError' } })))
  node.script = () => ({ body: '{"result":{"transactions":[{"transaction":[}]}}' })
  for (const { reason } of (await both(3)) as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(SkimError)
  await node.close()
  // Kept connections are closed after this.
  await both(4)
  expect(await both(5)).toMatchObject([1, 2].map(() => ({ reason: { failure: { cause: 'refused' } } })))
})

it('can be given up, and the node sees it', async () => {
  const threads = threadsOfTest(1)
  let closed = 0
  node.clock = {
    ...node.clock,
    hold: (request) =>
      new Promise((resolve) =>
        request.socket.on('close', () => {
          closed++
          resolve()
        }),
      ),
  }
  node.script = () => ({ until: new Promise(() => {}) })
  const giveUp = new AbortController()
  const reading = [1, 2].map((slot) => threads.read(requestFor(slot), giveUp.signal))
  const ended = Promise.allSettled(reading)
  await until(() => node.requests.length === 2)
  giveUp.abort(new Error('not wanted any more'))
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await until(() => closed === 2)
  await expect(threads.read(requestFor(3), giveUp.signal)).rejects.toThrow()
})

it('are read without a thread that ends by itself, also those that it had', async () => {
  const broken = path.join(folderOfTest(), 'broken.mjs')
  fs.writeFileSync(
    broken,
    "import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => { throw new Error('no such thing') })",
  )
  const threads = threadsOfTest(1, broken)
  const read = () => Promise.all(slots.map((slot) => threads.read(requestFor(slot), signal)))
  const right = await Promise.all(slots.map((slot) => readBlock(requestFor(slot), signal)))
  expect(await read()).toEqual(right)
  expect(await read()).toEqual(right)
  const msg = 'a thread that reads blocks ended: they are read without it'
  expect(log.lines()).toMatchObject([{ level: 'warn', msg, reason: 'no such thing' }])
})
