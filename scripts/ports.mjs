// Checks that the ports are free before anything is built or started.
import net from 'node:net'

/**
 * A listening address, with the variables that set it.
 * @typedef {{ variable: string, port: number, hostVariable: string, host: string }} ListenAddress
 */

/**
 * Ports that must be free. The default metrics port is not among them: another explorer may use it.
 * @param {Pick<import('../lib/platform/environment').Environment,
 *   'port' | 'host' | 'networks' | 'indexerPort' | 'indexerHost' | 'metrics'>} environment
 * @returns {ListenAddress[]}
 */
export function requiredPorts({ port, host, networks, indexerPort, indexerHost, metrics }) {
  const embedded = networks.some((network) => network.embedded)
  return [
    { variable: 'PORT', port, hostVariable: 'HOST', host },
    ...(embedded
      ? [{ variable: 'INDEXER_PORT', port: indexerPort, hostVariable: 'INDEXER_HOST', host: indexerHost }]
      : []),
    ...(metrics?.chosen ? [metricsAddress(metrics)] : []),
  ]
}

/**
 * @param {import('../lib/platform/environment').MetricsSetting} metrics
 * @returns {ListenAddress}
 */
export function metricsAddress({ port, host }) {
  return { variable: 'METRICS_PORT', port, hostVariable: 'METRICS_HOST', host }
}

/**
 * Resolves to one line that says why the port is not available, or to null if it is.
 * @param {ListenAddress} wanted
 * @returns {Promise<string | null>}
 */
export function portProblem(wanted) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(listenProblem(wanted, error.code)))
    probe.listen(wanted.port, wanted.host, () => probe.close(() => resolve(null)))
  })
}

/** Errors about the host rather than the port. @type {Record<string, string>} */
const OF_HOST = {
  ENOTFOUND: 'no such host name',
  EAI_AGAIN: 'the host name could not be resolved',
  EADDRNOTAVAIL: 'not an address of this machine',
  EAFNOSUPPORT: 'this machine has no addresses of this kind',
  EINVAL: 'cannot be listened on',
}

/**
 * Why the address is not available, in one line that begins with the variable to change.
 * @param {ListenAddress} place
 * @param {string | undefined} code error code of Node
 */
export function listenProblem({ variable, port, hostVariable, host }, code = 'unknown') {
  const ofHost = OF_HOST[code]
  if (ofHost !== undefined) {
    // csh and conda export the machine's name as HOST.
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
