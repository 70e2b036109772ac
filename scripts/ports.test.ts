import net, { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readEnvironment } from '@/lib/environment'
import { freePort } from './free-port.mjs'
import { portsToHave, whyNotHad } from './ports.mjs'

const variables = (env: Record<string, string>) =>
  portsToHave(readEnvironment(env, '/repository')).map(({ variable }) => variable)

test('a start must have the explorer’s port, the indexer’s where it runs one, and the metrics’ where it is named', () => {
  expect(variables({})).toEqual(['PORT', 'INDEXER_PORT'])
  expect(variables({ INDEXER_URL: 'http://indexer' })).toEqual(['PORT'])
  expect(variables({ INDEXER_URL: 'http://indexer', METRICS_PORT: '9500' })).toEqual(['PORT', 'METRICS_PORT'])
  expect(variables({ METRICS_PORT: '' })).toEqual(['PORT', 'INDEXER_PORT'])
  expect(portsToHave(readEnvironment({ PORT: '3001', HOST: '::1', METRICS_PORT: '9500' }, '/repository'))).toEqual([
    { variable: 'PORT', port: 3001, host: '::1' },
    { variable: 'INDEXER_PORT', port: 8784, host: '127.0.0.1' },
    { variable: 'METRICS_PORT', port: 9500, host: '127.0.0.1' },
  ])
})

test('a port that is taken is named with its variable, and one that is free is left free', async () => {
  const taken = net.createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  for (const variable of ['PORT', 'INDEXER_PORT', 'METRICS_PORT']) {
    expect(await whyNotHad({ variable, port, host: '127.0.0.1' })).toBe(
      `${variable}=${port} on 127.0.0.1: the port is taken by another process`,
    )
  }
  await new Promise((resolve) => taken.close(resolve))

  const wanted = { variable: 'PORT', port: await freePort(), host: '127.0.0.1' }
  expect(await whyNotHad(wanted)).toBeNull()
  expect(await whyNotHad(wanted)).toBeNull()
})

test('an address that is not this machine’s is named as well', async () => {
  const wanted = { variable: 'PORT', port: await freePort(), host: '192.0.2.1' }
  expect(await whyNotHad(wanted)).toMatch(/^PORT=\d+ on 192\.0\.2\.1: .*EADDRNOTAVAIL/)
})
