// Makes lib/testing/recordings/data from a folder of recorded ledgers (README.md there says what they are):
//   node scripts/make-recordings.mjs <folder>
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('wanted the folder of the recorded ledgers, found nothing')
const root = path.resolve(import.meta.dirname, '..')
const made = path.join('dist', 'make-recordings.mjs')
await bundle('lib/testing/recordings/make/make.ts', made)
const { makeRecordings } = await import(pathToFileURL(path.join(root, made)).href)
makeRecordings(path.resolve(source), path.join(root, 'lib', 'testing', 'recordings', 'data'))
