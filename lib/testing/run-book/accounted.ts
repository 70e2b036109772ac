/* What the run book's pages name outside of fences, and where it is tested: an unlisted name fails its test. */

export const INLINE: Record<string, string> = {
  'npm start': 'the fences that serve; e2e/start.spec.ts',
  'npm run indexer': 'the fence that starts it',
  'npm run indexer --': 'what stands before the words of other commands',
  'npm run indexer -- --read-only': 'lib/indexer/main.slow.test.ts',
  'npm run indexer -- verify': 'the fence after the one that starts the indexer',
  'npm run indexer -- snapshot FILE': 'the fence after the one that starts the indexer',
  'npm run indexer -- restore FILE': 'the fence of another place',
  'LEDGER=http://127.0.0.1:8899 npm start': 'needs a validator: lib/indexer/service.test.ts has a node in its place',
  'npm run pack': 'the fence that installs the package; scripts/check-nodes.mjs',
  'npm pack': 'scripts/check-nodes.mjs',
  'npx ./leafscan-<version>.tgz': 'scripts/check-nodes.mjs',
  'leafscan indexer': 'the fence that starts it',
  'node /opt/leafscan/current/dist/indexer.mjs': 'the fence of its commands in an assembled folder',
  'docker run --network container:leafscan …': 'needs a registry: nothing of Leafscan is in it',
  'curl -s http://127.0.0.1:9464/debug.json': 'deploy/run-book.nightly.test.ts, after the explorer was started',
  'curl http://127.0.0.1:9464/healthz': 'deploy/run-book.nightly.test.ts, after the explorer was started',
}

export const FILES: Record<string, string> = {
  'deploy/nginx.conf': 'the fence that copies it',
  'deploy/varnish.vcl': 'the fence that copies it',
  'deploy/leafscan.service': 'the fence that copies it',
  'deploy/leafscan-indexer.service': 'the fence that copies it',
  'deploy/prometheus.yml': 'the fence that copies it',
  'deploy/alerts.yml': 'the fence that copies it',
  'deploy/alertmanager.yml': 'the fence that copies it',
  'deploy/compose.yaml': 'deploy/compose.nightly.test.ts',
  'deploy/grafana': 'deploy/compose.test.ts: Grafana is no package of Debian',
  'deploy/grafana-dashboard.json': 'deploy/grafana-dashboard.test.ts: Grafana is no package of Debian',
  'deploy/postgresql.md': 'lib/indexer/store/postgres; its page is prose',
  'deploy/photon/statsd-mapping.yml': 'deploy/photon has its tests: statsd_exporter is no package of Debian 12',
  'deploy/photon/alerts.yml': 'deploy/run-book.nightly.test.ts: promtool check rules',
  'deploy/photon/grafana-dashboard.json': 'deploy/photon has its tests: Grafana is no package of Debian',
}
