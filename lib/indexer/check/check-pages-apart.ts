import { fork } from 'node:child_process'
import type { CheckPages } from './keep-checking'

/** Sent once. `failed`: why the file could not be checked. */
export type PagesMessage = { problem: string | null } | { failed: string }

/** Runs in a child process: SQLite checks all pages in one call, which a thread could not abort. */
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
      // The last message may arrive after `exit`, but not after `disconnect`.
      child.on('disconnect', () => reject(new Error('the process that checks its pages ended early')))
    })
    onBegin(child.pid ?? null)
    return ended.finally(() => signal.removeEventListener('abort', end))
  }
}
