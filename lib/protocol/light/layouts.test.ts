import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeHead, decodeWhole, insertIntoQueues, LayoutError, publicTransactionEvent, treeEvents } from './layouts'

const U64 = 2n ** 64n - 1n
const u64 = fc.oneof(
  fc.bigInt({ min: 0n, max: U64 }),
  fc.constantFrom(0n, 2n ** 53n, 9007199254740993n, 123456789012345678n, U64),
)
const u8 = fc.nat(255)
const u32 = fc.nat(2 ** 32 - 1)
const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
const key = bytes(32)
const few = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 })
const maybe = <T>(item: fc.Arbitrary<T>) => fc.option(item, { nil: null })
const data = fc.uint8Array({ maxLength: 40 })

const output = fc.record({
  account: fc.record({
    owner: key,
    lamports: u64,
    address: maybe(key),
    data: maybe(fc.record({ discriminator: bytes(8), data, dataHash: key })),
  }),
  merkleTreeIndex: u8,
})
const sequence = few(fc.record({ tree: key, queue: key, treeType: u64, seq: u64 }))
const v1Event = fc.record({
  inputHashes: few(key),
  outputHashes: few(key),
  outputs: few(output),
  outputLeafIndices: few(u32),
  sequenceNumbers: few(fc.record({ tree: key, seq: u64 })),
  relayFee: maybe(u64),
  isCompress: fc.boolean(),
  lamports: maybe(u64),
  publicKeys: few(key),
  message: maybe(data),
})
const batch = fc.record({
  tree: key,
  batchIndex: u64,
  zkpBatchIndex: u64,
  zkpBatchSize: u64,
  oldNextIndex: u64,
  newNextIndex: u64,
  root: key,
  rootIndex: u32,
  sequence: u64,
  outputQueue: maybe(key),
})

function check<T, U>(values: fc.Arbitrary<T>, other: fc.Arbitrary<U>, holds: (value: T, other: U) => void) {
  fc.assert(fc.property(values, other, holds), { numRuns: 60 })
}

function layout<T>(
  name: string,
  codec: { encode(value: T): ArrayLike<number>; read(input: Uint8Array, offset: number): readonly [T, number] },
  values: fc.Arbitrary<T>,
) {
  return {
    name,
    roundTrip: () =>
      check(values, fc.constant(null), (value) => {
        expect(decodeWhole(name, codec, Uint8Array.from(codec.encode(value)))).toEqual(value)
      }),
    truncated: () =>
      check(values, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (value, part) => {
        const encoded = Uint8Array.from(codec.encode(value))
        const cut = encoded.subarray(0, Math.floor(encoded.length * part))
        expect(() => decodeWhole(name, codec, cut)).toThrow(LayoutError)
      }),
    trailing: () =>
      check(values, fc.uint8Array({ minLength: 1, maxLength: 3 }), (value, extra) => {
        const encoded = Uint8Array.from(codec.encode(value))
        const longer = Uint8Array.from([...encoded, ...extra])
        expect(() => decodeWhole(name, codec, longer)).toThrow(/wanted the end at byte/)
        expect(decodeHead(name, codec, longer)).toEqual([value, encoded.length])
      }),
  }
}

/** Layouts of stored events. The account history tests cover the others. */
const layouts = [
  layout(
    'insertIntoQueues',
    insertIntoQueues,
    fc.record({
      counts: bytes(6),
      transactionHash: key,
      leaves: few(fc.record({ accountIndex: u8, hash: key })),
      nullifiers: few(
        fc.record({ hash: key, leafIndex: u32, proveByIndex: fc.boolean(), treeIndex: u8, queueIndex: u8 }),
      ),
      newAddresses: few(fc.record({ address: key, treeIndex: u8, queueIndex: u8 })),
      outputSequenceNumbers: sequence,
      inputSequenceNumbers: sequence,
      addressSequenceNumbers: sequence,
      outputLeafIndices: few(u32),
      cpiContextOutputs: few(output),
    }),
  ),
  layout('publicTransactionEvent', publicTransactionEvent, v1Event),
  layout('batch event', treeEvents[3], batch),
]

describe.each(layouts)('layout $name', ({ roundTrip, truncated, trailing }) => {
  it('gives back what was encoded', roundTrip)
  it('refuses every truncation', truncated)
  it('tells trailing bytes from its own', trailing)
})

const anEvent = {
  inputHashes: [],
  outputHashes: [],
  outputs: [],
  outputLeafIndices: [],
  sequenceNumbers: [],
  relayFee: null,
  isCompress: true,
  lamports: null,
  publicKeys: [],
  message: null,
}

describe('strictness', () => {
  it('refuses a vector longer than the input and says what was there', () => {
    const encoded = Uint8Array.from(publicTransactionEvent.encode(anEvent)).with(4, 7)
    expect(() => decodeWhole('v1 event', publicTransactionEvent, encoded)).toThrow(
      /wanted 7 items from byte 8, found the end after|wanted 32 bytes/,
    )
  })

  it.each([
    [21, 'boolean'],
    [20, 'option'],
  ])('takes 0 and 1 at byte %i, a %s, and 2 to 255 not', (at, what) => {
    const encoded = Uint8Array.from(publicTransactionEvent.encode(anEvent))
    const read = (value: number) => decodeHead('v1 event', publicTransactionEvent, encoded.with(at, value))
    expect(() => read(0)).not.toThrow()
    for (let value = 2; value <= 255; value++) {
      expect(() => read(value)).toThrow(
        `wanted a${what === 'option' ? 'n' : ''} ${what} (0 or 1) at byte ${at}, found ${value}`,
      )
    }
  })
})
