import { listenProblem, metricsAddress } from '@/scripts/ports.mjs'
import { proofs } from '../account/proof/proofs'
import { startSampling } from '../account/proof/samples'
import { startComparing } from '../compare/background'
import { buildInfo } from '../platform/build-info'
import { distFile } from '../platform/dist'
import { log } from '../platform/log'
import { startAlerts } from '../status/alerts/alerts'
import { startHeartbeat } from '../status/alerts/heartbeat'
import { startProbes } from '../status/health/probe'
import { history } from '../status/history/history'
import { configuration, networkNames } from '../upstream/networks/networks'
import { cursorKey } from '../upstream/networks/signing-key'
import { logRequests } from './listener/request-log'
import { openOperatorPort } from './operator/port'

/** Called once, by instrumentation.ts. Ends the process with a message if a prerequisite is missing. */
export function startExplorer(): void {
  try {
    beginAll()
  } catch (error) {
    console.error(`Leafscan: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}

function beginAll(): void {
  logStart()
  logCursorKey()
  logRequests()
  startAlerts()
  startHeartbeat()
  void startMetrics()
  process.once('exit', () => history.existing()?.close())
  startSampling()
  startProbes()
  startComparing()
  proofs().start()
}

function logStart(): void {
  const { version, commit, node } = buildInfo()
  log('info', 'start', { version, build: commit.slice(0, 8), node, upstreams: networkNames() })
}

function logCursorKey(): void {
  const { lost } = cursorKey()
  if (lost === null) return
  console.log(`Leafscan: list links work for this run only, because ${lost}; set CURSOR_KEY to keep them valid`)
}

/** A port chosen by METRICS_PORT must open; the default one may be in use by another process. */
async function startMetrics(): Promise<void> {
  const setting = configuration().metrics
  if (!setting) return
  try {
    await openOperatorPort(setting, distFile('server-thread.mjs'))
    const host = setting.host.includes(':') ? `[${setting.host}]` : setting.host
    console.log(`Leafscan: metrics at http://${host}:${setting.port}/metrics`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    const words = `Leafscan: ${listenProblem(metricsAddress(setting), code)}`
    if (!setting.chosen) return console.log(`${words}, so metrics are off; set METRICS_PORT to another port`)
    console.error(words)
    process.exit(1)
  }
}
