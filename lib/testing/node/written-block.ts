import fc from 'fast-check'
import { expect } from 'vitest'
import type { RpcTransaction } from '@/lib/indexer/ledger/ledger'
import { decodeBase58, encodeBase58 } from '@/lib/protocol/base58'
import type { Programs } from '@/lib/protocol/light/programs'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import { SEED } from '../../../scripts/seed'
import { randomFrom } from '../indexer/random'
import { readRecording, recordingNames } from '../recordings/files'
import { inBase64, inJson, wireOf } from '../recordings/wire'

/* Blocks as any JSON writer may write them: recorded compression transactions among look-alikes. */

export const RECORDED: readonly RpcTransaction[] = recordingNames()
  .map((name) => readRecording(name))
  .filter(({ programIds }) => programIds === null)
  .flatMap(({ blocks }) => blocks.flatMap(({ entries }) => entries.map(({ transaction }) => transaction)))

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => encodeBase58(bytes))

const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('},{"meta":{', '"transaction":["', ']}', '\\', '\\"', '\u2028é𝄞', '[{', '"base58"'),
)

function strange(program: string): fc.Arbitrary<RpcTransaction> {
  const bytes = Buffer.from(decodeBase58(program))
  const wire = fc
    .tuple(fc.uint8Array({ maxLength: 40 }), fc.boolean(), fc.uint8Array({ maxLength: 40 }))
    .map(([before, isNamed, behind]) => Buffer.concat([before, isNamed ? bytes : bytes.subarray(0, 31), behind]))
  const meta = fc.record(
    {
      err: fc.constantFrom(null, { InstructionError: [0, { Custom: 1 }] }),
      logMessages: fc.option(fc.array(fc.oneof(noise, fc.constant(`Program ${program} invoke [1]`)), { maxLength: 5 })),
      loadedAddresses: fc.record({
        readonly: fc.array(fc.oneof(key, fc.constant(program)), { maxLength: 3 }),
        writable: fc.array(key, { maxLength: 3 }),
      }),
      innerInstructions: fc.constantFrom(null, [], [{ index: 0, instructions: [{ accounts: [0], data: '' }] }]),
      fee: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    },
    { requiredKeys: ['err'] },
  )
  const transaction = fc.oneof(
    wire.map((bytes) => [bytes.toString('base64'), 'base64']),
    wire.map((bytes) => [encodeBase58(bytes), 'base58']),
    fc.record({ signatures: fc.array(key), message: fc.record({ accountKeys: fc.array(key) }) }),
    fc.constantFrom(null, ['AAAA', 'base64', 1], [], 'text'),
  )
  return fc.record(
    { transaction, meta, version: fc.constantFrom(0, 1, 'legacy') },
    { requiredKeys: ['transaction', 'meta'] },
  )
}

const recorded: fc.Arbitrary<RpcTransaction> = fc
  .tuple(fc.constantFrom(...RECORDED), fc.constantFrom('base64', 'json', 'base58'))
  .map(([transaction, encoding]) => {
    if (encoding === 'base64') return inBase64(transaction)
    if (encoding === 'json') return inJson(transaction)
    return { ...transaction, transaction: [encodeBase58(wireOf(transaction)), 'base58'] }
  })

interface Writer {
  space(): string
  isEscaped(): boolean
  isReversed(): boolean
}

function written(value: unknown, writer: Writer): string {
  const space = () => writer.space()
  if (Array.isArray(value)) return `[${space()}${value.map((each) => written(each, writer)).join(`${space()},`)}]`
  if (typeof value === 'string') return writtenText(value, writer)
  if (typeof value !== 'object' || value === null) return stringifyJson(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (writer.isReversed()) members.reverse()
  const texts = members.map(
    ([name, member]) => `${space()}${writtenText(name, writer)}${space()}:${space()}${written(member, writer)}`,
  )
  return `{${texts.join(`${space()},`)}${space()}}`
}

function writtenText(text: string, { isEscaped }: Writer): string {
  const escaped = (character: string) => {
    if (character === '/' && isEscaped()) return '\\/'
    return isEscaped() ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character
  }
  return JSON.stringify(text).replace(/\\u[0-9a-f]{4}|\\.|[^"\\]/gsu, (part) =>
    part.startsWith('\\') || part.length > 1 ? part : escaped(part),
  )
}

interface WrittenBlock {
  text: string
  cuts: number[]
}

function writtenBlocks(program: string): fc.Arbitrary<WrittenBlock> {
  const transactions = fc.array(
    fc.oneof({ weight: 1, arbitrary: recorded }, { weight: 3, arbitrary: strange(program) }),
    {
      maxLength: 6,
    },
  )
  const style = fc.record({
    spaces: fc.constantFrom<readonly string[]>([''], ['', ' '], ['', '\n  ', '\t', '\r']),
    escapes: fc.constantFrom(0, 0, 0.01, 0.5),
    isReversed: fc.boolean(),
    seed: fc.nat(),
  })
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  return fc.tuple(transactions, style, cuts, fc.boolean(), fc.boolean()).map(([entries, style, cuts, isLast, ends]) => {
    const random = randomFrom(style.seed)
    const writer: Writer = {
      space: () => style.spaces[Math.floor(random() * style.spaces.length)] ?? '',
      isEscaped: () => random() < style.escapes,
      isReversed: () => style.isReversed,
    }
    const head = {
      blockHeight: 5n,
      blockTime: 1_700_000_000,
      blockhash: program,
      parentSlot: 9,
      previousBlockhash: program,
    }
    const result = isLast ? { ...head, transactions: entries } : { transactions: entries, ...head }
    const answer = ends ? { jsonrpc: '2.0', result, id: 1 } : { id: 1, jsonrpc: '2.0', result }
    return { text: written(answer, writer), cuts }
  })
}

function chunksOf({ text, cuts }: WrittenBlock): Buffer[] {
  const bytes = Buffer.from(text)
  const places = cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b)
  return [...places, bytes.length].map((end, i) => bytes.subarray(places[i - 1] ?? 0, end))
}

interface Answer {
  result: { transactions: RpcTransaction[] }
}

export function meaningOf(text: string, programs: Programs): { changes: unknown[]; rest: unknown } {
  const { result, ...envelope } = parseJson(text) as Answer
  const { transactions, ...head } = result
  const changes = transactions
    .map((transaction) => parseTransaction(transaction, programs))
    .filter((parsed) => parsed.ok && (parsed.update !== null || parsed.undecodable.length > 0))
  return { changes, rest: { ...envelope, ...head } }
}

export function expectSameMeaning(programs: Programs, madeOf: (...chunks: Buffer[]) => string, numRuns: number): void {
  let made = 0
  let all = 0
  fc.assert(
    fc.property(writtenBlocks(programs.compression), (written) => {
      const text = madeOf(...chunksOf(written))
      expect(meaningOf(text, programs)).toEqual(meaningOf(written.text, programs))
      made += text.length
      all += written.text.length
    }),
    { seed: SEED, numRuns },
  )
  expect(made).toBeLessThan(all)
}
