import { createHash } from 'node:crypto'
import { hashText } from './book.mjs'

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
