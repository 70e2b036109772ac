/**
 * Parts of `npm run test:nightly`, each with the test files (patterns of vitest), journeys or commands that it runs.
 * docs/testing.md says which to run after a change to which folder.
 * @type {Record<string, { files?: string[], journeys?: boolean, commands?: Record<string, string[]> }>}
 */
export const NIGHTLY = {
  kills: {
    files: [
      'lib/indexer/failover',
      'lib/indexer/store',
      'lib/indexer/ledger',
      'lib/indexer/server-restart',
      'deploy/reset-chain',
    ],
  },
  damage: { files: ['lib/indexer/damaged-stores', 'lib/status/history'] },
  days: { files: ['lib/indexer/sandbox'] },
  proxies: { files: ['deploy/several'] },
  prometheus: { files: ['deploy/alerts', 'deploy/promtool'] },
  faults: { files: ['deploy/replay'] },
  runbook: { files: ['deploy/run-book'] },
  spreadsheets: { files: ['lib/listing/export'] },
  schema: { files: ['lib/site/openapi'] },
  totals: { files: ['lib/wallet'] },
  load: {
    files: [
      'lib/upstream/faults/load',
      'lib/upstream/faults/killed-indexer',
      'lib/compare',
      'lib/listing/whole',
      'lib/upstream/faults/attack',
    ],
  },
  samples: {
    files: [
      'lib/upstream/faults/secrets',
      'lib/listing/faults/any-query',
      'lib/listing/faults/forged-cursors',
      'lib/account',
      'lib/indexer/fuzz',
      'lib/testing/mutations',
    ],
  },
  hostile: { files: ['lib/upstream/faults/hostile'] },
  journeys: { journeys: true },
  development: { files: ['lib/server'] },
  install: {
    files: ['deploy/container', 'deploy/compose', 'scripts/npm-signals'],
    commands: {
      'npm ci with the newest npm': ['scripts/check-npm.mjs', '--newest'],
      'npm ci and npm start on every line of Node': ['scripts/check-nodes.mjs', '--all'],
    },
  },
}
