import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export function childrenOf(pid: number): number[] {
  return childrenText(pid).split(/\s+/).filter(Boolean).map(Number)
}

function childrenText(pid: number): string {
  if (!existsSync('/proc/self')) return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout
  const list = `/proc/${pid}/task/${pid}/children`
  return existsSync(list) ? readFileSync(list, 'utf8') : ''
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
