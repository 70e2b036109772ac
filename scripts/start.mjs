// `npm start` and `npm run dev`: checks the environment, builds when needed, then runs the explorer and, when no
// INDEXER_URL is set, the embedded indexer, as two child processes. Ends both on SIGINT, SIGTERM and SIGHUP; a child that
// dies ends the whole. facts/platform.md 5 has what was tried.
//
// `--built`: runs what scripts/assemble.mjs has put together, where there are neither sources nor tools to build with.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const dev = process.argv.includes('--dev')
const tools = process.argv.includes('--built')
  ? null
  : { ...(await import('./build.mjs')), ...(await import('./bundle.mjs')) }
const KILL_AFTER_MS = 10_000
const READY_WITHIN_MS = 60_000

// Whoever read the output may be gone; that is no reason to leave the children alone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** Running children by name. */
const children = new Map()
let stopping = false
let exitCode = 0
let drainMs = 0

function fail(message) {
  console.error(`Leafscan: ${message}`)
  process.exit(1)
}

/** Ends everything in order: first /readyz says 503 for a while, so that nobody new is sent here, then both children. */
function stop() {
  if (stopping) return
  stopping = true
  if (children.size === 0) process.exit(exitCode)
  const explorer = children.get('explorer')
  if (drainMs > 0 && explorer?.connected) {
    explorer.send({ drain: true })
    setTimeout(terminate, drainMs)
  } else terminate()
}

function terminate() {
  for (const child of children.values()) child.kill('SIGTERM')
  setTimeout(() => {
    for (const child of children.values()) child.kill('SIGKILL')
  }, KILL_AFTER_MS).unref()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A second Ctrl-C does not wait.
    if (stopping) for (const child of children.values()) child.kill('SIGKILL')
    stop()
  })
}

/** Starts a child whose end ends everything. Detached: Ctrl-C reaches only this process, which then stops both in order. */
function start(name, args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, LEAFSCAN_ROOT: root, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  children.set(name, child)
  child.on('error', (error) => console.error(`Leafscan: the ${name} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (children.get(name) === child) children.delete(name)
    if (!stopping && !child.replaced) {
      console.error(`Leafscan: the ${name} ended (${signal ?? `exit code ${code}`}), so everything stops`)
      exitCode = code || 1
      drainMs = 0
      stop()
    }
    if (stopping && children.size === 0) process.exit(exitCode)
  })
  return child
}

/** Resolves when nothing listens on the port; ends the start when something does. */
function assertPortFree(variable, port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (error) => {
      const why = error.code === 'EADDRINUSE' ? 'the port is taken by another process' : error.message
      fail(`${variable}=${port} on ${host}: ${why}`)
    })
    probe.listen(port, host, () => probe.close(resolve))
  })
}

function readyMessage(child) {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message?.ready) resolve()
    })
  })
}

async function pagesAnswer(url) {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!stopping) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > deadline) fail(`the explorer did not answer at ${url} within ${READY_WITHIN_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Restarts the indexer when its sources change (`npm run dev`). */
function watchIndexer(startIndexer) {
  let timer
  fs.watch(path.join(root, 'lib'), { recursive: true }, (_, file) => {
    if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const changed = await tools.bundleIndexer().catch((error) => {
        console.error(`Leafscan: the indexer does not build, the running one stays: ${error.message}`)
        return false
      })
      const old = children.get('indexer')
      if (!changed || stopping || !old) return
      old.replaced = true
      old.once('exit', () => startIndexer())
      old.kill('SIGTERM')
    }, 200)
  })
}

const { readEnvironment } = await (tools?.loadEnvironmentReader() ?? import('../dist/environment.mjs'))
let environment
try {
  environment = readEnvironment(process.env, root)
} catch (error) {
  fail(error.message)
}
const { host, port, networks, indexerHost, indexerPort, ledger } = environment
drainMs = environment.drainMs
const embedded = networks.some((network) => network.embedded)
for (const name of environment.withoutEffect) {
  console.log(`Leafscan: ${name} is set and valid, but has no effect with this LEDGER`)
}

await assertPortFree('PORT', port, host)
if (embedded) await assertPortFree('INDEXER_PORT', indexerPort, indexerHost)
if (environment.metrics?.chosen) await assertPortFree('METRICS_PORT', environment.metrics.port, '127.0.0.1')

try {
  if (embedded) await tools?.bundleIndexer()
  if (!dev) await tools?.buildExplorer()
} catch (error) {
  fail(error.message)
}

if (embedded && !stopping) {
  const startIndexer = () => start('indexer', ['dist/indexer.mjs'], {})
  await readyMessage(startIndexer())
  if (dev) watchIndexer(startIndexer)
}

if (!stopping) {
  const server = dev
    ? [createRequire(import.meta.url).resolve('next/dist/bin/next'), 'dev', '-p', String(port), '-H', host]
    : ['.next/standalone/server.js']
  // The built server loads the guard by itself; in development the framework starts a process of its own for the server.
  const guard = dev
    ? { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${pathToFileURL(await tools.buildGuard())}` }
    : {}
  start('explorer', server, { PORT: String(port), HOSTNAME: host, ...guard })
  const shownHost = host.includes(':') ? `[${host}]` : host
  const address = `http://${shownHost}:${port}`
  const loopback = host === '0.0.0.0' || host === '::' ? `http://127.0.0.1:${port}` : address
  await pagesAnswer(`${loopback}/healthz`)
  await pagesAnswer(`${loopback}/`)
  const indexer = embedded
    ? `${networks[0].url} (${{ sandbox: 'sandbox', folder: ledger.path, rpc: ledger.name }[ledger.kind]})`
    : networks.map((network) => `${network.name} at ${new URL(network.url).host}`).join(', ')
  if (!stopping) {
    const explorer = children.get('explorer')
    if (explorer?.connected) explorer.send({ ready: true })
    console.log(`Leafscan ready: ${address} · indexer ${indexer}`)
  }
}
