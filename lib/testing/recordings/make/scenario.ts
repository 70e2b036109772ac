import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { parse, stringify } from 'lossless-json'
import { z } from 'zod'
import { parseJson } from '@/lib/protocol/rpc/json'
import { canonical } from '../contents'
import type { Expectation, RecordedBlock, RecordedEntry, Recording, Source } from '../recording'
import { wireOf } from '../wire'
import { ABOUT } from './about'

const programIds = z.object({ compression: z.string(), lightSystem: z.string(), token: z.string() })

const scenarioShape = z.object({
  name: z.string(),
  programIds: z.string(),
  wallets: z.array(z.string()).default([]),
  mints: z.array(z.string()).default([]),
  ingestOrder: z.array(z.object({ signature: z.string(), slot: z.int(), blockTime: z.int() })),
  blocks: z.array(z.object({ slot: z.int(), file: z.string() })),
  extra: z.object({ files: z.array(z.string()) }).nullable(),
  counts: z
    .object({ accounts: z.int(), unspent: z.int(), tokenAccounts: z.int(), compressionTransactions: z.int() })
    .optional(),
})

const inner = z.object({
  instructions: z.array(z.looseObject({ stackHeight: z.int().nullish() })),
})
const entryShape = z.object({
  transaction: z.unknown(),
  meta: z.looseObject({ innerInstructions: z.array(inner.loose()) }),
  version: z.unknown().optional(),
})
const transactionShape = z.strictObject({
  ...entryShape.shape,
  slot: z.int(),
  blockTime: z.int().nullable(),
  transactionIndex: z.int().optional(),
})
const blockShape = z.strictObject({
  blockhash: z.string(),
  previousBlockhash: z.string(),
  parentSlot: z.int(),
  blockHeight: z.int(),
  blockTime: z.int(),
  rewards: z.array(z.unknown()),
  transactions: z.array(entryShape.strict()),
})
const accountShape = z.strictObject({
  context: z.unknown(),
  value: z.looseObject({ rentEpoch: z.union([z.number(), z.bigint()]) }),
})

/** @throws Error for a folder that ABOUT does not name, and for any unknown shape */
export function readScenario(folder: string): Recording {
  const json = (...names: string[]) => parseJson(fs.readFileSync(path.join(folder, ...names), 'utf8'))
  const scenario = scenarioShape.parse(json('scenario.json'))
  const { name, ingestOrder, wallets, mints, counts } = scenario
  const known = ABOUT[name]
  if (!known) throw new Error(`${name}: say in make/about.ts what it is and where it comes from`)
  const [ids] = /\{.*\}/.exec(scenario.programIds) ?? []
  const whole = scenario.blocks.map(({ slot, file }) => blockOf(slot, json(file)))
  const ordered = ingestOrder.map(({ signature }) => transactionOf(json('transactions', `${signature}.json`)))
  return {
    name,
    ...known,
    programIds: ids === undefined ? null : programIds.parse(JSON.parse(ids)),
    counts: counts ?? null,
    wallets,
    mints,
    blocks: merged(whole, ordered),
    extra: (scenario.extra?.files ?? []).map((file) => transactionOf(json(file))),
    accounts: jsonFiles(folder, 'accounts').map((file) => ({
      address: path.basename(file, '.json'),
      info: accountOf(json('accounts', file)),
    })),
    expectations: jsonFiles(folder, 'expected').map((file) =>
      expectationOf(fs.readFileSync(path.join(folder, 'expected', file), 'utf8')),
    ),
  }
}

function jsonFiles(folder: string, kind: string): string[] {
  const place = path.join(folder, kind)
  if (!fs.existsSync(place)) return []
  return fs
    .readdirSync(place)
    .filter((name) => name.endsWith('.json'))
    .sort()
}

/** In slot order. A transaction that is also in a whole block must be the same there. */
function merged(whole: RecordedBlock[], single: RecordedBlock[]): RecordedBlock[] {
  const blocks = new Map(whole.map((block) => [block.slot, block]))
  for (const block of single) {
    const known = blocks.get(block.slot)
    if (!known) {
      blocks.set(block.slot, block)
      continue
    }
    if (known.blockTime !== block.blockTime) throw new Error(`slot ${block.slot} has two times`)
    for (const entry of block.entries) {
      const same = known.entries.find(({ signature }) => signature === entry.signature)
      if (!same) known.entries.push(entry)
      else if (canonical(same.transaction) !== canonical(entry.transaction))
        throw new Error(`${entry.signature} was recorded in two ways`)
    }
  }
  return [...blocks.values()].sort((a, b) => a.slot - b.slot)
}

function transactionOf(result: unknown): RecordedBlock {
  const { slot, blockTime, transactionIndex, ...entry } = transactionShape.parse(result)
  return { slot, blockTime, place: null, entries: [entryOf(entry, transactionIndex ?? null)] }
}

function blockOf(slot: number, result: unknown): RecordedBlock {
  const block = blockShape.parse(result)
  return {
    slot,
    blockTime: block.blockTime,
    place: {
      blockhash: block.blockhash,
      parentSlot: block.parentSlot,
      parentBlockhash: block.previousBlockhash,
      height: block.blockHeight,
      rewards: block.rewards,
    },
    entries: block.transactions.map((entry, index) => entryOf(entry, index)),
  }
}

function entryOf({ transaction, meta, version }: z.infer<typeof entryShape>, index: number | null): RecordedEntry {
  const encoding = Array.isArray(transaction) ? 'base64' : 'json'
  const whole = {
    transaction: encoding === 'json' ? withHeights(transaction) : transaction,
    meta: {
      ...meta,
      // Absent in a reassembled transaction; a node returns null where it does not know.
      innerInstructions: meta.innerInstructions.map((group) => ({
        ...group,
        instructions: group.instructions.map((one) => ({ ...one, stackHeight: one.stackHeight ?? null })),
      })),
    },
    ...(version !== undefined && { version }),
  }
  const signature = base58.encode(wireOf(whole).subarray(1, 65))
  return { signature, index, encoding, transaction: whole }
}

const jsonTransaction = z.looseObject({ message: z.looseObject({ instructions: z.array(z.looseObject({})) }) })

function withHeights(transaction: unknown): unknown {
  const { message, ...rest } = jsonTransaction.parse(transaction)
  const instructions = message.instructions.map((one) => ({ stackHeight: null, ...one }))
  return { ...rest, message: { ...message, instructions } }
}

/** A client rounded the epoch to a number above u64; 2^64 - 1 means never. */
function accountOf(result: unknown): unknown {
  const { context, value } = accountShape.parse(result)
  const { rentEpoch } = value
  return { context, value: { ...value, rentEpoch: BigInt(rentEpoch) >= 2n ** 64n ? 2n ** 64n - 1n : rentEpoch } }
}

const SOURCES: [words: string, source: Source][] = [
  ['recorded from Photon', 'photon'],
  ['photon snapshot', 'photon test'],
  ['derived; agrees', 'derived and photon test'],
  ['derived', 'derived'],
]

function expectationOf(text: string): Expectation {
  const { request, source, result, photonVerbatim, afterTransactions } = z
    .object({
      request: z.object({ method: z.string(), params: z.unknown().optional() }).nullable(),
      source: z.string(),
      afterTransactions: z.unknown().optional(),
      result: z.unknown().optional(),
      photonVerbatim: z.unknown().optional(),
    })
    .parse(parse(text))
  const found = SOURCES.find(([words]) => source.startsWith(words))
  if (!found) throw new Error(`an answer comes from ${source}`)
  const spelled = (value: unknown) => stringify(value) ?? ''
  if (!request) {
    // Not an operation of Leafscan: kept for its information on votes.
    return { method: 'getLatestNonVotingSignatures', result: spelled(photonVerbatim), source: 'photon test' }
  }
  return {
    method: request.method,
    ...(request.params !== undefined && { params: spelled(request.params) }),
    ...(afterTransactions !== undefined && { after: Number(afterTransactions) }),
    result: spelled(result),
    source: found[1],
    ...(photonVerbatim !== undefined && { photonTest: spelled(photonVerbatim) }),
  }
}
