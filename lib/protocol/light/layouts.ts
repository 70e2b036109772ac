import {
  type Codec,
  createCodec,
  type Decoder,
  type Encoder,
  type FixedSizeCodec,
  fixCodecSize,
  getArrayEncoder,
  getBytesCodec,
  getStructCodec,
  getU8Codec,
  getU16Codec,
  getU32Codec,
  getU64Codec,
  type ReadonlyUint8Array,
  transformCodec,
} from '@solana/kit'

/*
 * Layouts as codecs of @solana/kit (facts/light-events.md 4 to 9). The helpers below reject what kit accepts: missing arrays,
 * invalid boolean and option bytes, trailing bytes (15). Integers are little-endian.
 */

export class LayoutError extends Error {
  override readonly name: string = 'LayoutError'
}

export function isLayoutError(error: unknown): error is LayoutError {
  return error instanceof Error && ['LayoutError', 'NotRecorded'].includes(error.name)
}

/** Kit's codecs copy their bytes two or three times, which costs a tenth of the time of reading blocks. */
function takenBy<From, To extends From>(codec: FixedSizeCodec<From, To>, take: (at: DataView) => To): Codec<From, To> {
  const { fixedSize } = codec
  return createCodec<From, To>({
    getSizeFromValue: () => fixedSize,
    write: codec.write,
    read(input, offset) {
      if (input.length - offset < fixedSize) return codec.read(input, offset)
      return [take(new DataView(input.buffer, input.byteOffset + offset, fixedSize)), offset + fixedSize]
    },
  })
}

const u8 = takenBy(getU8Codec(), (at) => at.getUint8(0))
const u16 = takenBy(getU16Codec(), (at) => at.getUint16(0, true))
const u32 = takenBy(getU32Codec(), (at) => at.getUint32(0, true))
const u64 = takenBy(getU64Codec(), (at) => at.getBigUint64(0, true))

function bytes(size: number) {
  const codec = transformCodec(
    fixCodecSize(getBytesCodec(), size),
    (value: Uint8Array | ReadonlyUint8Array) => value,
    (value): Uint8Array => new Uint8Array(value),
  )
  return takenBy(codec, ({ buffer, byteOffset }) => new Uint8Array(buffer.slice(byteOffset, byteOffset + size)))
}

const bytes32 = bytes(32)

const bool = createCodec<boolean, boolean>({
  getSizeFromValue: () => 1,
  write: (value, out, offset) => u8.write(value ? 1 : 0, out, offset),
  read(input, offset) {
    const [value, next] = u8.read(input, offset)
    if (value > 1) throw new LayoutError(`wanted a boolean (0 or 1) at byte ${offset}, found ${value}`)
    return [value === 1, next]
  },
})

function option<From, To extends From>(item: Codec<From, To>): Codec<From | null, To | null> {
  return createCodec<From | null, To | null>({
    getSizeFromValue: (value) => 1 + (value === null ? 0 : item.encode(value).length),
    write(value, out, offset) {
      const next = u8.write(value === null ? 0 : 1, out, offset)
      return value === null ? next : item.write(value, out, next)
    },
    read(input, offset) {
      const [tag, next] = u8.read(input, offset)
      if (tag > 1) throw new LayoutError(`wanted an option (0 or 1) at byte ${offset}, found ${tag}`)
      return tag === 0 ? [null, next] : item.read(input, next)
    },
  })
}

function vector<From, To extends From>(
  item: Codec<From, To>,
  count: typeof u8 | typeof u32 = u32,
): Codec<From[], To[]> {
  const encoder: Encoder<From[]> = getArrayEncoder(item, { size: count })
  return createCodec<From[], To[]>({
    getSizeFromValue: (value) => encoder.encode(value).length,
    write: (value, out, offset) => encoder.write(value, out, offset),
    read(input, offset) {
      const [length, start] = count.read(input, offset)
      const items: To[] = []
      let next = start
      for (let i = 0; i < length; i++) {
        if (next >= input.length) {
          throw new LayoutError(`wanted ${length} items from byte ${start}, found the end after ${i}`)
        }
        const [value, end] = item.read(input, next)
        items.push(value)
        next = end
      }
      return [items, next]
    },
  })
}

const byteVector: Codec<Uint8Array, Uint8Array> = createCodec<Uint8Array, Uint8Array>({
  getSizeFromValue: (value) => 4 + value.length,
  write(value, out, offset) {
    const next = u32.write(value.length, out, offset)
    out.set(value, next)
    return next + value.length
  },
  read(input, offset) {
    const [length, start] = u32.read(input, offset)
    if (input.length - start < length) {
      throw new LayoutError(`wanted ${length} bytes from byte ${start}, found ${input.length - start}`)
    }
    return [new Uint8Array(input.slice(start, start + length)), start + length]
  },
})

type Fields = Readonly<Record<string, Encoder<never> & Decoder<unknown>>>
type Encoded<F extends Fields> = { [Name in keyof F]: F[Name] extends Encoder<infer From> ? From : never }
type Decoded<F extends Fields> = { [Name in keyof F]: F[Name] extends Decoder<infer To> ? To : never }

function struct<F extends Fields>(fields: F): Codec<Encoded<F>, Decoded<F> & Encoded<F>> {
  // Kit's type wants pairs of name and codec.
  return getStructCodec(Object.entries(fields) as never) as never
}

const accountData = struct({ discriminator: bytes(8), data: byteVector, dataHash: bytes32 })
const compressedAccount = struct({
  owner: bytes32,
  lamports: u64,
  address: option(bytes32),
  data: option(accountData),
})

/** `merkleTreeIndex`: account index of the tree (v1) or output queue (v2). */
const outputAccount = struct({ account: compressedAccount, merkleTreeIndex: u8 })

export type OutputLayout = ReturnType<typeof outputAccount.decode>

const merkleContext = struct({ treeIndex: u8, queueIndex: u8, leafIndex: u32, proveByIndex: bool })

const proof = bytes(128)
const newAddress = bytes(36)
const assignedNewAddress = bytes(38)
const cpiContext = bytes(3)
const readOnlyAddress = bytes(35)
const readOnlyAccount = bytes(41)

const packedInput = struct({ account: compressedAccount, merkleContext, rootIndex: u16, readOnly: bool })

const inputWithoutAddress = struct({
  discriminator: bytes(8),
  dataHash: bytes32,
  merkleContext,
  rootIndex: u16,
  lamports: u64,
})

const shortInput = struct({ input: inputWithoutAddress, address: option(bytes32) })

const moved = { lamports: option(u64), isCompress: bool }

function invokeWith<From, To extends From>(input: Codec<From, To>) {
  return struct({
    proof: option(proof),
    inputs: vector(input),
    outputs: vector(outputAccount),
    relayFee: option(u64),
    newAddresses: vector(newAddress),
    ...moved,
  })
}

function invokeCpiHeadWith<From, To extends From>(input: Codec<From, To>) {
  return {
    proof: option(proof),
    newAddresses: vector(newAddress),
    inputs: vector(input),
    outputs: vector(outputAccount),
    relayFee: option(u64),
    ...moved,
  }
}

function invokeCpiWithSeeds<From, To extends From>(input: Codec<From, To>) {
  return struct({
    ...invokeCpiHeadWith(input),
    signerSeeds: vector(byteVector),
    cpiContext: option(cpiContext),
  })
}

/** Like invokeCpi, follows an 8-byte discriminator and a 4-byte length. facts/light-events.md 4.3. */
export const invoke = invokeWith(packedInput)

export const invokeCpi = struct({ ...invokeCpiHeadWith(packedInput), cpiContext: option(cpiContext) })

/** From before read-only accounts. */
const packedInputOf2024 = struct({ account: compressedAccount, merkleContext, rootIndex: u16 })

/** From before inputs could be proven by index. */
const provenInputOf2024 = struct({
  account: compressedAccount,
  merkleContext: struct({ treeIndex: u8, queueIndex: u8, leafIndex: u32 }),
  rootIndex: u16,
})

/** Recorded with the programs until August 2024. */
export const olderInvokes = [invokeWith(packedInputOf2024), invokeWith(provenInputOf2024)]

/** Recorded from 2024 on. */
export const olderInvokeCpis = [
  invokeCpiWithSeeds(packedInput),
  invokeCpiWithSeeds(packedInputOf2024),
  invokeCpiWithSeeds(provenInputOf2024),
]

/** The first fields of InvokeCpiWithReadOnly and InvokeCpiWithAccountInfo. */
const invokeCpiHead = struct({
  mode: u8,
  bump: u8,
  invokingProgram: bytes32,
  lamports: u64,
  isCompress: bool,
  withCpiContext: bool,
  withTransactionHash: bool,
  cpiContext,
  proof: option(proof),
  newAddresses: vector(assignedNewAddress),
})

export type InvokeCpiHead = ReturnType<typeof invokeCpiHead.decode>

const readOnly = { readOnlyAddresses: vector(readOnlyAddress), readOnlyAccounts: vector(readOnlyAccount) }

/** Follows the discriminator. facts/light-events.md 4.3. */
export const invokeCpiWithReadOnly = struct({
  head: invokeCpiHead,
  inputs: vector(shortInput),
  outputs: vector(outputAccount),
  ...readOnly,
})

const accountInfo = struct({
  address: option(bytes32),
  input: option(inputWithoutAddress),
  output: option(
    struct({ discriminator: bytes(8), dataHash: bytes32, merkleTreeIndex: u8, lamports: u64, data: byteVector }),
  ),
})

export const invokeCpiWithAccountInfo = struct({ head: invokeCpiHead, accountInfos: vector(accountInfo), ...readOnly })

const queueSequenceNumbers = vector(struct({ tree: bytes32, queue: bytes32, treeType: u64, seq: u64 }), u8)

/** Follows discriminator and length. facts/light-events.md 4.2. */
export const insertIntoQueues = struct({
  counts: bytes(6),
  transactionHash: bytes32,
  leaves: vector(struct({ accountIndex: u8, hash: bytes32 }), u8),
  nullifiers: vector(struct({ hash: bytes32, leafIndex: u32, proveByIndex: bool, treeIndex: u8, queueIndex: u8 }), u8),
  newAddresses: vector(struct({ address: bytes32, treeIndex: u8, queueIndex: u8 }), u8),
  outputSequenceNumbers: queueSequenceNumbers,
  inputSequenceNumbers: queueSequenceNumbers,
  addressSequenceNumbers: queueSequenceNumbers,
  outputLeafIndices: vector(u32, u8),
  cpiContextOutputs: vector(outputAccount),
})

const v1Members = {
  inputHashes: vector(bytes32),
  outputHashes: vector(bytes32),
  outputs: vector(outputAccount),
  outputLeafIndices: vector(u32),
  sequenceNumbers: vector(struct({ tree: bytes32, seq: u64 })),
  relayFee: option(u64),
  isCompress: bool,
  lamports: option(u64),
  publicKeys: vector(bytes32),
  message: option(byteVector),
}

export const publicTransactionEvent = struct(v1Members)

/** The newest form, with field 11. facts/light-events.md 5. */
export const publicTransactionEventWithAtaOwners = struct({
  ...v1Members,
  ataOwners: vector(struct({ outputIndex: u8, wallet: bytes32 })),
})

const indexedElement = struct({ value: bytes32, nextIndex: u64, nextValue: bytes32, index: u64 })

const batchEvent = struct({
  tree: bytes32,
  batchIndex: u64,
  zkpBatchIndex: u64,
  zkpBatchSize: u64,
  oldNextIndex: u64,
  newNextIndex: u64,
  root: bytes32,
  rootIndex: u32,
  sequence: u64,
  outputQueue: option(bytes32),
})

const addressUpdate = struct({
  lowElement: indexedElement,
  lowElementHash: bytes32,
  newElement: indexedElement,
  newElementHash: bytes32,
})

/** Keyed by the first byte of a noop instruction's data. facts/light-events.md 6. */
export const treeEvents = {
  0: struct({ tree: bytes32, paths: vector(vector(struct({ node: bytes32, index: u32 }))), seq: u64, index: u32 }),
  1: struct({ tree: bytes32, leafIndices: vector(u64), seq: u64 }),
  2: struct({ tree: bytes32, updates: vector(addressUpdate), seq: u64 }),
  3: batchEvent,
  4: batchEvent,
  5: batchEvent,
}

export const tokenDataHead = struct({
  mint: bytes32,
  owner: bytes32,
  amount: u64,
  delegate: option(bytes32),
  state: u8,
})

/** Returns the value and the number of bytes read. @throws LayoutError naming `what` */
export function decodeHead<T>(
  what: string,
  layout: { read(input: Uint8Array, offset: number): readonly [T, number] },
  input: Uint8Array,
): [T, number] {
  try {
    const [value, end] = layout.read(input, 0)
    return [value, end]
  } catch (error) {
    throw new LayoutError(`${what} (${input.length} bytes): ${decodeErrorText(error)}`, { cause: error })
  }
}

export function decodeWhole<T>(
  what: string,
  layout: { read(input: Uint8Array, offset: number): readonly [T, number] },
  input: Uint8Array,
): T {
  const [value, end] = decodeHead(what, layout, input)
  if (end !== input.length) {
    throw new LayoutError(
      `${what} (${input.length} bytes): wanted the end at byte ${end}, found ${input.length - end} more`,
    )
  }
  return value
}

/** Kit's error messages are only numbers in production. */
export function decodeErrorText(error: unknown): string {
  if (isLayoutError(error)) return error.message
  const context: unknown = error instanceof Error && 'context' in error ? error.context : null
  if (context !== null && typeof context === 'object' && 'expected' in context && 'bytesLength' in context) {
    const codec = 'codecDescription' in context ? ` for ${String(context.codecDescription)}` : ''
    return `wanted ${String(context.expected)} bytes${codec}, found ${String(context.bytesLength)}`
  }
  if (context !== null && typeof context === 'object' && 'codecDescription' in context) {
    return `wanted more bytes for ${String(context.codecDescription)}, found the end`
  }
  // Not the message: it may quote what a node sent.
  return `it is nothing that can be read${error instanceof Error ? ` (${error.name})` : ''}`
}
