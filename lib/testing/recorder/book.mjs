import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import { accountHash, flatDataHash, tokenDataHash } from './account-hash.mjs'
import { ByteReader } from './byte-reader.mjs'
import { eventsOf } from './events.mjs'
import { TOKEN_PROGRAM, V1_TREES, V2_TREES } from './programs.mjs'

/** Layout v1, which the shipped `mintTo` makes in both kinds of trees. Source: facts/light-events.md 9. */
const TOKEN_DISCRIMINATOR = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0])

/** Layout v3, which Light token accounts on the chain are compressed to. */
const FLAT_TOKEN_DISCRIMINATOR = Buffer.from([0, 0, 0, 0, 0, 0, 0, 4])

/**
 * What the recorded transactions amount to: every account version, by hash in hex. Each output is checked on entry:
 * its hash, and a token account's data hash, are computed again from the contents.
 */
export class Book {
  accounts = new Map()

  /** Enters a transaction and answers the accounts it made. A failed one leaves nothing. */
  enter(transaction) {
    const signature = base58.encode(transaction.signature)
    const made = outputsOf(transaction)
    if (transaction.err) return []
    for (const account of made) {
      if (this.accounts.has(account.hash)) throw new Error(`made twice: ${account.hash}`)
      this.accounts.set(account.hash, { ...account, slot: transaction.slot, created: signature, spent: null })
    }
    for (const hash of eventsOf(transaction).flatMap((event) => event.inputs)) {
      const account = this.accounts.get(hash)
      if (!account || account.spent) throw new Error(`${account ? 'spent twice' : 'unknown input'}: ${hash}`)
      account.spent = signature
    }
    return made.map(({ hash }) => this.accounts.get(hash))
  }

  live(accepts = () => true) {
    return [...this.accounts.values()].filter((account) => !account.spent && accepts(account))
  }

  /** Number of outputs that each tree took, by tree. */
  outputsByTree() {
    const counts = new Map()
    for (const { tree } of this.accounts.values()) counts.set(tree, (counts.get(tree) ?? 0) + 1)
    return counts
  }

  /** The account that the next mint into a tree will make: its place is known before it exists. */
  nextTokenAccount({ tree, queue, treeType }, { mint, owner, amount }) {
    const token = { mint: mint.toBase58(), owner: owner.toBase58(), amount, delegate: null, state: 'initialized' }
    const little = Buffer.alloc(8)
    little.writeBigUInt64LE(amount)
    const bytes = Buffer.concat([mint.toBuffer(), owner.toBuffer(), little, Buffer.alloc(3)])
    const hash = Buffer.from(tokenDataHash(token), 'hex')
    const account = {
      owner: TOKEN_PROGRAM,
      lamports: 0n,
      address: null,
      data: { discriminator: TOKEN_DISCRIMINATOR, bytes, hash },
      tree: tree.toBase58(),
      queue: queue.toBase58(),
      treeType,
      leafIndex: this.outputsByTree().get(tree.toBase58()) ?? 0,
    }
    return { ...account, hash: accountHash(account), token }
  }

  copy() {
    const copy = new Book()
    copy.accounts = new Map([...this.accounts].map(([hash, account]) => [hash, { ...account }]))
    return copy
  }
}

/** The outputs of a transaction, checked, whether it succeeded or not. */
export function outputsOf(transaction) {
  return eventsOf(transaction)
    .flatMap((event) => event.outputs)
    .map((output) => {
      if (accountHash(output) !== output.hash) throw new Error(`hash of an output differs: ${output.hash}`)
      return { ...output, token: output.owner === TOKEN_PROGRAM ? tokenData(output) : null }
    })
}

/** Token data, layouts v1 and v3. Source: facts/light-events.md 9, facts/cold-tokens.md 1. */
function tokenData({ data }) {
  const reader = new ByteReader(data.bytes)
  const key = () => new PublicKey(reader.bytes(32)).toBase58()
  const token = {
    mint: key(),
    owner: key(),
    amount: reader.u64(),
    delegate: reader.option(key),
    state: reader.u8() === 1 ? 'frozen' : 'initialized',
  }
  const isFlat = data.discriminator.equals(FLAT_TOKEN_DISCRIMINATOR)
  if (!isFlat && !data.discriminator.equals(TOKEN_DISCRIMINATOR)) throw new Error('token data of another layout')
  const isExtended = reader.u8() === 1
  if (isExtended ? !isFlat : reader.left > 0) throw new Error('extensions are not expected')
  const hash = isFlat ? flatDataHash(data.bytes) : tokenDataHash(token)
  if (hash !== data.hash.toString('hex')) throw new Error('data hash of an output differs')
  return token
}

const TREES = new Map([...V1_TREES, ...V2_TREES].map((info) => [info.tree.toBase58(), info]))

export const treeInfoOf = ({ tree }) => TREES.get(tree)

export const hashText = ({ hash }) => base58.encode(Buffer.from(hash, 'hex'))
