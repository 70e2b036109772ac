import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Ids of a process's children, oldest first. */
export function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  const text = existsSync(list) ? readFileSync(list, 'utf8') : execFileSync('pgrep', ['-P', String(pid)]).toString()
  return text.split(/\s+/).filter(Boolean).map(Number)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
