import { spawnSync } from 'node:child_process'

// Not the parent of what it traces (-D): signals and exit codes are the traced one's.
const TRACER = ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '--seccomp-bpf']

/** True where system calls can be made to fail: strace is there and may trace. */
export function canInject(): boolean {
  const [command = '', ...words] = TRACER
  return spawnSync(command, [...words, '-e', 'trace=pwrite64', 'true']).status === 0
}

/** The words before a command whose system calls are to fail, e.g. `pwrite64:error=ENOSPC:when=7..9`. */
export function injecting(fault: string): string[] {
  return [...TRACER, '-e', `trace=${fault.split(':')[0]}`, '-e', `inject=${fault}`]
}
