import { TreeType } from '@lightprotocol/stateless.js'
import { PublicKey } from '@solana/web3.js'
import { transactionHash } from './account-hash.mjs'
import { ByteReader } from './byte-reader.mjs'
import { COMPRESSION_PROGRAM, LIGHT_SYSTEM_PROGRAM } from './programs.mjs'

/** Only the Light system program may pass this account and so insert. Source: facts/light-events.md 1, 4.1. */
const REGISTERED_PROGRAM = '35hkDgaAKwMCaxRz2ocSZ6NaUrtKkyNqU6c4RV3tYJRh'

/** Where nobody asked for the hash of the transaction. */
const WITHOUT_HASH = '0'.repeat(64)

/** First eight data bytes in hex. Source: facts/light-events.md 1. */
const INSERT_INTO_QUEUES = 'b48f9f99232ef8a3'
const INVOKE = '1a10a90715caf219'
const INVOKE_CPI = '31d4bf8127c22bc4'
const INVOKE_CPI_WITH_READ_ONLY = '562fa3a615df5c08'

/**
 * The events of a transaction in order: outputs with everything that their hash is made of, and the input hashes.
 * A reading of its own (facts/light-events.md 4), so that the recording is not checked by the indexer that it feeds.
 */
export function eventsOf(transaction) {
  return transaction.inner.flatMap(({ index, instructions }) => {
    const group = [{ ...transaction.top[index], stackHeight: 1 }, ...instructions]
    return group.flatMap((instruction, at) =>
      isInsertion(instruction, transaction.keys) ? [eventOf(group, at, transaction)] : [],
    )
  })
}

/**
 * Where numbers stand in the inner instructions that count on from round to round: `[instruction, at, bytes, what]`, the
 * instruction by its place among all inner ones, `what` is `outputs` for leaf indices and the like, `inputs` for the
 * number of a spent one.
 */
export function countersOf(transaction) {
  return transaction.inner
    .flatMap(({ instructions }) => instructions)
    .flatMap((instruction, index) => {
      const { programIdIndex, data } = instruction
      const places = isInsertion(instruction, transaction.keys)
        ? readInsertion(data).counters
        : transaction.keys[programIdIndex] === LIGHT_SYSTEM_PROGRAM
          ? readSystemCall(data).counters
          : []
      return places.map((place) => [index, ...place])
    })
}

const discriminator = (data) => Buffer.from(data.subarray(0, 8)).toString('hex')

const isInsertion = ({ programIdIndex, accounts, data }, keys) =>
  keys[programIdIndex] === COMPRESSION_PROGRAM &&
  discriminator(data) === INSERT_INTO_QUEUES &&
  keys[accounts[1]] === REGISTERED_PROGRAM

function eventOf(group, at, { keys, slot }) {
  const { whole, hashes, inputs, sequences, leafIndices } = readInsertion(group[at].data)
  if (whole !== WITHOUT_HASH && whole !== transactionHash(inputs, hashes, slot))
    throw new Error('another transaction hash')
  const caller = group.slice(0, at).findLast((entry) => entry.stackHeight === group[at].stackHeight - 1)
  if (keys[caller?.programIdIndex] !== LIGHT_SYSTEM_PROGRAM) throw new Error('an insertion by another program')
  const { outputs, firstTree } = readSystemCall(caller.data)
  if (outputs.length !== hashes.length || outputs.length !== leafIndices.length) throw new Error('outputs differ')
  return {
    inputs,
    outputs: outputs.map((output, position) => {
      const treeOrQueue = keys[caller.accounts[firstTree + output.treeIndex]]
      const sequence = sequences.find((entry) => entry.queue === treeOrQueue)
      if (!sequence) throw new Error(`no sequence number for ${treeOrQueue}`)
      const { tree, queue, treeType } = sequence
      return { ...output, tree, queue, treeType, hash: hashes[position], leafIndex: leafIndices[position] }
    }),
  }
}

/** Facts 4.2: vector lengths are one byte here. */
function readInsertion(data) {
  const reader = new ByteReader(data, 8 + 4)
  const { u8, u32, u64, bytes, list } = reader
  const key = () => new PublicKey(bytes(32)).toBase58()
  const hash = () => bytes(32).toString('hex')
  const counters = []
  const counter = (read, size, what) => {
    counters.push([reader.at, size, what])
    return read()
  }
  const leaf = () => counter(u32, 4, 'outputs')
  const sequence = (what) => () => {
    const [tree, queue, treeType] = [key(), key(), Number(u64())]
    // Slots that are not used are zero.
    return { tree, queue, treeType, seq: treeType === TreeType.StateV2 ? counter(u64, 8, what) : u64() }
  }
  bytes(6)
  const whole = hash()
  const hashes = list(() => ({ tree: u8(), hash: hash() }), u8).map((output) => output.hash)
  const inputs = list(() => ({ hash: hash(), leafIndex: leaf(), flags: bytes(3) }), u8).map((input) => input.hash)
  list(() => bytes(34), u8)
  const sequences = list(sequence('outputs'), u8)
  list(sequence('inputs'), u8)
  if (list(() => bytes(80), u8).some((entry) => entry.some((byte) => byte !== 0)))
    throw new Error('no addresses expected')
  const leafIndices = list(leaf, u8)
  if (list(() => u8()).length > 0 || reader.left > 0) throw new Error('outputs in a CPI context are not expected')
  return { whole, hashes, inputs, sequences, leafIndices, counters }
}

/** Facts 4.3, the three calls that the shipped builders make. */
function readSystemCall(data) {
  const reader = new ByteReader(data, 8)
  const { u8, u16, u32, u64, bytes, option, list } = reader
  const account = () => ({
    owner: new PublicKey(bytes(32)).toBase58(),
    lamports: u64(),
    address: option(() => bytes(32)),
    data: option(() => ({ discriminator: bytes(8), bytes: bytes(u32()), hash: bytes(32) })),
  })
  const output = () => ({ ...account(), treeIndex: u8() })
  const counters = []
  const context = () => {
    bytes(2)
    counters.push([reader.at, 4, 'outputs'])
    return { leafIndex: u32(), byIndex: u8() }
  }
  const packedInput = () => ({ account: account(), context: context(), rootIndex: u16(), readOnly: u8() })
  const shortInput = () => ({
    data: bytes(8 + 32),
    context: context(),
    rest: bytes(2 + 8),
    address: option(() => bytes(32)),
  })
  switch (discriminator(data)) {
    case INVOKE:
      bytes(4)
      option(() => bytes(128))
      list(packedInput)
      return { outputs: list(output), firstTree: 9, counters }
    case INVOKE_CPI:
      bytes(4)
      option(() => bytes(128))
      list(() => bytes(36))
      list(packedInput)
      return { outputs: list(output), firstTree: 11, counters }
    case INVOKE_CPI_WITH_READ_ONLY: {
      const firstTree = u8() === 0 ? 11 : 6
      bytes(1 + 32)
      if (u64() !== 0n) throw new Error('no lamports are expected, which would move the trees')
      bytes(1)
      if (u8() !== 0) throw new Error('no CPI context is expected, which would move the trees')
      bytes(1 + 3)
      option(() => bytes(128))
      list(() => bytes(38))
      list(shortInput)
      return { outputs: list(output), firstTree, counters }
    }
    default:
      throw new Error(`unknown call of the system program ${discriminator(data)}`)
  }
}
