/** @type {import('../list.mjs').Mutation[]} */
export default [
  {
    file: 'lib/search/meanings.ts',
    find: "if (others.some(({ state }) => state !== 'none')) return null",
    put: "if (others.some(({ state }) => state === 'found')) return null",
    kind: 'unknown as none',
    harm: 'a search leads to a wallet though the text may be a mint as well',
    near: ['lib/search/meanings.test.ts'],
  },
  {
    file: 'lib/search/meanings.ts',
    find: "problem.code === 'upstream_timeout' && problem.retryAfterMs === undefined",
    put: "problem.code === 'upstream_timeout'",
    kind: 'dropped guard',
    harm: 'what was not requested is called too slow',
    near: ['lib/search/meanings.test.ts'],
  },
  {
    file: 'lib/wallet/mint.ts',
    find: 'token.mint === mint',
    put: 'token.mint !== null',
    kind: 'dropped guard',
    harm: 'accounts of others are counted for a mint where an indexer passes over the filter',
    near: ['lib/search/meanings.test.ts'],
  },
]
