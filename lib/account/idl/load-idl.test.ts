import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { address } from '@solana/kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProblemError, problem } from '../../api/problem'
import { decodeBase58 } from '../../protocol/base58'
import { keyBase58 } from '../../protocol/key-base58'
import { comes } from '../../testing/comes'
import { virtualTime } from '../../testing/virtual-time'
import type { ChainAccount } from '../mints/read-mints'
import { idlPlaces } from './idl-account'
import { IdlMemory } from './load-idl'

const PROGRAM = address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4')
const METADATA = 'ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S'
const TEXT = JSON.stringify({ address: PROGRAM, metadata: { spec: '0.1.0' }, instructions: [], types: [] })
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer)

function anchorAccount(data: Buffer, length = data.length): ChainAccount {
  const head = Buffer.from('184662bf3a907b9e', 'hex')
  return { owner: PROGRAM, data: Buffer.concat([head, Buffer.alloc(32, 1), u32(length), data]) }
}

function metadataAccount(
  data: Buffer,
  { source = 0, compression = 0, format = 1, encoding = 1, kind = 2 } = {},
): ChainAccount {
  const seed = Buffer.from('idl'.padEnd(16, '\0'))
  const head = [Buffer.from([kind]), decodeBase58(PROGRAM), Buffer.alloc(32, 2), Buffer.from([1, 1]), seed]
  const how = Buffer.from([encoding, compression, format, source])
  return { owner: METADATA, data: Buffer.concat([...head, how, u32(data.length), Buffer.alloc(5), data]) }
}

function memoryOf(answer: () => (ChainAccount | null)[], folder: string | null = null) {
  const calls: string[][] = []
  const read = async (addresses: readonly string[]) => {
    calls.push([...addresses])
    return answer()
  }
  let left = 60
  const memory = new IdlMemory(read, folder, () => left-- > 0)
  return { memory, calls }
}

it('knows where IDLs are', async () => {
  expect((await idlPlaces(PROGRAM)).anchor).toBe('C88XWfp26heEmDkmfSzeXP7Fd7GQJ2j9dDTUsyiZbUTa')
})

describe('on the chain', () => {
  const read = (...accounts: (ChainAccount | null)[]) => memoryOf(() => accounts).memory.of(PROGRAM, 1_000)

  it('reads the metadata first, then Anchor’s account', async () => {
    const zlib = deflateSync(TEXT)
    const anchor = anchorAccount(zlib)
    for (const [compression, data] of [Buffer.from(TEXT), gzipSync(TEXT), zlib].entries()) {
      expect(await read(metadataAccount(data, { compression }), anchor)).toMatchObject({
        state: 'found',
        source: { kind: 'Program Metadata' },
      })
    }
    expect(await read(null, anchor)).toMatchObject({ state: 'found', source: { kind: 'Anchor' }, text: TEXT })
    expect(await read(null, null)).toEqual({ state: 'absent' })
    expect(await read({ owner: '1'.repeat(32), data: new Uint8Array(200) }, null)).toEqual({ state: 'absent' })
  })

  it.each([
    ['kept at a URL', { source: 1 }, 'It is kept at a URL, which is never fetched.'],
    ['another format', { format: 2 }, 'It is YAML, not JSON.'],
    ['not inflated', { compression: 2 }, 'It cannot be inflated.'],
    ['a buffer', { kind: 1 }, 'The account is no metadata.'],
  ])('%s: damaged, and Anchor’s account is not believed instead', async (_, how, reason) => {
    const found = await read(metadataAccount(Buffer.from(TEXT), how), anchorAccount(deflateSync(TEXT)))
    expect(found).toMatchObject({ state: 'damaged', reason })
  })

  it('inflates no bomb, and reads no cut account', async () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000, 32))
    expect(await read(null, anchorAccount(bomb))).toMatchObject({
      state: 'damaged',
      reason: 'It is larger than 1 MiB.',
    })
    expect(await read(null, anchorAccount(deflateSync(TEXT), 10_000))).toMatchObject({ reason: 'The account is cut.' })
    const foreign = deflateSync(TEXT.replace(PROGRAM, METADATA))
    expect(await read(null, anchorAccount(foreign))).toMatchObject({ reason: 'It names another program.' })
  })
})

describe('look-ups', () => {
  const time = virtualTime()

  it('asks once an hour and program, by one call', async () => {
    const { memory, calls } = memoryOf(() => [null, anchorAccount(deflateSync(TEXT))])
    await Promise.all([1, 2, 3].map(() => memory.of(PROGRAM, 1_000)))
    await time.pass(3_599_000)
    await memory.of(PROGRAM, 1_000)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toHaveLength(2)
    await time.pass(2_000)
    await memory.of(PROGRAM, 1_000)
    await comes(() => expect(calls).toHaveLength(2))
  })

  it('asks for no known program, and for at most 60 a minute', async () => {
    const { memory, calls } = memoryOf(() => [null, null])
    await memory.of('cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m', 1_000)
    expect(calls).toHaveLength(0)
    const others = Array.from({ length: 61 }, (_, index) => keyBase58(new Uint8Array(32).fill(index + 1)))
    const found = await Promise.all(others.map((program) => memory.of(program, 1_000)))
    expect(calls).toHaveLength(60)
    expect(found.at(-1)).toEqual({ state: 'not asked' })
  })

  it('keeps what it found when the node fails', async () => {
    let fails = false
    const { memory } = memoryOf(() => {
      if (fails) throw new ProblemError(problem('chain_unavailable', 'The chain node is unreachable.'))
      return [null, anchorAccount(deflateSync(TEXT))]
    })
    await memory.of(PROGRAM, 1_000)
    fails = true
    await time.pass(3_700_000)
    expect(await memory.of(PROGRAM, 1_000)).toMatchObject({ state: 'found' })
    const other = memoryOf(() => {
      throw new ProblemError(problem('chain_unavailable', 'The chain node is unreachable.'))
    })
    const failed = { state: 'failed', reason: 'The chain node is unreachable.' }
    for (const calls of [1, 1, 2]) {
      expect(await other.memory.of(PROGRAM, 1_000)).toEqual(failed)
      await comes(() => expect(other.calls).toHaveLength(calls))
      await time.pass(40_000)
    }
  })
})

describe('IDL_DIR', () => {
  const time = virtualTime()
  let folder = ''
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idl-'))
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  it('comes before the chain', async () => {
    fs.writeFileSync(path.join(folder, `${PROGRAM}.json`), TEXT)
    const { memory, calls } = memoryOf(() => [null, null], folder)
    expect(await memory.of(PROGRAM, 1_000)).toMatchObject({ state: 'found', source: { kind: 'file' } })
    expect(calls).toHaveLength(0)
  })

  it('is read again within seconds, whether a file comes, breaks or goes', async () => {
    const file = path.join(folder, `${PROGRAM}.json`)
    const { memory, calls } = memoryOf(() => [null, null], folder)
    const next = async () => {
      await time.pass(6_000)
      return memory.of(PROGRAM, 1_000)
    }
    const becomes = (state: object) => comes(async () => expect(await next()).toMatchObject(state))
    expect(await memory.of(PROGRAM, 1_000)).toEqual({ state: 'absent' })
    fs.writeFileSync(file, TEXT)
    await becomes({ state: 'found', source: { kind: 'file' } })
    fs.writeFileSync(file, '{')
    await becomes({ state: 'damaged', reason: 'It is not JSON.' })
    fs.rmSync(file)
    await becomes({ state: 'absent' })
    expect(calls).toHaveLength(1)
  })
})
