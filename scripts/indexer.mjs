// `npm run indexer`: builds the embedded indexer when its sources changed and runs it in this very process, so that
// signals reach it.
import { pathToFileURL } from 'node:url'
import { buildIndexer } from './bundle.mjs'

try {
  await import(pathToFileURL(await buildIndexer()).href)
} catch (error) {
  console.error(`Leafscan indexer: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
