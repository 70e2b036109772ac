import type { Server } from 'node:http'
import { MACHINE_CLOCK } from '../platform/clock'
import { log, outliveReaders } from '../platform/log'
import { endTracing } from '../platform/trace/trace'
import { startDraining } from './liveness/drain'

/**
 * Milliseconds until a process that is to stop exits: answers under way are finished, which takes at most
 * 8 s (limits.ts); open streams never end by themselves.
 */
const LEAVE_WITHIN_MS = 8_500

/** Milliseconds for the last traces to be sent. */
const LAST_TRACES_MS = 1_000

/**
 * Ends the explorer when its supervisor asks for it or dies (the IPC channel closes), even while streams are open; says
 * that it is ready, and that it is about to stop, when the supervisor announces it.
 * facts/platform.md 5.
 */
export function endWithSupervisor(server: Server, { dev }: { dev: boolean }): void {
  outliveReaders()
  const leave = () => {
    log('info', 'stopping')
    // A developer waits for the next start, and pages hold connections that never end.
    if (dev) process.exit(0)
    // By the machine's clock: whatever a test does to time, the process exits.
    const exit = () => void endTracing(LAST_TRACES_MS).finally(() => process.exit(0))
    MACHINE_CLOCK.after(LEAVE_WITHIN_MS, exit)
    MACHINE_CLOCK.after(LEAVE_WITHIN_MS + LAST_TRACES_MS, () => process.exit(0))
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
