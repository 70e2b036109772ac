import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '@/lib/api/answer'
import { ProblemError } from '@/lib/api/problem'
import { decodeCursor } from '@/lib/listing/cursor/cursor'
import { readCursor } from '@/lib/listing/cursor/place'
import { parseJson } from '@/lib/protocol/rpc/json'
import { type ListMethod, listOf, type Params } from '@/lib/protocol/rpc/methods'
import { summaryAt } from '@/lib/site/preview/summary-at'
import { type Network, networkNamed } from '@/lib/upstream/networks/networks'
import { cursorKey } from '@/lib/upstream/networks/signing-key'
import { SEED } from '@/scripts/seed'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '../stand-in/fixtures'
import {
  foreignCursor,
  leafCursor,
  type StrangersPosition,
  type StrangersWords,
  slotCursor,
} from '../upstream/strangers-cursor'
import type { ClientResponse } from './client'
import type { Explorer } from './explorer'

/* Each forged cursor is refused, without a call for a list, or opens: then its request is well-formed and nothing is claimed. */

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')
const NEWEST_SLOT = 418_890_000

const LISTS: Readonly<Record<ListMethod, { params: object; page: string }>> = {
  getCompressedAccountsByOwner: { params: { owner: OWNER }, page: `/owner/${OWNER}` },
  getCompressedTokenAccountsByDelegate: { params: { delegate: DELEGATE }, page: `/delegate/${DELEGATE}` },
  getLatestCompressionSignatures: { params: {}, page: '/latest' },
}

const METHODS = Object.keys(LISTS) as ListMethod[]

type Door = 'page' | 'api' | 'export' | 'file'

interface Forged {
  method: ListMethod
  text: string
  door: Door
  /** False: must be refused, whatever else is in it. */
  mayOpen: boolean
}

export async function askForged(explorer: Explorer, count: number): Promise<{ opened: number; refused: number }> {
  Object.assign(explorer.indexer.data, {
    accounts: makeAccounts(OWNER, 1_030),
    tokenAccounts: makeTokenAccounts(DELEGATE, 1_030),
    latest: makeSignatures(120, NEWEST_SLOT - 10),
    slot: NEWEST_SLOT,
  })
  const network = networkNamed('near')
  if (!network) throw new Error('there is no network near')
  const honest = await honestCursors(explorer)
  const done = { opened: 0, refused: 0 }
  for (const forged of fc.sample(forgeries(honest), { numRuns: count, seed: SEED })) {
    const before = explorer.indexer.requests.length
    const opened = await open(explorer, network, forged)
    const calls = explorer.indexer.requests.slice(before).filter(({ method }) => method === forged.method)
    const what = `${forged.door} of ${forged.method} with ${forged.text}`
    if (!opened || !forged.mayOpen) expect([opened, calls.length], what).toEqual([false, 0])
    for (const { params } of calls) {
      const { cursor } = params as { cursor?: string }
      if (cursor !== undefined) expect(isOfForm(forged.method, cursor), `${what}: ${cursor}`).toBe(true)
    }
    done[opened ? 'opened' : 'refused']++
  }
  return done
}

async function honestCursors(explorer: Explorer): Promise<Record<ListMethod, string[]>> {
  const cursors = { getCompressedAccountsByOwner: [], getCompressedTokenAccountsByDelegate: [] } as unknown as Record<
    ListMethod,
    string[]
  >
  for (const method of METHODS) {
    cursors[method] = []
    for (const limit of [10, 1_000]) {
      let cursor: string | null = null
      for (let page = 1; page <= 4; page++) {
        const query = queryOf(method, { limit: String(limit), ...(cursor && { cursor }) })
        const answer = answerIn(await explorer.get(`${method}?${query}`))
        if (answer.meta.here) cursors[method].push(answer.meta.here)
        cursor = answer.result.value.cursor ?? null
        if (cursor === null) break
        cursors[method].push(cursor)
      }
    }
  }
  return cursors
}

function forgeries(honest: Record<ListMethod, string[]>): fc.Arbitrary<Forged> {
  const ours = cursorKey().name
  const doors = fc.constantFrom<Door>('page', 'page', 'api', 'api', 'export', 'file')
  return fc.tuple(fc.constantFrom(...METHODS), doors).chain(([method, door]) => {
    const own = fc.constantFrom(...honest[method])
    const bytes = own.map((text) => Buffer.from(text, 'base64url'))
    const made = (mayOpen: boolean, text: fc.Arbitrary<string>) =>
      text.map((of) => ({ method, door, mayOpen, text: of }))
    const bent = fc.tuple(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }))
    const others = METHODS.filter((other) => other !== method).flatMap((other) => honest[other])
    const words = wordsFor(method)
    return fc.oneof(
      made(
        false,
        bent.map(([of, at, by]) => textOf(changed(of, 5 + (at % (of.length - 5)), by))),
      ),
      made(
        true,
        bent.map(([of, at, by]) => textOf(changed(of, 1 + (at % 4), by))),
      ),
      made(
        false,
        fc.tuple(bytes, fc.nat()).map(([of, at]) => textOf(of.subarray(0, 1 + (at % (of.length - 1))))),
      ),
      made(
        false,
        fc.tuple(bytes, fc.uint8Array({ minLength: 1, maxLength: 90 })).map(([of, more]) => textOf(of, more)),
      ),
      made(false, fc.constantFrom(...others)),
      made(
        false,
        words.map((claims) => textOf(named(Buffer.from(foreignCursor('ours', claims), 'base64url'), ours))),
      ),
      made(
        true,
        words.map((claims) => foreignCursor('another', claims)),
      ),
      made(
        false,
        fc
          .tuple(fc.constantFrom(1, 2), words)
          .map(([of, claims]) => textOf(Buffer.of(of), Buffer.from(foreignCursor('any', claims), 'base64url'))),
      ),
      made(
        false,
        fc.uint8Array({ maxLength: 120 }).map((of) => textOf(Buffer.of(4), of)),
      ),
      made(false, fc.string({ minLength: 1 })),
    )
  })
}

function wordsFor(method: ListMethod): fc.Arbitrary<StrangersWords> {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  const hash = bytes(32).map((of) => Buffer.from([(of[0] ?? 0) & 0x1f, ...of.slice(1)]))
  const leaf = fc.oneof(fc.nat(1_100), fc.integer({ min: 0, max: 2 ** 33 })).map(leafCursor)
  const slot = fc
    .oneof(fc.bigInt(NEWEST_SLOT_RANGE), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(...EDGES))
    .map(slotCursor)
  const odd = fc.oneof(fc.uint8Array({ maxLength: 100 }), fc.string({ maxLength: 50 }), fc.constant('row:10'))
  const cursor = fc.oneof({ weight: 2, arbitrary: hash }, bytes(32), leaf, bytes(40), bytes(64), slot, bytes(72), odd)
  return fc.array(cursor, { maxLength: 3 }).chain((cursors) => {
    const position: fc.Arbitrary<StrangersPosition> = fc.record({
      orderStatus: fc.constantFrom('ordered', 'ordered', 'joined', 'unproven', 'broken'),
      rowsBefore: fc.oneof(fc.constant(1_000_000), fc.nat(), fc.constant(null)),
      cursor: fc.nat(cursors.length),
      key: fc.oneof(bytes(listOf(method).keyBytes), fc.constant(Buffer.alloc(listOf(method).keyBytes))),
    })
    const without = position.map(({ key: _, ...rest }) => rest)
    const positions = fc.array(fc.oneof(position, without), { minLength: 1, maxLength: 4 })
    return positions.map((of) => ({ cursors, positions: of, firstSlot: 7 }))
  })
}

const NEWEST_SLOT_RANGE = { min: BigInt(NEWEST_SLOT - 200), max: BigInt(NEWEST_SLOT + 20) }
const EDGES = [BigInt(NEWEST_SLOT), BigInt(NEWEST_SLOT + 1), 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]

async function open(explorer: Explorer, network: Network, forged: Forged): Promise<boolean> {
  const { method, text, door } = forged
  if (door === 'page') return readByPage(network, forged)
  const limit = door === 'file' ? {} : { limit: '10' }
  const format = door === 'file' || door === 'export' ? { format: 'ndjson' } : {}
  const query = queryOf(method, { cursor: text, ...limit, ...format })
  const path = door === 'api' ? '' : '/export'
  const response = await explorer.get(`${method}${path}?${query}`)
  if (response.status === 400) {
    expect(response.text).toContain('"name":"cursor"')
    return false
  }
  expect(response.status, response.text).toBe(200)
  if (door === 'api') claimsNothing(network, method, answerIn(response))
  if (door === 'file' || door === 'export') {
    const { end } = parseJson(response.text.trimEnd().split('\n').at(-1) ?? '') as { end: { complete: unknown } }
    expect(end.complete).toBeNull()
    expect(response.text).not.toMatch(/"completeReason":"rows \d/)
  }
  return true
}

async function readByPage(network: Network, { method, text }: Forged): Promise<boolean> {
  const params = { ...LISTS[method].params, cursor: text } as Params<ListMethod>
  try {
    const place = readCursor(network, method, params)
    expect(place).toEqual({
      rowsBefore: null,
      previous: null,
      isFirst: false,
      firstSlot: null,
    })
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ problem: { status: 400, invalid: [{ name: 'cursor' }] } })
    return false
  }
  const search = new URLSearchParams({ cursor: text })
  const { summary } = (await summaryAt(LISTS[method].page, search, Number.POSITIVE_INFINITY)) ?? {}
  const words = JSON.stringify(summary)
  expect(words).not.toMatch(/: complete\b|"complete"|rows \d|the end of the list/i)
  return true
}

function claimsNothing(network: Network, method: ListMethod, { result, meta }: Answer<ListMethod>): void {
  expect(meta.complete).toBeNull()
  expect(meta.here).toBeUndefined()
  const { cursor } = result.value
  if (!cursor) return
  const { trail, position, ...rest } = decodeCursor(network, method, LISTS[method].params, cursor)
  expect(rest).toEqual({ firstSlot: null, indexer: null, given: true, placeSlot: null })
  expect(trail).toHaveLength(1)
  for (const { orderStatus, rowsBefore } of [position, ...trail])
    expect([orderStatus, rowsBefore]).toEqual(['joined', null])
}

function isOfForm(method: ListMethod, cursor: string): boolean {
  const bytes = Buffer.from(base58.decode(cursor))
  switch (method) {
    case 'getCompressedAccountsByOwner':
      if (bytes.length === 40) return bytes.readBigUInt64BE() < 2n ** 32n
      return bytes.length === 32 && BigInt(`0x${bytes.toString('hex')}`) < FIELD_ORDER
    case 'getCompressedTokenAccountsByDelegate':
      return bytes.length === 64
    case 'getLatestCompressionSignatures':
      return bytes.length === 72 && bytes.readBigUInt64LE() <= BigInt(NEWEST_SLOT)
  }
}

const FIELD_ORDER = 21888242871839275222246405745257275088548364400416034343698204186575808495617n

function queryOf(method: ListMethod, more: Record<string, string>): string {
  return `${new URLSearchParams({ ...(LISTS[method].params as Record<string, string>), ...more })}`
}

function answerIn({ text }: ClientResponse): Answer<ListMethod> {
  return parseJson(text) as Answer<ListMethod>
}

function textOf(...bytes: readonly Uint8Array[]): string {
  return Buffer.concat(bytes).toString('base64url')
}

function changed(bytes: Buffer, at: number, by: number): Buffer {
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ by
  return other
}

function named(bytes: Buffer, name: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, 1), name, bytes.subarray(1 + name.length)])
}
