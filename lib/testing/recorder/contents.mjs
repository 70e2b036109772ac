import { createHash } from 'node:crypto'
import { AccountLayout, MintLayout, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { hashText } from './book.mjs'
import { TOKEN_PROGRAM } from './programs.mjs'

/** Slots between two totals of what is on the chain. */
const TOTALS_EVERY = 1_500

/** Who signs for pools. Source: facts/hot-tokens.md 4. */
const POOL_AUTHORITY = 'GXtd2izAiMJPwMEjfgTRH3d7k9mjn4Jq3JrWFv9gySYy'

const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID.toBase58(), TOKEN_2022_PROGRAM_ID.toBase58(), TOKEN_PROGRAM]

/** The byte after the part that all token accounts share: what kind of account it is. */
const KIND_AT = AccountLayout.span
const KIND_ACCOUNT = 2

/** Totals of a chain at slots some way apart, read from the chain itself and not from what was recorded of it. */
export class Totals {
  taken = []
  #chain
  #last

  constructor(chain) {
    this.#chain = chain
    this.#last = chain.slot
  }

  /** To be called between two transactions, when the clock has moved: all that happens in the slot before has happened. */
  take({ slot = this.#chain.slot - 1 } = {}) {
    if (slot - this.#last < TOTALS_EVERY) return
    this.#last = slot
    this.taken.push({ slot, ...totalsOf(this.#chain) })
  }
}

/** Supply, amounts in pools, in other accounts and in Light accounts, by mint; lamports of all wallets. */
export function totalsOf(chain) {
  const mints = {}
  let lamports = 0n
  const of = (mint) => {
    mints[mint] ??= { supply: 0n, pooled: 0n, held: 0n, hot: 0n }
    return mints[mint]
  }
  for (const address of [...chain.states.byAddress.keys()].sort()) {
    const account = chain.peek(address)
    if (!account.exists) continue
    if (!TOKEN_PROGRAMS.includes(account.owner)) lamports += account.lamports
    else if (account.data.length === KIND_AT || account.data[KIND_AT] === KIND_ACCOUNT) {
      const { mint, owner, amount } = AccountLayout.decode(account.data)
      const isPool = owner.toBase58() === POOL_AUTHORITY
      of(mint.toBase58())[account.owner === TOKEN_PROGRAM ? 'hot' : isPool ? 'pooled' : 'held'] += amount
    } else of(address).supply = MintLayout.decode(account.data).supply
  }
  const texts = (amounts) => Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)]))
  const sorted = Object.keys(mints).sort()
  return { mints: Object.fromEntries(sorted.map((mint) => [mint, texts(mints[mint])])), lamports: String(lamports) }
}

/**
 * What a book holds, for the tests of the indexer: numbers, and a digest over one line for each account version, so
 * that a single wrong digit shows. A line is JSON with the members below in this order, the lines in the order of the
 * hash's bytes, joined by newlines.
 */
export function contentsOf(book) {
  const accounts = [...book.accounts.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const live = accounts.filter(({ spent }) => !spent)
  return {
    accounts: accounts.length,
    live: live.length,
    liveTokenAccounts: live.filter(({ token }) => token).length,
    liveDelegated: live.filter(({ token }) => token?.delegate).length,
    liveFrozen: live.filter(({ token }) => token?.state === 'frozen').length,
    digest: createHash('sha256').update(accounts.map(line).join('\n')).digest('hex'),
  }
}

const line = (account) =>
  JSON.stringify({
    hash: hashText(account),
    owner: account.owner,
    lamports: account.lamports.toString(),
    tree: account.tree,
    leafIndex: account.leafIndex,
    slotCreated: account.slot,
    created: account.created,
    spent: account.spent,
    data: account.data && {
      discriminator: account.data.discriminator.readBigUInt64LE().toString(),
      data: account.data.bytes.toString('base64'),
      dataHash: account.data.hash.toString('base64'),
    },
    tokenData: account.token && { ...account.token, amount: account.token.amount.toString() },
  })
