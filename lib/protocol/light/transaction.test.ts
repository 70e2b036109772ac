import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { loopTurn } from '@/lib/platform/turns'
import {
  type Form,
  groupBatchAppend,
  groupV1,
  groupV2,
  insertInstruction,
  instructionData,
  key,
  type MadeAccount,
  outputOf,
  PROGRAM_IDS,
  PROGRAMS,
  QUEUE_V2,
  queuesOf,
  SOMEONE,
  signature,
  TRANSFER,
  TREE_V1,
  TREE_V2,
  tokenData,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { turnsDuring } from '@/lib/testing/until'
import { type Instruction, openWhole, openWholeYielding } from './groups'
import {
  invokeCpiWithReadOnly,
  LayoutError,
  publicTransactionEvent,
  publicTransactionEventWithAtaOwners,
} from './layouts'
import { NOOP, SOLANA_SYSTEM } from './programs'
import { DISCRIMINATORS } from './system-instruction'
import { parseTransaction } from './transaction'

const a: MadeAccount = { hash: key('a'), owner: key('owner'), leafIndex: 7, lamports: 9007199254740995n }
const b: MadeAccount = { hash: key('b'), owner: key('owner'), leafIndex: 8 }

function parse(groups: Instruction[][], form?: Parameters<typeof transactionOf>[2]) {
  const parsed = parseTransaction(transactionOf('tx', groups, form), PROGRAMS)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed
}

const hashes = (groups: Instruction[][]) => parse(groups).update?.outputs.map(({ hash }) => hash) ?? null

function changed(group: Instruction[], index: number, change: Partial<Instruction>): Instruction[] {
  return group.map((instruction, i) => (i === index ? { ...instruction, ...change } : instruction))
}

describe('serialisation', () => {
  it.each(['loaded', 'readonly'] as const)('finds the compression program among %s addresses of a table', (as) => {
    for (const encoding of ['base64', 'json'] as const) {
      const form = { encoding, loaded: [SOMEONE], [as]: [PROGRAM_IDS.compression] }
      expect(parse([groupV1({ outputs: [a] })], form).update?.outputs).toMatchObject([{ hash: a.hash }])
    }
  })

  it('ignores a failed transaction, however complete its event', () => {
    expect(parse([groupV1({ outputs: [a] })], { err: { InstructionError: [0, 'Custom'] } }).update).toBeNull()
  })

  describe.each(['base64', 'json'] as const)('in %s', (encoding) => {
    const read = (meta: object, groups = [groupV1({ outputs: [a] })], form: Form = {}) => {
      const made = transactionOf('tx', groups, { encoding, ...form })
      return parseTransaction({ ...made, meta: { ...(made.meta as object), ...meta } }, PROGRAMS)
    }
    const unknown = (what: string) => ({
      ok: false,
      isRecorded: false,
      reason: `the node did not record the ${what} of transaction ${base58.encode(signature('tx'))}`,
    })

    it.each([
      ['null', null],
      ['absent', undefined],
      ['no list', {}],
      ['a list of something else', [null]],
      ['instructions by name', [{ index: 0, instructions: [{ programId: PROGRAM_IDS.compression, parsed: {} }] }]],
    ])('does not take inner instructions for none that are %s', (_, innerInstructions) => {
      expect(read({ innerInstructions })).toEqual(unknown('inner instructions'))
      expect(read({ innerInstructions, err: 'AccountInUse' })).toMatchObject({ ok: true, update: null })
      expect(read({ innerInstructions }, [[TRANSFER]])).toMatchObject({ ok: true, update: null })
    })

    it('does not take a transaction without an outcome for one that failed, or did not', () => {
      const made = transactionOf('tx', [groupV1({ outputs: [a] })], { encoding })
      const { err: _, ...meta } = made.meta as { err: unknown }
      expect(parseTransaction({ ...made, meta }, PROGRAMS)).toEqual(unknown('outcome'))
    })

    it('takes an empty list of inner instructions for none', () => {
      expect(read({ innerInstructions: [] })).toMatchObject({ ok: true, update: null, undecodable: [] })
    })

    it.each([
      ['null', null],
      ['absent', undefined],
      ['without a list', { readonly: [] }],
    ])('does not take loaded addresses for none that are %s', (_, loadedAddresses) => {
      const loaded = [PROGRAM_IDS.compression]
      expect(read({ loadedAddresses }, undefined, { loaded })).toEqual(unknown('loaded addresses'))
      expect(read({ loadedAddresses, err: 'AccountInUse' }, undefined, { loaded })).toMatchObject({ update: null })
    })
  })

  it('leaves others their turn after every eight of its inner instructions', async () => {
    const made = transactionOf('tx', [groupV1({ outputs: [a] })])
    const called = { programIdIndex: 0, accounts: [], data: '' }
    const innerInstructions = [{ index: 0, instructions: Array.from({ length: 120 }, () => ({ ...called })) }]
    const reading = openWholeYielding({ ...made, meta: { ...(made.meta as object), innerInstructions } }, loopTurn)
    const turns = await turnsDuring(reading)
    expect((await reading).groups.flat()).toHaveLength(121)
    expect(turns).toBeGreaterThanOrEqual(120 / 8)
  })

  it.each([
    [2, 2],
    [128, 128],
    [129, null],
    [1, null],
    [2.5, null],
    ['2', null],
    [undefined, null],
  ])('has a call at the depth that a node says, where there is one: %s', (stackHeight, depth) => {
    const made = transactionOf('tx', [groupV1({ outputs: [a] })])
    const called = { programIdIndex: 0, accounts: [], data: '', stackHeight }
    const source = { ...made, meta: { err: null, innerInstructions: [{ index: 0, instructions: [called] }] } }
    expect(openWhole(source).groups.flat()).toMatchObject([{ depth: 1 }, { depth }])
  })

  it.each([
    ['128 instructions', 127, 1, true],
    ['129 instructions', 128, 1, false],
    ['256 accounts of an instruction', 1, 256, true],
    ['257 accounts of an instruction', 1, 257, false],
  ])('reads what the runtime allows and some more, and no more than that: %s', (_, count, accounts, ok) => {
    const made = transactionOf('tx', [groupV1({ outputs: [a] })])
    const called = { programIdIndex: 0, accounts: Array(accounts).fill(0), data: '' }
    const innerInstructions = [{ index: 0, instructions: Array(count).fill(called) }]
    const source = { ...made, meta: { ...(made.meta as object), innerInstructions } }
    expect(parseTransaction(source, PROGRAMS).ok).toBe(ok)
    if (ok) expect(openWhole(source).groups.flat()).toHaveLength(count + 1)
    else expect(() => openWhole(source)).toThrow(LayoutError)
  })

  const whole = transactionOf('tx', [groupV1({ outputs: [a] })])
  const wire = (whole.transaction as string[])[0] ?? ''
  const inner = (data: string, programIdIndex = 1) => ({
    err: null,
    innerInstructions: [{ index: 0, instructions: [{ programIdIndex, accounts: [], data }] }],
  })
  const jsonWith = (members: object, signatures?: string[]) => {
    const json = transactionOf('tx', [groupV1({ outputs: [a] })], { encoding: 'json' })
    const made = json.transaction as { signatures: string[]; message: object }
    const message = { ...made.message, ...members }
    return { ...json, transaction: { signatures: signatures ?? made.signatures, message } }
  }
  it.each([
    ['meta is missing', { ...whole, meta: null }, /wanted meta with a member err/],
    ['the wire is cut', { ...whole, transaction: [wire.slice(0, 400), 'base64'] }, /the transaction does not decode/],
    ['base64 is none', { ...whole, transaction: [`!${wire.slice(1)}`, 'base64'] }, /base64, base58 or json/],
    ['inner instructions name accounts that are not there', { ...whole, meta: inner('', 99) }, /names account 99/],
    [
      'the data of an inner instruction are longer than a program can pass on',
      { ...whole, meta: inner('z'.repeat(600_000)) },
      /wanted at most 13985 characters of base58 \(10,240 bytes\), found 600000/,
    ],
    [
      'the data of an instruction are longer than a transaction',
      jsonWith({ instructions: [{ programIdIndex: 0, accounts: [], data: 'z'.repeat(600_000) }] }),
      /wanted at most 5594 characters of base58 for the instructions, found 600000/,
    ],
    [
      'a signature is longer than one',
      jsonWith({}, ['z'.repeat(600_000)]),
      /wanted at most 88 characters of base58 for a signature, found 600000/,
    ],
    [
      'the transaction is longer than one',
      { ...whole, transaction: ['z'.repeat(600_000), 'base58'] },
      /wanted a transaction in base64, base58 or json/,
    ],
  ])('says so at once when %s', (_, source, reason) => {
    const parsed = parseTransaction(source, PROGRAMS)
    expect(parsed).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
  })
})

describe('v1 events', () => {
  it('give the account its tree, leaf index and rising sequence numbers', () => {
    const { update } = parse([groupV1({ inputs: [key('spent')], outputs: [a, b], seq: 2n ** 64n - 2n })])
    expect(update?.inputs).toEqual([key('spent')])
    expect(update?.outputs).toMatchObject([
      { ...a, tree: TREE_V1, treeType: 1, queue: null, seq: 2n ** 64n - 2n, token: null, data: null, address: null },
      { ...b, tree: TREE_V1, treeType: 1, queue: null, seq: 2n ** 64n - 1n },
    ])
  })

  it('stand behind one or two system transfers, not none and not three', () => {
    const group = groupV1({ outputs: [a] })
    const withTransfers = (count: number) => [
      ...group.slice(0, 2),
      ...Array<Instruction>(count).fill(TRANSFER),
      ...group.slice(3),
    ]
    expect([0, 1, 2, 3].map((count) => hashes([withTransfers(count)]) !== null)).toEqual([false, true, true, false])
  })

  it('need the compression program before the transfers and nothing else between', () => {
    const group = groupV1({ outputs: [a] })
    const stranger = { program: SOMEONE, accounts: [], data: new Uint8Array(20) }
    expect(hashes([changed(group, 1, { program: SOMEONE })])).toBeNull()
    expect(hashes([[...group.slice(0, 3), stranger, ...group.slice(3)]])).toBeNull()
    expect(hashes([changed(group, 3, { program: SOMEONE })])).toBeNull()
  })

  it('may end with the owners of associated token accounts', () => {
    const group = groupV1({ outputs: [a] })
    const event = publicTransactionEvent.decode(group[3]?.data ?? new Uint8Array())
    const ataOwners = [{ outputIndex: 0, wallet: key('wallet') }]
    const data = new Uint8Array(publicTransactionEventWithAtaOwners.encode({ ...event, ataOwners }))
    expect(hashes([changed(group, 3, { data })])).toEqual([key('a')])
  })

  const group = groupV1({ outputs: [a] })
  const data = group[3]?.data ?? new Uint8Array()
  const event = publicTransactionEvent.decode(data)
  const encoded = (part: Partial<typeof event>) => new Uint8Array(publicTransactionEvent.encode({ ...event, ...part }))
  it.each([
    ['trailing bytes', Uint8Array.from([...data, 1]), /wanted the end at byte/],
    ['a cut end', data.subarray(0, -1), /v1 event \(\d+ bytes\): wanted/],
    [
      'more outputs than hashes',
      encoded({ outputHashes: [] }),
      /as many hashes and leaf indices as outputs \(1\), found 0 and 1/,
    ],
    ['a tree that is not listed', encoded({ publicKeys: [] }), /names tree 0 of 0 public keys/],
    ['no sequence number', encoded({ sequenceNumbers: [] }), /no sequence number/],
  ])('with %s are skipped and the reason given', (_, bytes, reason) => {
    const parsed = parse([changed(group, 3, { data: bytes }), groupV1({ outputs: [b] })])
    expect(parsed.undecodable).toEqual([expect.stringMatching(reason)])
    expect(parsed.update?.outputs.map(({ hash }) => hash)).toEqual([key('b')])
  })
})

describe('v2 events', () => {
  it('are assembled from the system instruction and InsertIntoQueues', () => {
    const { update } = parse([groupV2({ inputs: [key('spent')], outputs: [a, b] })])
    expect(update?.inputs).toEqual([key('spent')])
    expect(update?.outputs).toMatchObject([
      { ...a, tree: TREE_V2, treeType: 3, queue: QUEUE_V2, seq: null },
      { ...b, tree: TREE_V2, treeType: 3, queue: QUEUE_V2, seq: null },
    ])
  })

  it('decide about their whole group: a v1 event and a tree event in it are not read', () => {
    const mixed = [...groupV2({ outputs: [a] }), ...groupV1({ outputs: [b] }), ...groupBatchAppend(5n)]
    expect(parse([mixed])).toMatchObject({
      update: { outputs: [{ hash: a.hash }], batchAppends: [] },
      undecodable: [],
    })
    const apart = parse([groupV2({ outputs: [a] }), groupV1({ outputs: [b] }), groupBatchAppend(5n)])
    expect(apart.update).toMatchObject({ outputs: [{ hash: a.hash }, { hash: b.hash }], batchAppends: [{}] })
  })

  it('put outputs of a CPI context before those of the calling instruction', () => {
    const queues = { ...queuesOf({ outputs: [a, b] }), cpiContextOutputs: [outputOf(a, 0)] }
    const [system, transfer] = groupV2({ outputs: [b] })
    if (!system || !transfer) throw new Error('no group')
    const earlier = { ...system, data: groupV2({ outputs: [a] })[0]?.data ?? new Uint8Array() }
    const outputs = parse([[earlier, system, transfer, insertInstruction(queues)]]).update?.outputs
    expect(outputs).toMatchObject([
      { hash: a.hash, lamports: a.lamports },
      { hash: b.hash, lamports: 0n },
    ])
  })

  it('stop at the shortest of outputs, hashes and leaf indices', () => {
    const queues = queuesOf({ outputs: [a] })
    const [system, transfer] = groupV2({ outputs: [a, b] })
    if (!system || !transfer) throw new Error('no group')
    expect(hashes([[system, transfer, insertInstruction(queues)]])).toEqual([key('a')])
  })

  const head = {
    mode: 0,
    bump: 0,
    invokingProgram: key('program'),
    lamports: 0n,
    isCompress: false,
    withCpiContext: false,
    withTransactionHash: false,
    cpiContext: new Uint8Array(3),
    proof: null,
    newAddresses: [],
  }
  const readOnly = { readOnlyAddresses: [], readOnlyAccounts: [] }
  const withSystem = (data: Uint8Array, first: number): Instruction[] => [
    {
      program: PROGRAM_IDS.lightSystem,
      accounts: [...Array<string>(first).fill(SOMEONE), base58.encode(QUEUE_V2)],
      data,
    },
    TRANSFER,
    insertInstruction(queuesOf({ outputs: [a] })),
  ]

  it.each([
    [{ mode: 0, lamports: 5n, withCpiContext: true }, 11],
    [{ mode: 1 }, 6],
    [{ mode: 1, lamports: 5n, isCompress: true }, 7],
    [{ mode: 1, lamports: 5n, isCompress: false }, 8],
    [{ mode: 1, isCompress: true }, 6],
    [{ mode: 1, withCpiContext: true }, 7],
    [{ mode: 1, lamports: 2n ** 64n - 1n, withCpiContext: true }, 9],
  ])('find the queue of InvokeCpiWithReadOnly %o behind %i accounts', (part, first) => {
    const data = invokeCpiWithReadOnly.encode({
      head: { ...head, ...part },
      inputs: [],
      outputs: [outputOf(a, 0)],
      ...readOnly,
    })
    const system = instructionData(DISCRIMINATORS.invokeCpiWithReadOnly, data)
    expect(hashes([withSystem(system, first)])).toEqual([a.hash])
    expect(parse([withSystem(system, first + 1)]).undecodable).toHaveLength(1)
  })

  const group = groupV2({ outputs: [a] })
  const insert = group[2]
  if (!insert) throw new Error('no group')
  const swapped = (index: number, change: Partial<Instruction>) => [changed(group, index, change)]
  it.each([
    ['a stranger in place of the registered program', swapped(2, { accounts: [SOMEONE, SOMEONE, SOMEONE] })],
    ['another discriminator', swapped(2, { data: instructionData('0011223344556677', insert.data.subarray(8)) })],
    ['another program for InsertIntoQueues', swapped(2, { program: SOMEONE })],
    ['no Solana system instruction between', [group.filter((_, i) => i !== 1)]],
    [
      'a stranger between',
      [[...group.slice(0, 2), { program: SOMEONE, accounts: [], data: new Uint8Array(12) }, insert]],
    ],
    [
      'the creation of a CPI context',
      swapped(0, { data: instructionData(DISCRIMINATORS.createCpiContext, new Uint8Array(20)) }),
    ],
    ['InsertIntoQueues alone', [[insert]]],
    ['the two halves in different groups', [group.slice(0, 1), group.slice(1)]],
  ])('are not made of %s', (_, groups) => {
    expect(parse(groups).update).toBeNull()
  })

  it('that do not decode leave the group to the other kinds', () => {
    const broken = changed(group, 2, { data: insert.data.subarray(0, -1) })
    const parsed = parse([[...broken, ...groupV1({ outputs: [b] }).slice(1)]])
    expect(parsed.update?.outputs.map(({ hash }) => hash)).toEqual([b.hash])
    expect(parsed.undecodable).toEqual([
      expect.stringMatching(/InsertIntoQueues: wanted \d+ bytes behind the length, found/),
    ])
  })

  it('refuse an unknown system instruction and a queue without sequence number', () => {
    const unknown = instructionData('0000000000000001', new Uint8Array(20))
    expect(parse(swapped(0, { data: unknown })).undecodable).toEqual([
      'unknown Light system instruction 0000000000000001',
    ])
    const accounts = [...Array<string>(9).fill(SOMEONE), SOMEONE]
    expect(parse(swapped(0, { accounts })).undecodable).toEqual([
      expect.stringMatching(/no output sequence number for/),
    ])
  })
})

describe('tree events', () => {
  it('make a compression transaction without accounts, and name the next leaf of a batch append', () => {
    expect(parse([groupBatchAppend(500n)]).update).toEqual({
      signature: signature('tx'),
      inputs: [],
      outputs: [],
      batchAppends: [{ tree: TREE_V2, nextIndex: 500n }],
    })
  })

  it.each([
    ['an unknown tag', [6, 0, 0], /wanted a tag from 0 to 5, found 6/],
    ['no data', [], /found no byte/],
    ['trailing bytes', [1, ...new Uint8Array(45)], /wanted the end at byte 44, found 1 more/],
  ])('are not made of %s', (_, data, reason) => {
    const group = changed(groupBatchAppend(1n), 2, { data: Uint8Array.from(data) })
    expect(parse([group])).toMatchObject({ update: null, undecodable: [expect.stringMatching(reason)] })
  })

  it('stand directly behind an instruction of the compression program', () => {
    const noop = { program: NOOP, accounts: [], data: Uint8Array.from([1, ...new Uint8Array(44)]) }
    const compression = { program: PROGRAM_IDS.compression, accounts: [], data: new Uint8Array(8) }
    const transfer = { program: SOLANA_SYSTEM, accounts: [], data: new Uint8Array(12) }
    expect(parse([[compression, noop]]).update).not.toBeNull()
    expect(parse([[compression], [noop]]).update).toBeNull()
    expect(parse([[compression, transfer, noop]]).update).toBeNull()
  })
})

describe('token accounts', () => {
  const token = { mint: key('mint'), owner: key('wallet'), amount: 2n ** 64n - 1n, delegate: key('delegate') }
  const account = { ...a, owner: PROGRAMS.tokenBytes, data: tokenData(token) }

  it('that do not decode stay plain accounts, and the reason is given', () => {
    const data = { ...tokenData(token), data: new Uint8Array(10) }
    const parsed = parse([groupV1({ outputs: [{ ...account, data }] })])
    expect(parsed.update?.outputs).toMatchObject([{ hash: a.hash, token: null, data: { data: new Uint8Array(10) } }])
    expect(parsed.undecodable).toEqual([expect.stringMatching(/token data \(10 bytes\)/)])
  })
})
