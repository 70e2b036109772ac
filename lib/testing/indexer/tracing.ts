// Not the parent of what it traces (-D): signals and exit codes are the traced one's.
const TRACER = ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '--seccomp-bpf']

/** The words before a command whose system calls are to fail, e.g. `pwrite64:error=ENOSPC:when=7..9`. Linux alone has it. */
export function injecting(fault: string): string[] {
  return [...TRACER, '-e', `trace=${fault.split(':')[0]}`, '-e', `inject=${fault}`]
}
