/** @type {import('../list.mjs').Mutation[]} */
export default [
  {
    file: 'scripts/check-security.mjs',
    find: "return version.includes('-')",
    put: 'return false',
    kind: 'dropped guard',
    harm: 'a pre-release of the framework that lacks a mending passes',
  },
  {
    file: 'scripts/check-security.mjs',
    find: 'if (served && wayOut !== undefined && !DOORS.has(file)) {',
    put: 'if (served && wayOut !== undefined && DOORS.has(file)) {',
    kind: 'negated condition',
    harm: 'the server may call out to anywhere',
  },
  {
    file: 'scripts/check-lock.mjs',
    find: 'other.endsWith(`node_modules/${name}`)',
    put: 'other.endsWith(name)',
    kind: 'wrong match',
    harm: 'an install fails on another system because a package of its own is not locked',
  },
  {
    file: 'scripts/check-imports.mjs',
    find: 'place === folder || place.startsWith(`${folder}/`)',
    put: 'place === folder',
    kind: 'dropped condition',
    harm: 'the indexer’s sources get into the browser’s files',
  },
  {
    file: 'scripts/bundle.mjs',
    find: 'return fs.existsSync(target) && digest === digestOf(inputs)',
    put: 'return fs.existsSync(target)',
    kind: 'stale cache key',
    harm: 'after an update the old indexer is started',
    near: ['scripts'],
  },
  {
    file: 'scripts/free-port.mjs',
    find: 'if (await isFree(port)) return port',
    put: 'return port',
    kind: 'dropped guard',
    harm: 'tests now and then meet a port that another process has',
    near: ['scripts'],
  },
]
