import { createHash } from 'node:crypto'
import { CompressedTokenProgram, freezeAccountsLayout } from '@lightprotocol/compressed-token'
import { bn, defaultStaticAccountsStruct, LightSystemProgram } from '@lightprotocol/stateless.js'
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

/** The leaf index with every bit turned: no byte of it stays. */
const turned = (account) => ({ ...account, leafIndex: ~account.leafIndex >>> 0 })

/**
 * A builder whose instruction carries a twin: the same with all bits of its inputs' leaf indices turned. Where the bytes
 * of the two differ the leaf indices stand, and nothing else; chain.mjs finds them by that.
 */
export const withTwin = (build) => async (call) => {
  const { accounts } = call
  return Object.assign(await build(call), { twin: await build({ ...call, accounts: accounts.map(turned) }) })
}

export const createMint = ({ payer, mint, authority, rent }) =>
  CompressedTokenProgram.createMint({
    feePayer: payer,
    mint,
    authority,
    freezeAuthority: authority,
    decimals: 6,
    rentExemptBalance: rent,
  })

export const poolOf = ({ mint, tokenProgram }) => {
  const [pool, bump] = CompressedTokenProgram.deriveTokenPoolPdaWithIndex(mint, 0)
  return {
    mint,
    tokenPoolPda: pool,
    splInterfacePda: pool,
    tokenProgram,
    isInitialized: true,
    // More than anyone takes out: nobody reads it.
    balance: bn((2n ** 64n - 1n).toString()),
    poolIndex: 0,
    bump,
  }
}

/** Every recipient gets an account of its own, also one that is named twice. */
export const mintTo = ({ payer, mint, tokenProgram, authority, recipients, amounts, tree }) =>
  CompressedTokenProgram.mintTo({
    feePayer: payer,
    mint,
    authority,
    toPubkey: recipients,
    amount: amounts.map(big),
    outputStateTreeInfo: tree,
    tokenPoolInfo: poolOf({ mint, tokenProgram }),
  })

export const approve = withTwin(({ payer, accounts, delegate, amount }) =>
  CompressedTokenProgram.approve({
    payer,
    inputCompressedTokenAccounts: accounts.map(spendable),
    toAddress: delegate,
    amount: big(amount),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  }),
)

export const revoke = withTwin(({ payer, accounts }) =>
  CompressedTokenProgram.revoke({
    payer,
    inputCompressedTokenAccounts: accounts.map(spendable),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  }),
)

/** A transfer by the owner, or by the delegate when the accounts are delegated and the delegate signs. */
export const transferTokens = withTwin(({ payer, accounts, to, amount }) =>
  CompressedTokenProgram.transfer({
    payer,
    inputCompressedTokenAccounts: accounts.map(spendable),
    toAddress: to,
    amount: big(amount),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  }),
)

/** The tokens go to an ordinary token account. */
export const decompressTokens = withTwin(({ payer, mint, accounts, to, amount }) =>
  CompressedTokenProgram.decompress({
    payer,
    inputCompressedTokenAccounts: accounts.map(spendable),
    toAddress: to,
    amount: big(amount),
    recentInputStateRootIndices: zeros(accounts),
    tokenPoolInfos: poolOf(mint),
    ...WITHOUT_PROOF,
  }),
)

export const compressSol = ({ payer, to, lamports, tree }) =>
  LightSystemProgram.compress({ payer, toAddress: to, lamports: big(lamports), outputStateTreeInfo: tree })

export const transferSol = withTwin(({ payer, accounts, to, lamports }) =>
  LightSystemProgram.transfer({
    payer,
    inputCompressedAccounts: accounts.map((account) => spendable(account).compressedAccount),
    toAddress: to,
    lamports: big(lamports),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  }),
)

export const decompressSol = withTwin(({ payer, accounts, to, lamports }) =>
  LightSystemProgram.decompress({
    payer,
    inputCompressedAccounts: accounts.map((account) => spendable(account).compressedAccount),
    toAddress: to,
    lamports: big(lamports),
    recentInputStateRootIndices: zeros(accounts),
    ...WITHOUT_PROOF,
  }),
)

export const paySol = ({ payer, to, lamports }) => SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports })

/** Bytes of a proof that is not needed. */
const NO_PROOF = Buffer.alloc(128)

export const freeze = withTwin((call) => freezeOrThaw('freeze', call))
export const thaw = withTwin((call) => freezeOrThaw('thaw', call))

/**
 * There is no builder for these. Anchor discriminator, then a length and a borsh body: 128 bytes for a proof, owner,
 * inputs, CPI context option, output tree index. Source: the program's IDL, facts/litesvm.md.
 */
function freezeOrThaw(name, { payer, authority, accounts: [account] }) {
  const { owner, mint } = account.token
  const body = [NO_PROOF, new PublicKey(owner).toBuffer(), inputOf(account), Buffer.from([0, 1])]
  const keys = freezeAccountsLayout({ ...programAccounts(payer, authority), mint: new PublicKey(mint) })
  return tokenInstruction(name, keys, account, Buffer.concat(body))
}

/**
 * Burns the whole of an account. No builder for this either; the body: proof, inputs, CPI context option, amount, change
 * tree index, delegated transfer option.
 */
export const burn = withTwin(({ payer, authority, mint, accounts: [account] }) => {
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(account.token.amount)
  const body = [NO_PROOF, inputOf(account), Buffer.from([0]), amount, Buffer.from([1, 0])]
  const known = programAccounts(payer, authority)
  const writable = (pubkey) => ({ pubkey, isSigner: false, isWritable: true })
  const readonly = (pubkey) => ({ pubkey, isSigner: false, isWritable: false })
  const keys = [
    { pubkey: payer, isSigner: true, isWritable: true },
    { pubkey: authority, isSigner: true, isWritable: false },
    readonly(known.cpiAuthorityPda),
    writable(mint.mint),
    writable(poolOf(mint).tokenPoolPda),
    readonly(mint.tokenProgram),
    readonly(known.lightSystemProgram),
    readonly(known.registeredProgramPda),
    readonly(known.noopProgram),
    readonly(known.accountCompressionAuthority),
    readonly(known.accountCompressionProgram),
    readonly(known.selfProgram),
    readonly(known.systemProgram),
  ]
  return tokenInstruction('burn', keys, account, Buffer.concat(body))
})

/**
 * A list of one input: amount u64, delegate index option, tree, queue, leaf index u32, by index, root u16, lamports
 * option, tlv option.
 */
function inputOf({ token: { amount, delegate }, leafIndex }) {
  const input = Buffer.alloc(4 + 8 + (delegate ? 2 : 1) + 1 + 1 + 4 + 1 + 2 + 1 + 1)
  let at = input.writeBigUInt64LE(amount, input.writeUInt32LE(1))
  if (delegate) at = input.writeUInt8(2, input.writeUInt8(1, at))
  else at = input.writeUInt8(0, at)
  at = input.writeUInt8(1, input.writeUInt8(0, at))
  at = input.writeUInt32LE(leafIndex, at)
  input.writeUInt8(1, at)
  return input
}

function programAccounts(payer, authority) {
  const { registeredProgramPda, noopProgram, accountCompressionAuthority, accountCompressionProgram } =
    defaultStaticAccountsStruct()
  return {
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
  }
}

function tokenInstruction(name, keys, account, body) {
  const { tree, queue } = treeInfoOf(account)
  const { delegate } = account.token
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  const discriminator = createHash('sha256').update(`global:${name}`).digest().subarray(0, 8)
  const packed = [tree, queue, ...(delegate ? [new PublicKey(delegate)] : [])]
  return new TransactionInstruction({
    programId: CompressedTokenProgram.programId,
    keys: [...keys, ...packed.map((pubkey, index) => ({ pubkey, isSigner: false, isWritable: index < 2 }))],
    data: Buffer.concat([discriminator, length, body]),
  })
}
