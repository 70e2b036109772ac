/** @type {import('../list.mjs').Mutation[]} */
export default [
  {
    file: 'lib/account/proof/row-proof.ts',
    find: "if (isToken && !(token && isSameToken(row.tokenData, token))) return { result: 'differs', reason: 'token' }",
    put: "if (isToken && !token) return { result: 'differs', reason: 'token' }",
    kind: 'dropped guard',
    harm: 'an amount that is not that of the bytes counts as proven',
    near: ['lib/account/proof/row-proof.test.ts'],
  },
  {
    file: 'lib/account/proof/row-proof.ts',
    find: "return { result: 'cannot_tell', reason: sliced ? 'slice' : 'bytes' }",
    put: "return { result: 'matches', reason: 'content' }",
    kind: 'wrong result',
    harm: 'bytes that nobody can check count as proven',
    near: ['lib/account/proof/row-proof.test.ts'],
  },
  {
    file: 'lib/account/proof/proofs.ts',
    find: 'return known && (known.row === row || isDeepStrictEqual(known.row, row)) ? known : null',
    put: 'return known ?? null',
    kind: 'dropped guard',
    harm: 'a row that was altered bears the proof of the row before it',
    near: ['lib/account/proof/proofs.test.ts'],
  },
]
