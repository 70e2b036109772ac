import os from 'node:os'
import { ignoreOutputErrors } from '../../platform/log'
import { lowerThreadPriority } from '../../platform/thread-priority'
import { quickCheck } from '../store/sqlite/quick-check'
import type { PagesMessage } from './check-pages-apart'

ignoreOutputErrors()
// Ctrl-C signals every process of a terminal; the parent ends this one.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined)
lowerThreadPriority(os.constants.priority.PRIORITY_LOW)
process.send?.(checked(process.argv[2] ?? ''), undefined, undefined, () => process.exit())

function checked(file: string): PagesMessage {
  try {
    return { problem: quickCheck(file) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
