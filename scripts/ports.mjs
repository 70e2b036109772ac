// Looks whether the ports of a start can be had, before anything is built or started.
import net from 'node:net'

/**
 * The ports that must be had, with the variables that name them. The usual port of the metrics need not: it may be
 * another explorer's.
 * @param {Pick<import('../lib/environment').Environment,
 *   'port' | 'host' | 'networks' | 'indexerPort' | 'indexerHost' | 'metrics'>} environment
 * @returns {{ variable: string, port: number, host: string }[]}
 */
export function portsToHave({ port, host, networks, indexerPort, indexerHost, metrics }) {
  const embedded = networks.some((network) => network.embedded)
  return [
    { variable: 'PORT', port, host },
    ...(embedded ? [{ variable: 'INDEXER_PORT', port: indexerPort, host: indexerHost }] : []),
    ...(metrics?.chosen ? [{ variable: 'METRICS_PORT', port: metrics.port, host: '127.0.0.1' }] : []),
  ]
}

/**
 * Resolves with a line that says why a port cannot be had; with null when it can.
 * @param {{ variable: string, port: number, host: string }} wanted
 * @returns {Promise<string | null>}
 */
export function whyNotHad({ variable, port, host }) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'the port is taken by another process'
          : `it cannot be listened on (${error.code})`
      resolve(`${variable}=${port} on ${host}: ${why}`)
    })
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
}
