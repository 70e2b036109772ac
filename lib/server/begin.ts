import type { Server } from 'node:http'
import { listenProblem, metricsPlace } from '@/scripts/ports.mjs'
import { startComparisons } from '../compare/background'
import { buildInfo } from '../platform/build-info'
import { MACHINE_CLOCK } from '../platform/clock'
import { distFile } from '../platform/dist'
import { log, outliveReaders } from '../platform/log'
import { endTracing } from '../platform/trace/trace'
import { startAlerts } from '../status/alerts/alerts'
import { startHeartbeat } from '../status/alerts/heartbeat'
import { startProbes } from '../status/health/probe'
import { closeHistory } from '../status/history/history'
import { metricsSetting, networkNames, tracesSetting } from '../upstream/networks/networks'
import { cursorKey } from '../upstream/networks/signing-key'
import { logRequests } from './listener/request-log'
import { startDraining } from './liveness/drain'
import { eventLoop } from './liveness/event-loop'
import { openOperatorPort } from './operator/port'
import { exportTraces } from './trace/export-traces'

/**
 * Milliseconds until a process that is to stop exits: answers under way are finished, which takes at most
 * 8 s (limits.ts); open streams never end by themselves.
 */
const LEAVE_WITHIN_MS = 8_500

/** Milliseconds for the last traces to be sent. */
const LAST_TRACES_MS = 1_000

/** What the explorer's process does once, before it serves anything. */
export function begin(): void {
  logStart()
  logCursorKey()
  logRequests()
  startTraces()
  eventLoop()
  startAlerts()
  startHeartbeat()
  void startMetrics()
  process.once('exit', closeHistory)
  startProbes()
  startComparisons()
}

function startTraces(): void {
  const setting = tracesSetting()
  if (setting) exportTraces(setting)
}

function logStart(): void {
  const { version, commit, node } = buildInfo()
  log('info', 'start', { version, build: commit.slice(0, 8), node, upstreams: networkNames() })
}

/** Links into lists outlive this process, unless nothing can keep what signs them. */
function logCursorKey(): void {
  const { lost } = cursorKey()
  if (lost === null) return
  console.log(`Leafscan: list links work for this run only, because ${lost}; set CURSOR_KEY to keep them valid`)
}

/** Metrics on a port of their own. One that was chosen must be had; the usual one may belong to another explorer. */
async function startMetrics(): Promise<void> {
  const setting = metricsSetting()
  if (!setting) return
  try {
    await openOperatorPort(setting, distFile('server-thread.mjs'))
    const host = setting.host.includes(':') ? `[${setting.host}]` : setting.host
    console.log(`Leafscan: metrics at http://${host}:${setting.port}/metrics`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    const words = `Leafscan: ${listenProblem(metricsPlace(setting), code)}`
    if (!setting.chosen) return console.log(`${words}, so metrics are off; set METRICS_PORT to another port`)
    console.error(words)
    process.exit(1)
  }
}

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
