/**
 * Parts of `npm run test:nightly`, each with the test files (patterns of vitest), journeys or commands that it runs.
 * docs/testing.md says which to run after a change to which folder.
 * @type {Record<string, { files?: string[], journeys?: boolean, commands?: string[][], env?: Record<string, string> }>}
 */
export const NIGHTLY = {
  kills: { files: ['kill.nightly', 'failover.nightly', 'disk.nightly', 'random-faults.nightly'] },
  spreadsheets: { files: ['lib/export'] },
  proxies: { files: ['deploy/caches', 'deploy/several', 'deploy/clients'] },
  prometheus: { files: ['deploy/alerts', 'deploy/metrics'] },
  load: { files: ['lib/gateway'] },
  journeys: { journeys: true },
  soak: { commands: [['half an hour', 'bench/run.mjs', 'soak']] },
  install: {
    files: ['deploy/container'],
    commands: [['npm ci with the newest npm', 'scripts/check-npm.mjs', '--newest']],
  },
}
