const near = ['lib/compare/compare.test.ts']

/** @type {import('../list.mjs').Mutation[]} */
export default [
  {
    file: 'lib/compare/compare-lists.ts',
    find: 'else if (accountOf(candidate.row).slotCreated > lacks.slots.from) setAside.created++',
    put: 'else if (accountOf(candidate.row).slotCreated > lacks.until) setAside.created++',
    kind: 'wrong bound',
    harm: 'an account that was created while a list was read is called lost',
    near,
  },
  {
    file: 'lib/compare/compare-lists.ts',
    find: 'else if (candidate.slot >= lacks.until) certain.add(candidate)',
    put: 'else if (candidate.slot >= lacks.slots.from) certain.add(candidate)',
    kind: 'wrong bound',
    harm: 'an account that was consumed within the moment between two answers is called lost',
    near,
  },
  {
    file: 'lib/compare/compare-lists.ts',
    find: "return consumed > slot ? 'consumed since' : { kind: 'consumed', slot: consumed }",
    put: "return consumed >= 0 ? 'consumed since' : { kind: 'consumed', slot: consumed }",
    kind: 'dropped guard',
    harm: 'an account that one indexer still lists long after the other saw it consumed is set aside',
    near,
  },
  {
    file: 'lib/compare/compare-lists.ts',
    find: 'if (!lacks.covers(candidate.row)) leaveOpen(',
    put: 'if (false) leaveOpen(',
    kind: 'dropped guard',
    harm: 'rows that were never requested of an indexer are called missing there',
    near,
  },
  {
    file: 'lib/compare/compare-lists.ts',
    find: 'if (!settled && calls >= MAX_CALLS) {',
    put: 'if (!settled && calls > 10 * MAX_CALLS) {',
    kind: 'wrong bound',
    harm: 'one comparison costs an indexer thousands of calls',
    near,
  },
  {
    file: 'lib/compare/compare-signatures.ts',
    find: 'if (slot > reached) setAside.above++',
    put: 'if (slot > reached + 1_000) setAside.above++',
    kind: 'wrong bound',
    harm: 'the newest transactions are called missing on the indexer that is a slot behind',
    near,
  },
  {
    file: 'lib/compare/background.ts',
    find: 'before?.last.has(identity) ? each : []',
    put: 'identity ? each : []',
    kind: 'dropped guard',
    harm: 'what one comparison found makes an indexer degraded',
    near: ['lib/compare/background.test.ts'],
  },
]
