import os from 'node:os'
import { outliveReaders } from '../../platform/log'
import { letOthersGoFirst } from '../../platform/thread-priority'
import { quickCheck } from '../store/sqlite/quick-check'
import type { PagesMessage } from './check-pages-apart'

/*
 * The process that checks all pages of a store's file, named as its argument: it sends what it found, and ends.
 */

outliveReaders()
// Ctrl-C reaches every process of a terminal: this one is ended by the one that started it.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined)
letOthersGoFirst(os.constants.priority.PRIORITY_LOW)
// Where the other process is gone there is nobody to send it to.
process.send?.(checked(process.argv[2] ?? ''), undefined, undefined, () => process.exit())

function checked(file: string): PagesMessage {
  try {
    return { problem: quickCheck(file) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
