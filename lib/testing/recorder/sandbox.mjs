import { getAssociatedTokenAddressSync, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Book, outputsOf } from './book.mjs'
import { Chain } from './chain.mjs'
import * as build from './instructions.mjs'
import { keypair, oneOf, randomStream, seedsOf } from './keys.mjs'
import { withOutputsIn } from './outputs-in.mjs'
import { V1_TREES, V2_TREES } from './programs.mjs'

/** Lamports of an ordinary wallet: a thousand SOL. */
const POCKET = 1_000n * 1_000_000_000n

/** Outputs that a batched tree's queue takes, two batches of fifty. Source: facts/litesvm.md. */
const QUEUE_CAPACITY = 100

/**
 * The chain, the book of what came of it, and the acts of which the stories are made. An act sends one transaction at
 * the chain's slot and answers the accounts it made. Every wallet pays for itself.
 */
export class Sandbox {
  chain = new Chain()
  book = new Book()
  /** All transactions in the order of execution. */
  transactions = []
  /** Accounts and wallets that the examples speak of, by name. */
  notes = {}
  /** Delegated accounts of the busy delegate that can still be spent: `{owner, account}`. */
  movable = []
  #funded = new Set()
  #random = randomStream('trees')
  #promised = new Map(V2_TREES.map((info) => [info.tree.toBase58(), 0]))

  /** A wallet with lamports. */
  wallet(name, lamports = POCKET) {
    const wallet = keypair(name)
    if (!this.#funded.has(name)) this.chain.fund(wallet.publicKey, lamports)
    this.#funded.add(name)
    return wallet
  }

  v1Tree() {
    return oneOf(this.#random, V1_TREES)
  }

  /** A batched tree with room for so many outputs, which are counted as taken. */
  v2Tree(outputs) {
    const fits = V2_TREES.filter(({ tree }) => this.#promised.get(tree.toBase58()) + outputs <= QUEUE_CAPACITY)
    if (fits.length === 0) throw new Error(`no batched tree has room for ${outputs} outputs`)
    const chosen = oneOf(this.#random, fits)
    this.#promised.set(chosen.tree.toBase58(), this.#promised.get(chosen.tree.toBase58()) + outputs)
    return chosen
  }

  v2OutputsLeft() {
    return this.#rooms().reduce((left, room) => left + room, 0)
  }

  /** The most outputs that one tree has room for. */
  largestRoom() {
    return Math.max(...this.#rooms())
  }

  #rooms() {
    return V2_TREES.map(({ tree }) => QUEUE_CAPACITY - this.#promised.get(tree.toBase58()))
  }

  run(instructions, signers, options) {
    const transaction = this.chain.send(instructions, signers, options)
    this.transactions.push(transaction)
    return transaction.err ? outputsOf(transaction) : this.book.enter(transaction)
  }

  /** Of all who signed, by address. */
  seedsOfSigners() {
    return seedsOf([...new Set(this.transactions.flatMap(({ signers }) => signers))].sort())
  }

  /** A new mint with its token pool; the issuer may mint and freeze. No compression happens yet. */
  async createMint(name, issuer) {
    const mint = keypair(`mint ${name}`)
    const rent = this.chain.rentFor(build.MINT_BYTES)
    const call = { payer: issuer.publicKey, mint: mint.publicKey, authority: issuer.publicKey, rent }
    this.run(await build.createMint(call), [issuer, mint])
    return { mint: mint.publicKey, tokenProgram: TOKEN_PROGRAM_ID, issuer }
  }

  async mintTo({ mint, tokenProgram, issuer }, recipients, amounts, tree, options) {
    const { publicKey } = issuer
    const call = { payer: publicKey, mint, tokenProgram, authority: publicKey, recipients, amounts, tree }
    return this.run([await build.mintTo(call)], [issuer], options)
  }

  /** Approves; the outputs go into `tree`, or stay in the tree of the input. */
  async approve(owner, account, delegate, amount, tree) {
    return this.run([await this.approval(owner, account, delegate, amount, tree)], [owner])
  }

  async approval(owner, account, delegate, amount, tree) {
    const accounts = [account]
    const call = await build.approve({ payer: owner.publicKey, accounts, delegate, amount })
    return tree ? withOutputsIn(tree, 'approve', call, accounts) : call
  }

  /** An account minted to `owner` and delegated in one transaction: it is created and spent at once. */
  async mintAndApprove({ mint, tokenProgram, issuer }, owner, delegate, amount, tree, approvedIn = this.v1Tree()) {
    const { publicKey } = issuer
    const recipients = [owner.publicKey]
    const call = { payer: publicKey, mint, tokenProgram, authority: publicKey, recipients, amounts: [amount], tree }
    const account = this.book.nextTokenAccount(tree, { mint, owner: owner.publicKey, amount })
    const approval = await this.approval(owner, account, delegate, amount, approvedIn)
    return this.run([await build.mintTo(call), approval], [issuer, owner])
  }

  /** Approves and then pays more lamports than there are: all of it fails, after the event was made. */
  async failToApprove(owner, account, delegate, amount, tree = this.v1Tree()) {
    const approval = await this.approval(owner, account, delegate, amount, tree)
    const payment = build.paySol({ payer: owner.publicKey, to: delegate, lamports: Number(2n * POCKET) })
    return this.run([approval, payment], [owner], { failing: true })
  }

  async revoke(owner, account, tree) {
    const accounts = [account]
    const call = await build.revoke({ payer: owner.publicKey, accounts })
    return this.run([tree ? withOutputsIn(tree, 'revoke', call, accounts) : call], [owner])
  }

  /** A transfer that the owner signs, or the delegate of delegated accounts. */
  async transferTokens(signer, accounts, to, amount, tree) {
    const call = await build.transferTokens({ payer: signer.publicKey, accounts, to, amount })
    return this.run([tree ? withOutputsIn(tree, 'transfer', call, accounts) : call], [signer])
  }

  /** Freezing and thawing keep the tree of the input. */
  async freeze({ issuer }, account) {
    const { publicKey } = issuer
    return this.run([await build.freeze({ payer: publicKey, authority: publicKey, accounts: [account] })], [issuer])
  }

  async thaw({ issuer }, account) {
    const { publicKey } = issuer
    return this.run([await build.thaw({ payer: publicKey, authority: publicKey, accounts: [account] })], [issuer])
  }

  /** The whole of an account; nothing is left of it. */
  async burn(owner, mint, account) {
    const { publicKey } = owner
    return this.run([await build.burn({ payer: publicKey, authority: publicKey, mint, accounts: [account] })], [owner])
  }

  /** The whole of an account, to an ordinary token account of its owner. */
  async decompressTokens(owner, mint, account) {
    const to = getAssociatedTokenAddressSync(mint.mint, owner.publicKey, true, mint.tokenProgram)
    const { amount } = account.token
    const call = { payer: owner.publicKey, mint, accounts: [account], to, amount }
    return this.run([await build.decompressTokens(call)], [owner])
  }

  /** One account for each entry of `amounts`, each made by an instruction of its own. */
  async compressSol(payer, to, amounts, tree, options) {
    const calls = amounts.map((lamports) => build.compressSol({ payer: payer.publicKey, to, lamports, tree }))
    return this.run(await Promise.all(calls), [payer], options)
  }

  async transferSol(owner, accounts, to, lamports) {
    return this.run([await build.transferSol({ payer: owner.publicKey, accounts, to, lamports })], [owner])
  }

  async decompressSol(owner, accounts, lamports) {
    const to = owner.publicKey
    return this.run([await build.decompressSol({ payer: to, accounts, to, lamports })], [owner])
  }

  /** A plain payment, which no indexer of compressed state keeps. */
  paySol(from, to, lamports) {
    return this.run([build.paySol({ payer: from.publicKey, to, lamports })], [from], { legacy: true })
  }
}
