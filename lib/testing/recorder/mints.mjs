import { createHash } from 'node:crypto'
import { CompressedTokenProgram } from '@lightprotocol/compressed-token'
import {
  AccountLayout,
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import { SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { keypair } from './keys.mjs'

/** Bytes that an entry of a mint's extensions begins with: type and length. */
const ENTRY_HEAD = 4

/** A Token-2022 mint whose account holds its name and symbol, with its token pool. */
export async function createNamedMint(sandbox, name, issuer, metadata) {
  const mint = keypair(`mint ${name}`)
  const { publicKey: authority } = issuer
  const bytes = getMintLen([ExtensionType.MetadataPointer])
  const whole = bytes + ENTRY_HEAD + metadataBytes(mint.publicKey, authority, metadata)
  const call = { feePayer: authority, mint: mint.publicKey, tokenProgramId: TOKEN_2022_PROGRAM_ID }
  sandbox.chain.send(
    [
      SystemProgram.createAccount({
        fromPubkey: authority,
        newAccountPubkey: mint.publicKey,
        lamports: sandbox.chain.rentFor(whole),
        space: bytes,
        programId: TOKEN_2022_PROGRAM_ID,
      }),
      createInitializeMetadataPointerInstruction(mint.publicKey, authority, mint.publicKey, TOKEN_2022_PROGRAM_ID),
      createInitializeMint2Instruction(mint.publicKey, 9, authority, authority, TOKEN_2022_PROGRAM_ID),
      initializeMetadata(mint.publicKey, authority, metadata),
      await CompressedTokenProgram.createTokenPool(call),
    ],
    [issuer, mint],
  )
  return { mint: mint.publicKey, tokenProgram: TOKEN_2022_PROGRAM_ID, issuer }
}

const text = (value) => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

const texts = ({ title, symbol, uri }) => Buffer.concat([text(title), text(symbol), text(uri)])

/** Authority, mint, the texts, and an empty list of further fields. Source: the interface spl-token-metadata. */
const metadataBytes = (mint, authority, metadata) =>
  mint.toBuffer().length + authority.toBuffer().length + texts(metadata).length + 4

function initializeMetadata(mint, authority, metadata) {
  const name = 'spl_token_metadata_interface:initialize_account'
  const discriminator = createHash('sha256').update(name).digest().subarray(0, 8)
  const key = (pubkey, isSigner, isWritable) => ({ pubkey, isSigner, isWritable })
  return new TransactionInstruction({
    programId: TOKEN_2022_PROGRAM_ID,
    keys: [key(mint, false, true), key(authority, false, false), key(mint, false, false), key(authority, true, false)],
    data: Buffer.concat([discriminator, texts(metadata)]),
  })
}

/** An empty token account of a wallet, as if it had been made long ago. */
export function putTokenAccount(chain, { mint, tokenProgram }, owner) {
  const data = Buffer.alloc(AccountLayout.span)
  mint.toBuffer().copy(data, 0)
  owner.toBuffer().copy(data, 32)
  // State: initialized.
  data.writeUInt8(1, 108)
  chain.put(getAssociatedTokenAddressSync(mint, owner, true, tokenProgram), tokenProgram, data)
}

/** Mints' accounts as recordings keep them. Bytes in hex. */
export const mintAccounts = (chain, mints) =>
  Object.values(mints).map(({ mint }) => {
    const { address, owner, lamports, data } = chain.account(mint)
    return { address, owner, lamports: Number(lamports), data: data.toString('hex') }
  })
