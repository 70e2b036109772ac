// `node supervisor.mjs <drain ms> <kill after ms> [stubborn|quick] [same press ms]`: two children, as scripts/start.mjs.
// SIGUSR2: the indexer's sources have changed.
import path from 'node:path'
import { Supervisor } from '../../../scripts/supervisor.mjs'

const [drainMs, killAfterMs, manner = 'quick', samePressMs] = process.argv.slice(2)
const supervisor = new Supervisor(import.meta.dirname, {})
supervisor.drainMs = Number(drainMs)
supervisor.killAfterMs = Number(killAfterMs)
if (samePressMs) supervisor.samePressMs = Number(samePressMs)

const child = path.join(import.meta.dirname, 'child.mjs')
const startIndexer = () => supervisor.start('indexer', [child, 'indexer', manner])
startIndexer()
supervisor.start('explorer', [child, 'explorer', manner])
process.on('SIGUSR2', () => supervisor.replace('indexer', startIndexer))
