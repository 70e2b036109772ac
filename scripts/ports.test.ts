import net, { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readEnvironment } from '@/lib/platform/environment'
import { freePort } from './free-port.mjs'
import { listenProblem, metricsAddress, portProblem, requiredPorts } from './ports.mjs'

const variables = (env: Record<string, string>) =>
  requiredPorts(readEnvironment(env, '/repository')).map(({ variable }) => variable)

test('a start must have the explorer’s port, the indexer’s where it runs one, and the metrics’ where it is named', () => {
  expect(variables({})).toEqual(['PORT', 'INDEXER_PORT'])
  expect(variables({ INDEXER_URL: 'http://indexer' })).toEqual(['PORT'])
  expect(variables({ INDEXER_URL: 'http://indexer', METRICS_PORT: '9500' })).toEqual(['PORT', 'METRICS_PORT'])
  expect(variables({ METRICS_PORT: '' })).toEqual(['PORT', 'INDEXER_PORT'])
  const env = { PORT: '3001', HOST: '::1', METRICS_PORT: '9500', METRICS_HOST: '0.0.0.0' }
  expect(requiredPorts(readEnvironment(env, '/repository'))).toEqual([
    { variable: 'PORT', port: 3001, hostVariable: 'HOST', host: '::1' },
    { variable: 'INDEXER_PORT', port: 8784, hostVariable: 'INDEXER_HOST', host: '127.0.0.1' },
    { variable: 'METRICS_PORT', port: 9500, hostVariable: 'METRICS_HOST', host: '0.0.0.0' },
  ])
})

const placeOf = (port: number, more: object = {}) => ({
  variable: 'PORT',
  port,
  hostVariable: 'HOST',
  host: '127.0.0.1',
  ...more,
})

test('a port that is taken is named with its variable, and one that is free is left free', async () => {
  const taken = net.createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  for (const variable of ['PORT', 'INDEXER_PORT', 'METRICS_PORT']) {
    expect(await portProblem(placeOf(port, { variable }))).toBe(
      `${variable}=${port} on 127.0.0.1: the port is taken by another process`,
    )
  }
  await new Promise((resolve) => taken.close(resolve))

  const wanted = placeOf(await freePort())
  expect(await portProblem(wanted)).toBeNull()
  expect(await portProblem(wanted)).toBeNull()
})

test('a host that cannot be listened on is named with its own variable, and who may have set HOST', async () => {
  const port = await freePort()
  const shells = '; a shell (conda, tcsh) may have set HOST: unset it, or set it to an IP address'
  expect(await portProblem(placeOf(port, { host: '192.0.2.1' }))).toBe(
    'HOST=192.0.2.1: not an address of this machine (EADDRNOTAVAIL)',
  )
  expect(listenProblem(placeOf(port, { host: 'x86_64-conda-linux-gnu' }), 'ENOTFOUND')).toBe(
    `HOST=x86_64-conda-linux-gnu: no such host name (ENOTFOUND)${shells}`,
  )
  expect(listenProblem(placeOf(port, { host: 'somewhere.example' }), 'EADDRNOTAVAIL')).toBe(
    `HOST=somewhere.example: not an address of this machine (EADDRNOTAVAIL)${shells}`,
  )
  const metrics = metricsAddress({ port, host: 'nowhere.invalid', chosen: true })
  expect(listenProblem(metrics, 'EAI_AGAIN')).toBe(
    'METRICS_HOST=nowhere.invalid: the host name could not be resolved (EAI_AGAIN)',
  )
})

test('a port that only root may have is named as such', () => {
  expect(listenProblem(placeOf(80), 'EACCES')).toBe(
    'PORT=80 on 127.0.0.1: this user may not listen on the port (EACCES); ports from 1024 on need no rights',
  )
})
