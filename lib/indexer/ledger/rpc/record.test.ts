import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { beforeEach, expect, it, vi } from 'vitest'
import { parseJson } from '@/lib/protocol/rpc/json'
import { comes } from '@/lib/testing/comes'
import { dataRows } from '@/lib/testing/indexer/every-row'
import { groupV1, inTree, key, PROGRAM_IDS, PROGRAMS, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { idleClockOf } from '@/lib/testing/node/followed'
import { followingOfTest } from '@/lib/testing/node/following'
import { grown, type MadeChain, shortened, slotsFrom, usualFilling } from '@/lib/testing/node/made-chain'
import type { NodeStandIn, Script } from '@/lib/testing/node/stand-in'
import { folderOfTest, nodeOfTest } from '@/lib/testing/of-test'
import { slotReached } from '../../store/apply'
import { openSqlite } from '../../store/sqlite/open'
import type { Store } from '../../store/store'
import { openFolder } from '../folder'
import { follow, noProgress } from '../follow'
import { readRecording } from '../recording-note'
import { type RecordOptions, record } from './record'

const FOREIGN = key('foreign tree')

const filling: typeof usualFilling = (height, fork, slot) => {
  const outputs = [{ hash: key(`foreign ${height}`), owner: key('owner'), leafIndex: height }]
  const foreign = height % 10 === 5 ? [transactionOf(`foreign ${height}`, [inTree(groupV1({ outputs }), FOREIGN)])] : []
  return [...(height % 2 ? usualFilling((height + 1) / 2, fork, slot) : []), ...foreign]
}
const chain = grown([], { slots: slotsFrom(1, 70, [9, 10, 33, 60]), filling })

let folder: string
let node: NodeStandIn
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  folder = path.join(folderOfTest(), 'recording')
  node = await nodeOfTest(chain)
})
function recorded(from: number, to: number, options: Partial<RecordOptions> = {}): Promise<boolean> {
  return record({
    urls: [node.url],
    commitment: 'confirmed',
    compressionProgram: PROGRAM_IDS.compression,
    programs: PROGRAMS,
    clock: idleClockOf(node),
    signal: new AbortController().signal,
    print: () => undefined,
    ...{ from, to, folder },
    ...options,
  })
}

const files = () =>
  fs.readdirSync(path.join(folder, 'blocks')).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
const blockNames = (of: MadeChain) => of.map(({ slot }) => `${slot}.json`)

async function followed(startSlot: number, until: MadeChain): Promise<Store> {
  const live = await followingOfTest([await nodeOfTest(until)], { startSlot })
  await live.reached(until)
  return live.store
}

async function replayed(): Promise<Store> {
  const store = openSqlite(':memory:', { ledger: 'recording', programIds: {} })
  const ledger = openFolder({ folder, compressionProgram: PROGRAM_IDS.compression })
  const { signal } = new AbortController()
  await follow({ ledger, store, programs: PROGRAMS, progress: noProgress(), signal, onReady: () => undefined })
  return store
}

async function expectSameAsFollowing(from: number, to: number, of: MadeChain): Promise<void> {
  const until = of.filter(({ slot }) => slot <= to)
  expect(files()).toEqual(blockNames(until.filter(({ slot }) => slot >= from)))
  const [replay, follower] = [await replayed(), await followed(from, until)]
  expect(await slotReached(replay)).toBe(await slotReached(follower))
  expect(await dataRows(replay)).toEqual(await dataRows(follower))
}

it('replays to the rows that following brings, through faults, skipped slots and trees of others', async () => {
  node.script = ({ slot, earlier }) => {
    if (slot === null || earlier > 0) return null
    return slot % 9 === 4 ? { cutAfter: 300 } : slot % 9 === 7 ? { status: 429 } : { delay: (slot * 7919) % 23 }
  }
  expect(await recorded(12, 60)).toBe(true)
  await expectSameAsFollowing(12, 60, chain)
  expect(readRecording(folder)).toMatchObject({
    from: 12,
    to: 60,
    complete: true,
    foreignTrees: [base58.encode(FOREIGN)],
  })
})

it('writes what the node said, whole and exact', async () => {
  // Rewards are not requested; a balance beyond 2^53 is.
  const balance = 2n ** 64n - 1n
  node.script = () => ({
    result: (answer) => (answer !== null && typeof answer === 'object' ? { ...answer, marked: balance } : answer),
  })
  await recorded(20, 20)
  const text = fs.readFileSync(path.join(folder, 'blocks', '20.json'), 'utf8')
  const block = chain.find(({ slot }) => slot === 20)
  expect(parseJson(text)).toMatchObject({
    marked: balance,
    blockhash: block?.blockhash,
    transactions: block?.transactions,
  })
})

const breakingOffAt =
  (at: number, stop: AbortController): Script =>
  ({ slot }) => {
    if (slot === at) stop.abort()
    return slot === at ? { reset: true } : null
  }

it('goes on where it was broken off, and asks only for what is missing', async () => {
  const stop = new AbortController()
  node.script = breakingOffAt(50, stop)
  expect(await recorded(5, 65, { signal: stop.signal })).toBe(false)
  expect(readRecording(folder)?.complete).toBe(false)
  const there = files()
  expect(there.length).toBeGreaterThan(0)
  expect(there.length).toBeLessThan(40)
  fs.writeFileSync(path.join(folder, 'blocks', '64.json.part'), '{"blockhash"')
  await node.close()
  node = await nodeOfTest(chain)
  const newest = Number.parseInt(there.at(-1) ?? '', 10)
  expect(await recorded(5, newest - 1)).toBe(true)
  expect(node.requests.some(({ method }) => method === 'getBlock')).toBe(false)
  const lines: string[] = []
  expect(await recorded(5, 65, { print: (line) => lines.push(line) })).toBe(true)
  expect(lines[0]).toBe(`Going on behind slot ${newest}, with ${there.length} blocks there`)
  expect(node.requests.some(({ slot }) => slot !== null && slot <= newest)).toBe(false)
  await expectSameAsFollowing(5, 65, chain)
  node.requests.length = 0
  expect(await recorded(5, 65)).toBe(true)
  expect(node.requests.some(({ method }) => method === 'getBlock')).toBe(false)
  expect(await recorded(5, 68)).toBe(true)
  await expectSameAsFollowing(5, 68, chain)
})

it.each([3, 40])('drops what a fork of %i blocks took back while it was broken off', async (depth) => {
  node.serve(shortened(chain, 10))
  const stop = new AbortController()
  const last = shortened(chain, 10).at(-1)?.slot ?? 0
  const begun = recorded(20, 90, { signal: stop.signal })
  await comes(() => expect(fs.existsSync(path.join(folder, 'blocks', `${last}.json`))).toBe(true))
  stop.abort()
  expect(await begun).toBe(false)
  const common = shortened(chain, 10 + depth)
  const fork = grown(common, { slots: slotsFrom((common.at(-1)?.slot ?? 0) + 2, 95), fork: 'other', filling })
  node.serve(fork)
  expect(await recorded(20, 90)).toBe(true)
  await expectSameAsFollowing(20, 90, fork)
})

it('does not mix recordings', async () => {
  await recorded(20, 25)
  await expect(recorded(21, 25)).rejects.toThrow(`${folder}: it begins at slot 20, not 21`)
  const before = node.genesisHash
  node.genesisHash = chain[0]?.blockhash ?? ''
  await expect(recorded(20, 25)).rejects.toThrow(`${folder}: it is of the chain ${before}, not ${node.genesisHash}`)
  fs.rmSync(path.join(folder, 'recording.json'))
  await expect(recorded(20, 25)).rejects.toThrow(`${folder}: it holds a ledger that was not recorded by this command`)
  expect(files()).toHaveLength(6)
})

it('says what the node does not keep', async () => {
  node.firstAvailable = 40
  await expect(recorded(20, 45)).rejects.toThrow('begin with --from 40 or later')
})

it('never writes a block without inner instructions: it is asked for again', async () => {
  const without = (block: unknown) =>
    JSON.parse(JSON.stringify(block, (name, value) => (name === 'innerInstructions' ? null : value)))
  node.script = ({ slot, earlier }) => (slot !== null && slot < 10 && earlier < 5 ? { result: without } : null)
  expect(await recorded(3, 12)).toBe(true)
  const written = files().map((name) => fs.readFileSync(path.join(folder, 'blocks', name), 'utf8'))
  expect(written.filter((text) => text.includes('"innerInstructions":[')).length).toBeGreaterThan(3)
  expect(written.join()).not.toContain('"innerInstructions":null')
})

it('tells how far it is every ten seconds', async () => {
  const lines: string[] = []
  node.script = ({ slot }) => (slot === null ? null : { delay: 5000 })
  await recorded(1, 68, { print: (line) => lines.push(line) })
  expect(lines.at(-1)).toMatch(/^Recording: slot \d+ of 68, [\d.]+ slots per second, about .+ left$/)
})
