import type { Server } from 'node:http'
import { MACHINE_CLOCK } from '../platform/clock'
import { log, outliveReaders } from '../platform/log'
import { startDraining } from './liveness/drain'

/** Answers in progress take at most 8 s (limits.ts); open streams never end by themselves. */
const LEAVE_WITHIN_MS = 8_500

/** Exits on the supervisor's request or death (the IPC channel closes), even with open streams. facts/platform.md 5. */
export function endWithSupervisor(server: Server, { dev }: { dev: boolean }): void {
  outliveReaders()
  const leave = () => {
    log('info', 'stopping')
    if (dev) process.exit(0)
    // Uses the machine's clock, so that the process exits even if a test controls time.
    const exit = () => process.exit(0)
    MACHINE_CLOCK.after(LEAVE_WITHIN_MS, exit)
    server.close(exit)
  }
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)
  process.on('message', (message) => {
    if (typeof message !== 'object' || message === null) return
    if ('drain' in message) startDraining()
    if ('ready' in message) log('info', 'ready')
  })
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
