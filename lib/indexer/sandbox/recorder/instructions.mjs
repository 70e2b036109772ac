import { createHash } from 'node:crypto'
import { CompressedTokenProgram, freezeAccountsLayout } from '@lightprotocol/compressed-token'
import { bn, defaultStaticAccountsStruct, LightSystemProgram } from '@lightprotocol/stateless.js'
import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { treeInfoOf } from './book.mjs'

/** Bytes of an SPL mint account. */
export const MINT_BYTES = 82

/** Accounts in a batched tree's output queue are spent by index: no proof, and root indices that nobody reads. */
const WITHOUT_PROOF = { recentValidityProof: null }

const big = (value) => bn(value.toString())

/** An account of the book in the form that the builders take. */
function spendable(account) {
  const { owner, lamports, leafIndex, hash, data, token } = account
  return {
    compressedAccount: {
      owner: new PublicKey(owner),
      lamports: big(lamports),
      address: null,
      data: data && { discriminator: [...data.discriminator], data: data.bytes, dataHash: [...data.hash] },
      hash: bn(Buffer.from(hash, 'hex')),
      treeInfo: treeInfoOf(account),
      leafIndex,
      proveByIndex: true,
      readOnly: false,
    },
    parsed: token && {
      mint: new PublicKey(token.mint),
      owner: new PublicKey(token.owner),
      amount: big(token.amount),
      delegate: token.delegate && new PublicKey(token.delegate),
      state: token.state === 'frozen' ? 2 : 1,
      tlv: null,
    },
  }
}

const zeros = (accounts) => accounts.map(() => 0)

export const createMint = ({ payer, mint, authority, rent }) =>
  CompressedTokenProgram.createMint({
    feePayer: payer,
    mint,
    authority,
    freezeAuthority: authority,
    decimals: 6,
    rentExemptBalance: rent,
  })

/** Every recipient gets an account of its own, also one that is named twice. */
export async function mintTo({ payer, mint, authority, recipients, amounts, tree }) {
  const [pool, bump] = CompressedTokenProgram.deriveTokenPoolPdaWithIndex(mint, 0)
  const tokenPoolInfo = {
    mint,
    tokenPoolPda: pool,
    splInterfacePda: pool,
    tokenProgram: TOKEN_PROGRAM_ID,
    isInitialized: true,
    balance: bn(0),
    poolIndex: 0,
    bump,
  }
  return CompressedTokenProgram.mintTo({
    feePayer: payer,
    mint,
    authority,
    toPubkey: recipients,
    amount: amounts.map(big),
    outputStateTreeInfo: tree,
    tokenPoolInfo,
  })
}

export const approve = ({ payer, accounts, delegate, amount }) =>
  CompressedTokenProgram.approve({
    payer,
    inputCompressedTokenAccounts: accounts.map(spendable),
    toAddress: delegate,
    amount: big(amount),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  })

export const revoke = ({ payer, accounts }) =>
  CompressedTokenProgram.revoke({
    payer,
    inputCompressedTokenAccounts: accounts.map(spendable),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  })

/** A transfer by the owner, or by the delegate when the accounts are delegated and the delegate signs. */
export const transferTokens = ({ payer, accounts, to, amount }) =>
  CompressedTokenProgram.transfer({
    payer,
    inputCompressedTokenAccounts: accounts.map(spendable),
    toAddress: to,
    amount: big(amount),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  })

export const compressSol = ({ payer, to, lamports, tree }) =>
  LightSystemProgram.compress({ payer, toAddress: to, lamports: big(lamports), outputStateTreeInfo: tree })

export const transferSol = ({ payer, accounts, to, lamports }) =>
  LightSystemProgram.transfer({
    payer,
    inputCompressedAccounts: accounts.map((account) => spendable(account).compressedAccount),
    toAddress: to,
    lamports: big(lamports),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  })

export const decompressSol = ({ payer, accounts, to, lamports }) =>
  LightSystemProgram.decompress({
    payer,
    inputCompressedAccounts: accounts.map((account) => spendable(account).compressedAccount),
    toAddress: to,
    lamports: big(lamports),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  })

export const paySol = ({ payer, to, lamports }) => SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports })

export const freeze = (call) => freezeOrThaw('freeze', call)
export const thaw = (call) => freezeOrThaw('thaw', call)

/**
 * There is no builder for these two. Anchor discriminator, then a length and a borsh body: 128 bytes for a proof, owner,
 * inputs (amount u64, delegate index option, tree, queue, leaf index u32, by index, root u16, lamports option, tlv
 * option), CPI context option, output tree index. Source: the program's IDL, facts/litesvm.md.
 */
function freezeOrThaw(name, { payer, authority, account }) {
  const { tree, queue } = treeInfoOf(account)
  const { owner, amount, delegate, mint } = account.token
  const input = Buffer.alloc(8 + (delegate ? 2 : 1) + 1 + 1 + 4 + 1 + 2 + 1 + 1)
  let at = input.writeBigUInt64LE(amount)
  if (delegate) at = input.writeUInt8(2, input.writeUInt8(1, at))
  else at = input.writeUInt8(0, at)
  at = input.writeUInt8(1, input.writeUInt8(0, at))
  at = input.writeUInt32LE(account.leafIndex, at)
  input.writeUInt8(1, at)
  const body = Buffer.concat([
    Buffer.alloc(128),
    new PublicKey(owner).toBuffer(),
    Buffer.from([1, 0, 0, 0]),
    input,
    Buffer.from([0, 1]),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  const discriminator = createHash('sha256').update(`global:${name}`).digest().subarray(0, 8)
  const { registeredProgramPda, noopProgram, accountCompressionAuthority, accountCompressionProgram } =
    defaultStaticAccountsStruct()
  const keys = freezeAccountsLayout({
    feePayer: payer,
    authority,
    cpiAuthorityPda: CompressedTokenProgram.deriveCpiAuthorityPda,
    lightSystemProgram: LightSystemProgram.programId,
    registeredProgramPda,
    noopProgram,
    accountCompressionAuthority,
    accountCompressionProgram,
    selfProgram: CompressedTokenProgram.programId,
    systemProgram: SystemProgram.programId,
    mint: new PublicKey(mint),
  })
  const packed = [tree, queue, ...(delegate ? [new PublicKey(delegate)] : [])]
  return new TransactionInstruction({
    programId: CompressedTokenProgram.programId,
    keys: [...keys, ...packed.map((pubkey, index) => ({ pubkey, isSigner: false, isWritable: index < 2 }))],
    data: Buffer.concat([discriminator, length, body]),
  })
}
