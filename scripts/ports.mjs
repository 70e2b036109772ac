// Looks whether the ports of a start can be had, before anything is built or started.
import net from 'node:net'

/**
 * Where something listens, with the variables that say so.
 * @typedef {{ variable: string, port: number, hostVariable: string, host: string }} Place
 */

/**
 * The ports that must be had. The usual port of the metrics need not: it may be another explorer's.
 * @param {Pick<import('../lib/platform/environment').Environment,
 *   'port' | 'host' | 'networks' | 'indexerPort' | 'indexerHost' | 'metrics'>} environment
 * @returns {Place[]}
 */
export function portsToHave({ port, host, networks, indexerPort, indexerHost, metrics }) {
  const embedded = networks.some((network) => network.embedded)
  return [
    { variable: 'PORT', port, hostVariable: 'HOST', host },
    ...(embedded
      ? [{ variable: 'INDEXER_PORT', port: indexerPort, hostVariable: 'INDEXER_HOST', host: indexerHost }]
      : []),
    ...(metrics?.chosen ? [metricsPlace(metrics)] : []),
  ]
}

/**
 * @param {import('../lib/platform/environment').MetricsSetting} metrics
 * @returns {Place}
 */
export function metricsPlace({ port, host }) {
  return { variable: 'METRICS_PORT', port, hostVariable: 'METRICS_HOST', host }
}

/**
 * Resolves with a line that says why a port cannot be had; with null when it can.
 * @param {Place} wanted
 * @returns {Promise<string | null>}
 */
export function whyNotHad(wanted) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(listenProblem(wanted, error.code)))
    probe.listen(wanted.port, wanted.host, () => probe.close(() => resolve(null)))
  })
}

/** What is wrong with the host rather than with the port. @type {Record<string, string>} */
const OF_HOST = {
  ENOTFOUND: 'no such host name',
  EAI_AGAIN: 'the host name could not be resolved',
  EADDRNOTAVAIL: 'not an address of this machine',
  EAFNOSUPPORT: 'this machine has no addresses of this kind',
  EINVAL: 'cannot be listened on',
}

/**
 * Why nothing can listen there, in one line that begins with the variable to change.
 * @param {Place} place
 * @param {string | undefined} code Node's.
 */
export function listenProblem({ variable, port, hostVariable, host }, code = 'unknown') {
  const ofHost = OF_HOST[code]
  if (ofHost !== undefined) {
    // csh and conda export their machine's name as HOST.
    const isShells = hostVariable === 'HOST' && net.isIP(host) === 0
    const hint = isShells ? '; a shell (conda, tcsh) may have set HOST: unset it, or set it to an IP address' : ''
    return `${hostVariable}=${host}: ${ofHost} (${code})${hint}`
  }
  const why =
    code === 'EADDRINUSE'
      ? 'the port is taken by another process'
      : code === 'EACCES' || code === 'EPERM'
        ? `this user may not listen on the port (${code})${port < 1024 ? '; ports from 1024 on need no rights' : ''}`
        : `it cannot be listened on (${code})`
  return `${variable}=${port} on ${host}: ${why}`
}
