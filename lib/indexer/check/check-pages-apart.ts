import { fork } from 'node:child_process'
import type { CheckPages } from './keep-checking'

/** What the process sends, once: the problem found, null for none; or why the file could not be checked. */
export type PagesMessage = { problem: string | null } | { failed: string }

/**
 * Checks all pages of a file in a process of its own that lasts only for that: SQLite does it in one call, which a thread would
 * have to wait for.
 * @param script what the process runs: it sends a PagesMessage.
 */
export function checkPagesApart(script: string, file: string): CheckPages {
  return (onBegin, signal) => {
    const child = fork(script, [file], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const end = () => child.kill('SIGKILL')
    signal.addEventListener('abort', end, { once: true })
    const ended = new Promise<string | null>((resolve, reject) => {
      child.on('message', (message: PagesMessage) => {
        if ('failed' in message) reject(new Error(message.failed))
        else resolve(message.problem)
      })
      child.on('error', reject)
      // Behind its last message, which may come later than its exit.
      child.on('disconnect', () => reject(new Error('the process that checks its pages ended early')))
    })
    onBegin(child.pid ?? null)
    return ended.finally(() => signal.removeEventListener('abort', end))
  }
}
