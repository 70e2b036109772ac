const HAPPENED = ['lib/transaction/what-happened.test.ts']

/** @type {import('../list.mjs').Mutation[]} */
export default [
  {
    file: 'lib/transaction/what-happened.ts',
    find: 'else if (room > 0 && ',
    put: 'else if (begins && ',
    kind: 'dropped guard',
    harm: 'one request reads as many transactions as it names',
    near: HAPPENED,
  },
  {
    file: 'lib/transaction/kept.ts',
    find: '  if (isSettled) storedTransactions()',
    put: '  storedTransactions()',
    kind: 'dropped guard',
    harm: 'what a transaction did is kept for ever though it may leave the chain',
    near: HAPPENED,
  },
  {
    file: 'lib/transaction/kept.ts',
    find: "problem.code === 'transaction_unknown' ? null",
    put: "problem.code === 'not_found' ? null",
    kind: 'wrong condition',
    harm: 'a transaction that left the chain is described on',
    near: HAPPENED,
  },
]
