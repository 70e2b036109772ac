import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getTransactionDecoder } from '@solana/kit'
import { ComputeBudgetProgram, PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { hashedKey } from './account-hash.mjs'
import { PROGRAMS } from './programs.mjs'
import { AccountStates } from './states.mjs'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

/** Compute units asked per transaction; the dearest one seen takes about a tenth. Source: facts/litesvm.md. */
const COMPUTE_UNITS = 1_000_000

/** Lamports per signature; no transaction here pays for priority. */
const FEE = 5_000

/** Where a queue of outputs counts its next one and begins each of its two batches, and where a tree counts its next input. */
const NEXT_OUTPUT = 280
const STARTS_OF_BATCHES = [360, 456]
const NEXT_INPUT = 312

/** Where a Light token account names who may compress it, and the slot up to which its rent was claimed. */
const COMPRESSION_AUTHORITY = 184
const LAST_CLAIMED = 248

/** Thirty epochs of rent, in slots: more than anybody pays ahead here. */
const LONG_AGO = 30 * 13_500

/** How many slots in a row share a blockhash, as wallets share one that they fetched; it also compresses better. */
const SLOTS_PER_BLOCKHASH = 16

/** A chain in this process that runs the real Light programs, and keeps what a node would answer for each transaction. */
export class Chain {
  #svm = new LiteSVM()
  #decoder = getTransactionDecoder()
  #slot = 0
  #blockhashAge = 0
  states = new AccountStates()

  constructor() {
    const home = dirname(fileURLToPath(import.meta.resolve('@lightprotocol/zk-compression-cli/package.json')))
    for (const { address, file } of PROGRAMS) this.#svm.addProgramFromFile(address, join(home, 'bin', file))
    const accounts = join(home, 'accounts')
    for (const file of readdirSync(accounts).sort()) {
      const { pubkey, account } = JSON.parse(readFileSync(join(accounts, file), 'utf8'))
      this.states.leaveOut(pubkey)
      this.#put(pubkey, BigInt(account.lamports), Buffer.from(account.data[0], 'base64'), account.owner)
    }
  }

  get slot() {
    return this.#slot
  }

  /** Moves the clock; slots only grow. */
  goTo(slot) {
    if (slot < this.#slot) throw new Error(`slot ${slot} is before ${this.#slot}`)
    if (Math.floor(slot / SLOTS_PER_BLOCKHASH) !== this.#blockhashAge) {
      this.#blockhashAge = Math.floor(slot / SLOTS_PER_BLOCKHASH)
      this.#svm.expireBlockhash()
    }
    this.#slot = slot
    this.#svm.warpToSlot(BigInt(slot))
  }

  /** Gives a wallet lamports out of nothing; an airdrop would refuse the large ones. */
  fund(address, lamports) {
    this.#put(address.toBase58(), lamports, new Uint8Array(), SYSTEM_PROGRAM)
  }

  rentFor(bytes) {
    return Number(this.#svm.minimumBalanceForRentExemption(BigInt(bytes)))
  }

  /**
   * A lookup table as if it had been made long ago: u32 type 1, u64 never deactivated, u64 slot and u8 index of the
   * last extension, u8 without authority and padding (56 bytes), then the keys. Source: facts/litesvm.md.
   */
  putLookupTable(address, keys) {
    const header = Buffer.alloc(56)
    header.writeUInt32LE(1, 0)
    header.writeBigUInt64LE(2n ** 64n - 1n, 4)
    const data = Buffer.concat([header, ...keys.map((key) => key.toBuffer())])
    this.put(address, new PublicKey(LOOKUP_TABLE_PROGRAM), data)
  }

  /**
   * Signs and runs a transaction, and answers it as an RPC node would serialise it, bytes still bytes.
   * `failing: true` is for a transaction that must fail.
   */
  send(instructions, signers, { legacy = false, lookupTables = [], failing = false } = {}) {
    const [payer] = signers
    const messageOf = (listed) => {
      const message = new TransactionMessage({
        payerKey: payer.publicKey,
        recentBlockhash: this.#svm.latestBlockhash(),
        instructions: [ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNITS }), ...listed],
      })
      return legacy ? message.compileToLegacyMessage() : message.compileToV0Message(lookupTables)
    }
    const compiled = messageOf(instructions)
    const transaction = new VersionedTransaction(compiled)
    transaction.sign([...new Map(signers.map((signer) => [signer.publicKey.toBase58(), signer])).values()])
    const wire = transaction.serialize()
    const leafPlaces = placesOfLeaves(compiled, messageOf(instructions.map((call) => call.twin ?? call)), wire.length)
    const balance = this.#balance(payer.publicKey)
    const outcome = this.#svm.sendTransaction(this.#decoder.decode(wire))
    const failed = outcome instanceof FailedTransactionMetadata
    const meta = failed ? outcome.meta() : outcome
    if (failed !== failing) throw new Error(`${failed ? 'failed' : 'did not fail'}: ${meta.logs().join('\n')}`)
    const fee = FEE * compiled.header.numRequiredSignatures
    if (failed && this.#balance(payer.publicKey) !== balance - BigInt(fee)) throw new Error('another fee was paid')
    const loaded = loadedKeys(compiled, lookupTables)
    const keys = [...compiled.staticAccountKeys, ...loaded.writable, ...loaded.readonly].map((key) => key.toBase58())
    for (const key of keys) this.#note(key)
    return {
      slot: this.#slot,
      signature: transaction.signatures[0],
      version: legacy ? 'legacy' : 0,
      wire,
      err: failed ? instructionError(outcome.err()) : null,
      fee,
      units: Number(meta.computeUnitsConsumed()),
      logs: meta.logs(),
      leafPlaces,
      signers: compiled.staticAccountKeys.slice(0, compiled.header.numRequiredSignatures).map(String),
      inner: meta.innerInstructions().flatMap((list, index) =>
        list.length === 0
          ? []
          : [
              {
                index,
                instructions: list.map((entry) => ({
                  programIdIndex: entry.instruction().programIdIndex(),
                  accounts: entry.instruction().accounts(),
                  data: entry.instruction().data(),
                  stackHeight: entry.stackHeight(),
                })),
              },
            ],
      ),
      loaded,
      keys,
      top: compiled.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        programIdIndex,
        accounts: Uint8Array.from(accountKeyIndexes),
        data,
      })),
    }
  }

  /** An account as it is now, if there is one, by its address in base58. */
  peek(address) {
    const { exists, lamports, programAddress, data } = this.#svm.getAccount(address)
    return { exists, address, owner: String(programAddress), lamports, data: Buffer.from(data ?? []) }
  }

  /** An account as it is now. */
  account(address) {
    const { exists, ...account } = this.peek(address.toBase58())
    if (!exists) throw new Error(`there is no account ${account.address}`)
    return account
  }

  /** All accounts of a program, by address. */
  accountsOf(program) {
    const addresses = this.#svm.getProgramAccounts(program).map(({ address }) => String(address))
    return addresses.sort().map((address) => this.peek(address))
  }

  /** An account that is there as if it had been made long ago. */
  put(address, owner, data) {
    this.#put(address.toBase58(), BigInt(this.rentFor(data.length)), data, owner.toBase58())
  }

  #note(address) {
    this.states.note(this.#slot, address, this.peek(address))
  }

  #balance(address) {
    return this.#svm.getBalance(address.toBase58())
  }

  /** Runs a transaction that is signed already, with any blockhash, and answers what it did. */
  replay(wire) {
    this.#svm.withBlockhashCheck(false)
    const outcome = this.#svm.sendTransaction(this.#decoder.decode(wire))
    const failed = outcome instanceof FailedTransactionMetadata
    const meta = failed ? outcome.meta() : outcome
    const inner = meta.innerInstructions().flat()
    return { failed, logs: meta.logs(), data: inner.map((entry) => Buffer.from(entry.instruction().data())) }
  }

  /**
   * Has a batched tree whose queues are empty count on from later numbers, as if earlier ones had been used and worked off
   * by a forester. Source: layout of the package's accounts, see the words "next_index" and "start_index" of the program's
   * queue_batch_metadata.rs and batch.rs.
   */
  countFrom({ tree, queue }, { outputs, inputs }) {
    this.#add(queue, [NEXT_OUTPUT, ...STARTS_OF_BATCHES], outputs)
    this.#add(tree, [NEXT_INPUT], inputs)
  }

  /** A batched tree with its queue once more, under other addresses. Source: where their keys and hashed keys stand. */
  copyTree(from, to) {
    const texts = ({ tree, queue }) => [tree, queue].flatMap((address) => [address.toBuffer(), hashedKey(address)])
    const [before, after] = [texts(from), texts(to)]
    for (const which of ['tree', 'queue']) {
      const { lamports, data, owner } = this.account(from[which])
      for (const [index, bytes] of before.entries()) {
        for (let at = data.indexOf(bytes); at >= 0; at = data.indexOf(bytes, at + 1)) after[index].copy(data, at)
      }
      this.#put(to[which].toBase58(), lamports, data, owner)
    }
  }

  /** Has a Light token account be closable by `authority`, as if its rent had run out. Source: facts/hot-tokens.md 2. */
  endRent(address, authority) {
    const { lamports, data, owner } = this.account(address)
    authority.toBuffer().copy(data, COMPRESSION_AUTHORITY)
    data.writeBigUInt64LE(BigInt(this.#slot - LONG_AGO), LAST_CLAIMED)
    this.#put(address.toBase58(), lamports, data, owner)
  }

  #add(address, places, more) {
    const { lamports, data, owner } = this.account(address)
    for (const at of places) data.writeBigUInt64LE(data.readBigUInt64LE(at) + BigInt(more), at)
    this.#put(address.toBase58(), lamports, data, owner)
  }

  #put(address, lamports, data, owner) {
    this.#svm.setAccount({
      address,
      lamports,
      data: Uint8Array.from(data),
      programAddress: owner,
      executable: false,
      space: BigInt(data.length),
    })
    this.#note(address)
  }
}

/** Bytes of a leaf index in instructions. */
const LEAF_BYTES = 4

/**
 * Where leaf indices of inputs stand in a transaction of `length` bytes: there its message differs from the twin's, in
 * which all their bits are turned.
 */
function placesOfLeaves(message, twin, length) {
  const [bytes, other] = [message.serialize(), twin.serialize()]
  if (bytes.length !== other.length) throw new Error('a twin of another length')
  const places = []
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === other[at]) continue
    for (let i = at; i < at + LEAF_BYTES; i++) {
      if ((bytes[i] ^ other[i]) !== 0xff) throw new Error('a twin differs in more than leaf indices')
    }
    places.push(length - bytes.length + at)
    at += LEAF_BYTES - 1
  }
  return places
}

function loadedKeys(message, tables) {
  const writable = []
  const readonly = []
  for (const lookup of message.addressTableLookups ?? []) {
    const table = tables.find((candidate) => candidate.key.equals(lookup.accountKey))
    writable.push(...lookup.writableIndexes.map((index) => table.state.addresses[index]))
    readonly.push(...lookup.readonlyIndexes.map((index) => table.state.addresses[index]))
  }
  return { writable, readonly }
}

/** `{InstructionError: [index, {Custom: code}]}`, the shape of an RPC node. */
function instructionError(error) {
  const { index } = error
  const inner = error.err()
  if (inner.code === undefined) throw new Error(`only custom errors are expected, not ${error.toString()}`)
  return { InstructionError: [index, { Custom: inner.code }] }
}

export const key = (text) => new PublicKey(text)
