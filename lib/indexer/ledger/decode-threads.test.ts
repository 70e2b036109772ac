import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { groupV1, groupV2, key, PROGRAMS, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { trueAccount } from '@/lib/testing/indexer/true-account'
import { buildIndexer } from '@/scripts/bundle.mjs'
import { decoded } from './decode-thread'
import { decodeInThreads } from './decode-threads'
import type { SlotFiles } from './folder'
import type { LedgerBlock } from './ledger'

const SLOTS = 230

const ACCOUNTS = Array.from({ length: SLOTS }, (_, slot) =>
  trueAccount({ owner: key('owner'), leafIndex: slot }, slot % 2 ? 'v1' : 'v2'),
)

function writeSlots(folder: string, damagedSlot?: number): SlotFiles[] {
  fs.mkdirSync(path.join(folder, 'transactions'))
  return Array.from({ length: SLOTS }, (_, slot) => ({
    slot,
    files: Array.from({ length: 1 + (slot % 3) }, (_, i) => {
      const file = path.join(folder, 'transactions', `${slot}-${i}.json`)
      const outputs = ACCOUNTS.slice(slot, slot + 1).map((it) => (slot % 10 === 3 ? { ...it, lamports: 1n } : it))
      const group = slot % 2 ? groupV1({ outputs }) : groupV2({ outputs, inputs: [key(`${slot - 1}/0`)] })
      const result = { slot, blockTime: slot, ...transactionOf(`${slot}/${i}`, [group]) }
      fs.writeFileSync(file, slot === damagedSlot ? '{"slot":' : JSON.stringify(result))
      return file
    }),
  }))
}

async function throughThreads(slots: SlotFiles[], signal = new AbortController().signal) {
  const file = path.join(path.dirname(await buildIndexer()), 'indexer-thread.mjs')
  const blocks: LedgerBlock[] = []
  try {
    for await (const block of decodeInThreads(file, PROGRAMS, 2)(slots, signal)) blocks.push(block)
    return { blocks, failure: null }
  } catch (error) {
    return { blocks, failure: error instanceof Error ? error.message : String(error) }
  }
}

it('gives what decoding without threads gives, in the same order', () =>
  inFolder(async (folder) => {
    const slots = writeSlots(folder)
    const { blocks, failure } = await throughThreads(slots)
    expect(failure).toBeNull()
    expect(blocks).toEqual((await decoded(slots, PROGRAMS)).blocks)
    const files = slots.flatMap(({ files }) => files).length
    expect(blocks.flatMap((block) => block.decoded ?? [])).toHaveLength(files)
    const leftOut = blocks.filter(({ hashes }) => hashes?.leftOut.length)
    expect(leftOut.map(({ slot }) => slot)).toEqual(slots.flatMap(({ slot }) => (slot % 10 === 3 ? [slot] : [])))
    const counts = (result: 'matches' | 'differs') =>
      blocks.reduce((sum, { hashes }) => sum + (hashes?.counts[result] ?? 0), 0)
    expect(counts('matches') + counts('differs')).toBe(files)
  }))

it('gives what comes before a damaged file, and names that one', () =>
  inFolder(async (folder) => {
    const slots = writeSlots(folder, 140)
    const { blocks, failure } = await throughThreads(slots)
    expect(blocks.map(({ slot }) => slot)).toEqual(Array.from({ length: 140 }, (_, slot) => slot))
    expect(failure).toMatch(new RegExp(`^${slots[140]?.files[0]}: it is damaged: `))
  }))

it('ends early when it is told to', () =>
  inFolder(async (folder) => {
    const stop = new AbortController()
    stop.abort()
    expect(await throughThreads(writeSlots(folder), stop.signal)).toEqual({ blocks: [], failure: null })
  }))

it('fails when its threads cannot run', () =>
  inFolder(async (folder) => {
    const slots = writeSlots(folder)
    const broken = path.join(folder, 'broken.mjs')
    fs.writeFileSync(broken, 'throw new Error("no such thing")')
    const read = async () => {
      for await (const block of decodeInThreads(broken, PROGRAMS, 2)(slots, new AbortController().signal)) return block
    }
    await expect(read()).rejects.toThrow('no such thing')
  }))
