import {
  CompressedTokenProgram,
  createAssociatedLightTokenAccountInstruction,
  createLightTokenTransferInstruction,
  createUnwrapInstruction,
  createWrapInstruction,
  DEFAULT_COMPRESSIBLE_CONFIG,
  LIGHT_TOKEN_RENT_SPONSOR,
} from '@lightprotocol/compressed-token'
import { defaultStaticAccountsStruct, LightSystemProgram } from '@lightprotocol/stateless.js'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { poolOf, withTwin } from './instructions.mjs'
import { TOKEN_PROGRAM } from './programs.mjs'

/* Instructions of Light token accounts on the chain. Source: facts/hot-tokens.md 2, 3, and layout-transfer2.ts of the package. */

const TRANSFER2 = 101
const CLOSE = 9

const COMPRESS = 0
const DECOMPRESS = 1
const COMPRESS_AND_CLOSE = 2

/** Data hash SHA-256 with its first byte zero. */
const VERSION = 3
const COMPRESSED_ONLY = 31

const NO_LIMIT = 0xffff

const PROGRAM = new PublicKey(TOKEN_PROGRAM)

const seedsOf = (owner, mint) => [owner.toBuffer(), PROGRAM.toBuffer(), mint.toBuffer()]

/** The associated account of a wallet and its bump. */
export const hotAddress = (owner, mint) => PublicKey.findProgramAddressSync(seedsOf(owner, mint), PROGRAM)

/** Without rent paid ahead it may be compressed in the next epoch. */
export const createHot = ({ owner, mint, rentPayment }) =>
  createAssociatedLightTokenAccountInstruction(owner, owner, mint, {
    ...DEFAULT_COMPRESSIBLE_CONFIG,
    rentPayment,
    writeTopUp: 0,
  })

export const wrap = ({ owner, from, mint, amount, decimals }) =>
  createWrapInstruction(from, hotAddress(owner, mint.mint)[0], owner, mint.mint, amount, poolOf(mint), decimals)

export const unwrap = ({ owner, to, mint, amount, decimals }) =>
  createUnwrapInstruction(hotAddress(owner, mint.mint)[0], to, owner, mint.mint, amount, poolOf(mint), decimals)

export const transferHot = ({ owner, to, mint, amount }) =>
  createLightTokenTransferInstruction(hotAddress(owner, mint)[0], hotAddress(to, mint)[0], owner, amount)

/** An empty account, by its owner; the rent goes back to who lent it. */
export const closeHot = ({ owner, mint }) =>
  new TransactionInstruction({
    programId: PROGRAM,
    keys: [
      writable(hotAddress(owner, mint)[0]),
      writable(owner),
      { ...writable(owner), isSigner: true },
      writable(LIGHT_TOKEN_RENT_SPONSOR),
    ],
    data: Buffer.from([CLOSE]),
  })

/** A part of an account becomes a compressed one of its owner. */
export function compressPart({ owner, mint, amount, tree }) {
  const [account] = hotAddress(owner, mint)
  const packed = [writable(tree.queue), readonly(mint), { ...readonly(owner), isSigner: true }, writable(account)]
  const compression = { mode: COMPRESS, amount, mint: 1, account: 3, authority: 2 }
  return transfer2({ payer: owner, packed, compression, outputs: [{ owner: 2, amount, mint: 1 }] })
}

/** The whole of an account becomes a compressed one of the account itself, and the account is gone. */
export function compressAndClose({ authority, owner, mint, amount, tree }) {
  const [account, bump] = hotAddress(owner, mint)
  const packed = [
    writable(tree.queue),
    readonly(mint),
    { ...writable(authority), isSigner: true },
    writable(account),
    readonly(owner),
    writable(LIGHT_TOKEN_RENT_SPONSOR),
  ]
  const compression = { mode: COMPRESS_AND_CLOSE, amount, mint: 1, account: 3, authority: 2, pool: 5, bump: 2 }
  const extension = compressedOnly({ bump, ownerIndex: 4 })
  return transfer2({
    payer: authority,
    packed,
    compression,
    outputs: [{ owner: 3, amount, mint: 1 }],
    outputExtension: extension,
  })
}

/** The whole of a compressed account back into the account of its wallet. */
export const load = withTwin(({ owner, mint, tree, accounts: [account] }) => {
  const { amount } = account.token
  const [address, bump] = hotAddress(owner, mint)
  const isOfAddress = account.token.owner === address.toBase58()
  const packed = [
    writable(tree.tree),
    writable(tree.queue),
    readonly(mint),
    { ...readonly(owner), isSigner: true },
    writable(address),
  ]
  const input = Buffer.concat([
    Buffer.from([isOfAddress ? 4 : 3]),
    u64(amount),
    Buffer.from([0, 0, 2, VERSION, 0, 1]),
    u32(account.leafIndex),
    Buffer.from([1, 0, 0]),
  ])
  const compression = { mode: DECOMPRESS, amount, mint: 2, account: 4, authority: 0 }
  const inputExtension = isOfAddress ? compressedOnly({ bump, ownerIndex: 3 }) : null
  return transfer2({ payer: owner, packed, queue: 1, compression, inputs: [input], inputExtension })
})

const readonly = (pubkey) => ({ pubkey, isSigner: false, isWritable: false })
const writable = (pubkey) => ({ pubkey, isSigner: false, isWritable: true })

const u64 = (value) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

const u32 = (value) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const list = (items) => Buffer.concat([u32(items.length), ...items])

const some = (bytes) => (bytes ? Buffer.concat([Buffer.from([1]), bytes]) : Buffer.from([0]))

/** Kind, delegated amount, withheld fee, not frozen, of the first compression, an associated account, bump, wallet. */
const compressedOnly = ({ bump, ownerIndex }) =>
  list([list([Buffer.from([COMPRESSED_ONLY, ...u64(0n), ...u64(0n), 0, 0, 1, bump, ownerIndex])])])

/**
 * Hash and change of lamports not asked for, output queue u8, top-up u16, CPI context option, compressions option, proof
 * option, inputs, outputs, lamports of both options, extensions of both options.
 */
function transfer2({
  payer,
  packed,
  queue = 0,
  compression,
  inputs = [],
  outputs = [],
  inputExtension,
  outputExtension,
}) {
  const { mode, amount, mint, account, authority, pool = 0, bump = 0 } = compression
  const made = outputs.map((output) =>
    Buffer.concat([Buffer.from([output.owner]), u64(output.amount), Buffer.from([0, 0, output.mint, VERSION])]),
  )
  const data = Buffer.concat([
    Buffer.from([TRANSFER2, 0, 0, 0, 0, queue, NO_LIMIT & 255, NO_LIMIT >> 8, 0]),
    some(
      list([
        Buffer.concat([Buffer.from([mode]), u64(amount), Buffer.from([mint, account, authority, pool, 0, bump, 0])]),
      ]),
    ),
    some(null),
    list(inputs),
    list(made),
    some(null),
    some(null),
    some(inputExtension),
    some(outputExtension),
  ])
  const { registeredProgramPda, accountCompressionAuthority, accountCompressionProgram } = defaultStaticAccountsStruct()
  const keys = [
    readonly(LightSystemProgram.programId),
    { ...writable(payer), isSigner: true },
    readonly(CompressedTokenProgram.deriveCpiAuthorityPda),
    readonly(registeredProgramPda),
    readonly(accountCompressionAuthority),
    readonly(accountCompressionProgram),
    readonly(SystemProgram.programId),
    ...packed,
  ]
  return new TransactionInstruction({ programId: PROGRAM, keys, data })
}
