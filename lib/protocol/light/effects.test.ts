import { base58 } from '@scure/base'
import { beforeAll, describe, expect, it } from 'vitest'
import { loopTurn } from '@/lib/platform/turns'
import {
  groupV1,
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
  TRANSFER,
  TREE_V1,
  TREE_V2,
  transactionOf,
  withLength,
} from '@/lib/testing/indexer/synthetic-chain'
import { trueAccount } from '@/lib/testing/indexer/true-account'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import type { RecordedEntry } from '@/lib/testing/recordings/recording'
import { type EventEffects, effectsOf, type TransactionEffects } from './effects'
import { type Instruction, openWhole } from './groups'
import { invoke, LayoutError } from './layouts'
import { type Programs, resolvePrograms } from './programs'
import { DISCRIMINATORS } from './system-instruction'
import { parseTransaction } from './transaction'

describe('what recorded transactions did', () => {
  interface Read {
    name: string
    entry: RecordedEntry
    programs: Programs
    effects: TransactionEffects
  }
  const all: Read[] = []
  beforeAll(async () => {
    for (const name of recordingNames()) {
      const { programIds, blocks, extra } = readRecording(name)
      const programs = await resolvePrograms({ ...PROGRAM_IDS, ...programIds })
      for (const entry of [...blocks, ...extra].flatMap(({ entries }) => entries)) {
        all.push({ name, entry, programs, effects: await effectsOf(entry.transaction, programs, loopTurn) })
      }
    }
  })

  it('is what the indexer reads: the same inputs, the same outputs, the same events that cannot be read', () => {
    for (const { name, entry, programs, effects } of all) {
      const parsed = parseTransaction(entry.transaction, programs)
      if (!parsed.ok) throw new Error(parsed.reason)
      const { events, undecodable, usesCompression } = effects
      const title = `${name} ${entry.signature}`
      expect(undecodable, title).toEqual(parsed.undecodable)
      expect(usesCompression, title).toBe(parsed.update !== null)
      const outputs = parsed.update?.outputs ?? []
      // Only the indexer needs them.
      for (const { token } of outputs) if (token) delete token.wallet
      expect(events.flatMap(({ created }) => created)).toEqual(outputs)
      expect(events.flatMap(({ consumed }) => consumed.map(({ hash }) => hash))).toEqual(parsed.update?.inputs ?? [])
    }
  })

  it('has the fields of every consumed account, programs of 2024 included, and they are those that it was created with', () => {
    const events = all.flatMap(({ effects }) => effects.events)
    const created = new Map(events.flatMap((event) => event.created.map((one) => [base58.encode(one.hash), one])))
    const consumed = events.flatMap((event) => event.consumed)
    let compared = 0
    for (const { hash, leaf, fields } of consumed) {
      expect(fields, base58.encode(hash)).not.toBeNull()
      const before = created.get(base58.encode(hash))
      if (!before || !fields) continue
      const { owner, lamports, address, data, tree, treeType, leafIndex } = before
      const hashed = data && { discriminator: data.discriminator, dataHash: data.dataHash }
      expect({ ...fields, ...leaf }).toEqual({ owner, lamports, address, data: hashed, tree, treeType, leafIndex })
      compared++
    }
    expect({ consumed: consumed.length, compared }).toMatchInlineSnapshot(`
      {
        "compared": 189,
        "consumed": 195,
      }
    `)
  })

  it('balances: lamports that go in come out', () => {
    const lamports = (accounts: { lamports: bigint }[]) => accounts.reduce((sum, one) => sum + one.lamports, 0n)
    for (const { name, entry, effects } of all) {
      for (const { consumed, created, compressed, decompressed, relayFee } of effects.events) {
        const spent = consumed.flatMap(({ fields }) => fields ?? [])
        expect(lamports(spent) + compressed, `${name} ${entry.signature}`).toBe(
          lamports(created) + decompressed + relayFee,
        )
      }
    }
  })

  it('took the addresses that its outputs have, those that v1 events do not name as well', () => {
    const counts = { taken: 0, inOutputs: 0 }
    for (const { effects } of all) {
      for (const { newAddresses, created } of effects.events) {
        counts.taken += newAddresses.length
        const used = created.flatMap(({ address }) => (address ? [base58.encode(address)] : []))
        counts.inOutputs += newAddresses.filter(({ address }) => used.includes(base58.encode(address))).length
      }
    }
    expect(counts).toMatchInlineSnapshot(`
      {
        "inOutputs": 89,
        "taken": 140,
      }
    `)
  })
})

describe('made transactions', () => {
  const made: typeof trueAccount = (...args) => {
    const account = trueAccount(...args)
    return { ...account, hash: new Uint8Array(account.hash) }
  }
  const owner = key('owner')
  const address = key('address')
  const data = { discriminator: 9n, data: Uint8Array.of(1, 2), dataHash: key('data') }
  const spent = made({ owner, leafIndex: 7, lamports: 5n, address, data }, 'v2')
  const plain = made({ owner, leafIndex: 8, lamports: 2n ** 64n - 1n }, 'v2')

  const eventsOf = async (groups: Instruction[][], err: unknown = null): Promise<EventEffects[]> =>
    (await effectsOf(transactionOf('tx', groups, { err }), PROGRAMS, loopTurn)).events

  const context = (leafIndex: number) => ({ treeIndex: 0, queueIndex: 1, leafIndex, proveByIndex: true })
  const packed = (account: MadeAccount, leafIndex = account.leafIndex) => ({
    account: outputOf(account, 0).account,
    merkleContext: context(leafIndex),
    rootIndex: 0,
    readOnly: false,
  })
  const systemAccounts = (first: number) => [
    ...Array<string>(first).fill(SOMEONE),
    base58.encode(TREE_V2),
    base58.encode(QUEUE_V2),
  ]
  type Inputs = Parameters<typeof invoke.encode>[0]['inputs']
  const invokeInstruction = (inputs: Inputs, more: object = {}): Instruction => ({
    program: PROGRAM_IDS.lightSystem,
    accounts: systemAccounts(9),
    data: instructionData(
      DISCRIMINATORS.invoke,
      withLength(
        invoke.encode({
          proof: null,
          inputs,
          outputs: [],
          relayFee: null,
          newAddresses: [],
          lamports: null,
          isCompress: false,
          ...more,
        }),
      ),
    ),
  })
  const spends = (accounts: MadeAccount[]): Instruction => {
    const queues = queuesOf({})
    const nullifiers = accounts.map(({ hash, leafIndex }) => ({
      hash,
      leafIndex,
      proveByIndex: true,
      treeIndex: 1,
      queueIndex: 0,
    }))
    const inputSequenceNumbers = [{ tree: TREE_V2, queue: QUEUE_V2, treeType: 3n, seq: 0n }]
    const insert = insertInstruction({ ...queues, nullifiers, inputSequenceNumbers })
    return { ...insert, accounts: [...insert.accounts, base58.encode(TREE_V2)] }
  }
  const fieldsOf = ({ lamports = 0n, data = null, address = null }: MadeAccount) => ({
    owner,
    lamports,
    address,
    data: data && { discriminator: data.discriminator, dataHash: data.dataHash },
  })
  const consumedAs = (account: MadeAccount) => ({
    hash: account.hash,
    leaf: { tree: TREE_V2, treeType: 3, leafIndex: account.leafIndex },
    fields: fieldsOf(account),
  })

  it('say that fields are not known where none make the hash', async () => {
    const group = [invokeInstruction([packed({ ...spent, lamports: 6n })]), TRANSFER, spends([spent])]
    expect((await eventsOf([group]))[0]?.consumed).toEqual([{ ...consumedAs(spent), fields: null }])
  })

  it('name leaf and tree of a v1 input where its fields are told, else neither', async () => {
    const v1 = made({ owner, leafIndex: 9, lamports: 3n }, 'v1')
    const stranger = key('not told')
    const [, ...rest] = groupV1({ inputs: [v1.hash, stranger] })
    const system = {
      ...invokeInstruction([packed(v1)]),
      accounts: [...systemAccounts(9).slice(0, 9), base58.encode(TREE_V1)],
    }
    expect((await eventsOf([[system, ...rest]]))[0]).toMatchObject({
      kind: 'v1',
      consumed: [
        { hash: v1.hash, leaf: { tree: TREE_V1, treeType: 1, leafIndex: 9 }, fields: { owner, lamports: 3n } },
        { hash: stranger, leaf: null, fields: null },
      ],
    })
  })

  it('tell lamports that come in from those that leave, and the relay fee', async () => {
    const moved = async (more: object) => {
      const [event] = await eventsOf([[invokeInstruction([packed(spent)], more), TRANSFER, spends([spent])]])
      return event && [event.compressed, event.decompressed, event.relayFee]
    }
    expect(await moved({ lamports: 5n, isCompress: true })).toEqual([5n, 0n, 0n])
    expect(await moved({ lamports: 2n ** 64n - 1n, relayFee: 2n })).toEqual([0n, 2n ** 64n - 1n, 2n])
    expect(await moved({})).toEqual([0n, 0n, 0n])
  })

  it('that spend and create more accounts, name more inputs or take more addresses than a transaction can are refused', async () => {
    const source = transactionOf('tx', [])
    const whole = openWhole(source)
    const read = (group: Instruction[]) =>
      effectsOf(source, PROGRAMS, loopTurn, { ...whole, groups: [group.map((each) => ({ ...each, depth: 1 }))] })
    const inputs = Array.from({ length: 1_282 }, (_, i) => key(`${i}`))
    const outputs = [1, 2].map((leafIndex) => ({ hash: key(`created ${leafIndex}`), owner, leafIndex }))
    expect((await read(groupV1({ inputs, outputs: outputs.slice(1) }))).events[0]?.consumed).toHaveLength(1_282)
    await expect(read(groupV1({ inputs, outputs }))).rejects.toThrow(
      new LayoutError('wanted at most 1283 accounts spent and created, found 1284'),
    )
    const naming = [invokeInstruction(Array(1_284).fill(packed(plain))), TRANSFER, spends([spent])]
    await expect(read(naming)).rejects.toThrow(new LayoutError('wanted at most 1283 inputs, found 1284'))
    const newAddresses = Array<Uint8Array>(1_284).fill(new Uint8Array(36))
    const taking = [invokeInstruction([], { newAddresses }), TRANSFER, spends([spent])]
    await expect(read(taking)).rejects.toThrow(new LayoutError('wanted at most 1283 new addresses, found 1284'))
  })
})
