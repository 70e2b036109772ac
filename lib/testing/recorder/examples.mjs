import { base58 } from '@scure/base'
import { hashText } from './book.mjs'
import { address } from './cast.mjs'
import { TOKEN_PROGRAM } from './programs.mjs'

/** Where token data holds its wallet, and its mint. Source: facts/light-events.md 9. */
const WALLET_OFFSET = 32
const MINT_OFFSET = 0

const ownerPath = (name) => `/owner/${address(name).toBase58()}`
const delegatePath = (name) => `/delegate/${address(name).toBase58()}`
const walletPath = (name) => `/wallet/${address(name).toBase58()}`
const tokensPath = (offset, key) => `/owner/${TOKEN_PROGRAM}?filter=${offset}:${key.toBase58()}`
const accountPath = (account) => `/account/${hashText(account)}`

const EVERY = () => true
const atLeast =
  (count, accepts = EVERY) =>
  (found) =>
    found.filter(accepts).length >= count
const isLive = ([account]) => account !== undefined && !account.spent
const isConsumed = ([account]) => Boolean(account?.spent)
const isConsumedAtOnce = ([account]) => account?.spent === account?.created && account !== undefined
const isFrozen = ({ token }) => token.state === 'frozen'

/**
 * An example link for each kind of thing in the first segment. `holds` is asked about what the path leads to, at the
 * end of the first segment and at the end of the recording.
 */
export function examplesOf({ notes }, mints) {
  return [
    {
      kind: 'owner',
      title: 'The token program',
      text: 'Owner of every compressed token account here: thousands of rows, many pages.',
      path: `/owner/${TOKEN_PROGRAM}`,
      holds: atLeast(2_501),
    },
    {
      kind: 'holdings',
      title: 'What a wallet holds',
      text: 'Its tokens by mint with exact totals, its SOL, and delegations both ways.',
      path: walletPath('delegator 3'),
      holds: atLeast(5, ({ token }) => token !== null),
    },
    {
      kind: 'wallet',
      title: 'A wallet with compressed SOL',
      text: 'A saver with more than a hundred small accounts: three pages of fifty.',
      path: ownerPath('saver'),
      holds: atLeast(101, ({ data }) => data === null),
    },
    {
      kind: 'wallet-tokens',
      title: 'A wallet’s compressed tokens',
      text: 'They belong to the token program; a filter on the wallet inside their bytes finds them.',
      path: tokensPath(WALLET_OFFSET, address('delegator 3')),
      holds: atLeast(5),
    },
    {
      kind: 'mint',
      title: 'A mint',
      text: 'Its supply, authorities and pools, and every compressed account that holds it.',
      path: `/mint/${mints.coffee.mint}`,
      holds: atLeast(300),
    },
    {
      kind: 'large-lamports',
      title: 'Lamports above 2^53',
      text: 'Neighbouring values that a floating-point number cannot tell apart.',
      path: ownerPath('whale'),
      holds: atLeast(4, ({ lamports }) => lamports > 2n ** 53n),
    },
    {
      kind: 'large-amount',
      title: 'Token amounts above 2^63',
      text: 'Two whole supplies, one of them the largest amount that exists.',
      path: delegatePath('vault keeper'),
      holds: atLeast(2, ({ token }) => token.amount > 2n ** 63n),
    },
    {
      kind: 'delegate',
      title: 'A busy delegate',
      text: 'May move more than 200 token accounts of 20 wallets over three mints.',
      path: delegatePath('busy delegate'),
      holds: (found) =>
        found.length > 200 &&
        new Set(found.map(({ token }) => token.mint)).size === 3 &&
        new Set(found.map(({ token }) => token.owner)).size === 20,
    },
    {
      kind: 'delegate-mint',
      title: 'The same delegate, one mint',
      text: 'Only the accounts of one mint that the delegate may move.',
      path: `${delegatePath('busy delegate')}?mint=${mints.ticket.mint.toBase58()}`,
      holds: atLeast(50),
    },
    {
      kind: 'frozen',
      title: 'Frozen accounts',
      text: 'Of this delegate’s eight accounts the issuer has frozen four.',
      path: delegatePath('escrow'),
      holds: (found) => found.length === 8 && found.filter(isFrozen).length === 4,
    },
    {
      kind: 'live',
      title: 'A live account',
      text: 'One signature: it was created, and nothing has consumed it.',
      path: accountPath(notes.throughLookupTable),
      holds: isLive,
    },
    {
      kind: 'consumed',
      title: 'A consumed account',
      text: 'Two signatures: the one that created it and the payment that spent it.',
      path: accountPath(notes.consumed),
      holds: isConsumed,
    },
    {
      kind: 'created-and-spent',
      title: 'Created and spent at once',
      text: 'One signature is both: the account lived inside a single transaction.',
      path: accountPath(notes.createdAndSpent),
      holds: isConsumedAtOnce,
    },
    {
      kind: 'revoked',
      title: 'A revoked delegation',
      text: 'This delegated version was consumed when its owner took the delegation back.',
      path: accountPath(notes.revoked),
      holds: ([account]) => isConsumed([account]) && account.token.delegate !== null,
    },
    {
      kind: 'moved-by-delegate',
      title: 'Moved by a delegate',
      text: 'Consumed by a transfer that the delegate signed, not the owner.',
      path: accountPath(notes.drawnByDelegate),
      holds: ([account]) => isConsumed([account]) && account.token.delegate !== null,
    },
    {
      kind: 'lookup-table',
      title: 'Through a lookup table',
      text: 'Every account of this wallet was made by a transaction that names its tree through a lookup table.',
      path: ownerPath('tour'),
      holds: (found) => found.length === 6,
    },
    {
      kind: 'failed',
      title: 'An account that never came to be',
      text: 'Its transaction held a complete event and then failed, so no indexer knows the hash.',
      path: accountPath(notes.failed),
      holds: (found) => found.length === 0,
    },
  ]
}

/** The lines of lib/upstream/networks/sandbox-network.json. Throws when a path does not lead to what it promises. */
export function checkedExamples(examples, books) {
  for (const { path, holds, title } of examples) {
    for (const [when, book] of Object.entries(books)) {
      if (!holds(accountsAt(book, path))) throw new Error(`example "${title}" does not hold at ${when}: ${path}`)
    }
  }
  return examples.map(({ kind, title, text, path }) => ({ kind, title, text, path }))
}

/** What a path leads to: live accounts of an owner or a delegate, or the one account of a hash, live or not. */
function accountsAt(book, path) {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const [, page, subject] = pathname.split('/')
  if (page === 'account') {
    const account = book.accounts.get(Buffer.from(base58.decode(subject)).toString('hex'))
    return account ? [account] : []
  }
  if (page === 'delegate') {
    const mint = searchParams.get('mint')
    return book.live(({ token }) => token?.delegate === subject && (mint === null || token.mint === mint))
  }
  if (page === 'mint') return accountsAt(book, `/owner/${TOKEN_PROGRAM}?filter=${MINT_OFFSET}:${subject}`)
  if (page === 'wallet') return accountsAt(book, `/owner/${TOKEN_PROGRAM}?filter=${WALLET_OFFSET}:${subject}`)
  const filters = searchParams.getAll('filter').map((filter) => {
    const [offset, text] = filter.split(':')
    return { offset: Number(offset), bytes: Buffer.from(base58.decode(text)) }
  })
  const passes = ({ data }) =>
    filters.every(({ offset, bytes }) => data?.bytes.subarray(offset, offset + bytes.length).equals(bytes))
  return book.live((account) => account.owner === subject && passes(account))
}
