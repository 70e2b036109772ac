import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../platform/environment'
import { hostRule } from './allowed-hosts'

const root = path.resolve(import.meta.dirname, '../../..')

function ruleOf(env: Record<string, string> = {}) {
  const { metrics } = readEnvironment(env, root)
  if (!metrics) throw new Error('metrics are off')
  return hostRule(metrics)
}

const LOOPBACK = [
  '127.0.0.1',
  '127.0.0.1:9464',
  '127.255.0.9:1',
  'localhost',
  'LocalHost:9464',
  'localhost.',
  'localhost.:9464',
  '[::1]',
  '[::1]:9464',
  '[0:0:0:0:0:0:0:1]:9464',
  '[::ffff:127.0.0.1]:9464',
]
const ADDRESSES = ['10.1.2.3:9464', '192.168.0.9', '[fd00::9]:9464', '[fd00::9]', '0.0.0.0:9464']
const SHORT = ['leafscan', 'leafscan:9464', 'leaf_scan-1:9464', 'LEAFSCAN.']
const OTHERS = [
  'evil.example',
  'evil.example:9464',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io:9464',
  'evil.localhost',
  'evil.example.',
  'leafscan.monitoring.svc:9464',
  'x.internal',
]
const NO_HOSTS = [
  '',
  ' ',
  '.',
  ':9464',
  'localhost:80:80',
  'localhost:123456',
  '127.0.0.1@evil.example',
  'evil.example#127.0.0.1',
  '127.0.0.1/evil.example',
  '127.0.0.1,evil.example',
  '127.0.0.1 evil.example',
  '%6cocalhost',
  'ｌocalhost',
  '::1',
  '[::1',
  '[::1].evil.example',
  '[127.0.0.1]',
]

const allowed = (hosts: string[], env?: Record<string, string>) => hosts.filter(ruleOf(env).allows)

describe('the operator’s port', () => {
  test.each([{}, { METRICS_HOST: '127.0.0.1' }, { METRICS_HOST: 'localhost' }, { METRICS_HOST: '::1' }])(
    'answers loopback hosts alone with %j',
    (env) => {
      expect(allowed(LOOPBACK, env)).toEqual(LOOPBACK)
      expect(allowed([...ADDRESSES, ...SHORT, ...OTHERS, ...NO_HOSTS], env)).toEqual([])
    },
  )

  test.each(['0.0.0.0', '::', '10.1.2.3', 'fd00::9'])(
    'answers addresses and names without a dot too where it listens on %s',
    (METRICS_HOST) => {
      const usual = [...LOOPBACK, ...ADDRESSES, ...SHORT]
      expect(allowed(usual, { METRICS_HOST })).toEqual(usual)
      expect(allowed([...OTHERS, ...NO_HOSTS], { METRICS_HOST })).toEqual([])
    },
  )

  test('answers the names that settings name, whatever their case, port and last dot, and no others', () => {
    const env = { METRICS_ALLOWED_HOSTS: 'Leafscan.monitoring.svc, x.internal.' }
    const named = ['leafscan.monitoring.svc:9464', 'LEAFSCAN.monitoring.svc.', 'x.internal:1']
    expect(allowed([...named, ...OTHERS], env)).toEqual([...named, 'leafscan.monitoring.svc:9464', 'x.internal'])
    expect(allowed(['a.x.internal', 'xx.internal', 'internal'], env)).toEqual([])
    const own = { METRICS_HOST: 'Node-1.internal' }
    expect(allowed(['node-1.internal:9464', ...OTHERS], own)).toEqual(['node-1.internal:9464'])
  })

  test('says whom it answers', () => {
    expect(ruleOf().refusal).toBe(
      'This port answers requests to localhost, 127.0.0.1, [::1] and the names in METRICS_ALLOWED_HOSTS.\n',
    )
    expect(ruleOf({ METRICS_HOST: '0.0.0.0' }).refusal).toBe(
      'This port answers requests to localhost, 127.0.0.1, [::1], IP addresses, names without a dot and the names in METRICS_ALLOWED_HOSTS.\n',
    )
  })
})

function hostsIn(text: string): string[] {
  const urls = Array.from(text.matchAll(/https?:\/\/([^/\s`'"]+:(?:9464|<METRICS_PORT>))/g), ([, host = '']) => host)
  const targets = Array.from(text.matchAll(/targets: \['([^']+)'\]/g), ([, host = '']) => host)
  return [...urls, ...targets].map((host) => host.replace(/<METRICS_PORT>|\$\{metricsPort\}/, '9464'))
}

test('every host in the shipped configurations, docs and pages is answered with the settings there', () => {
  const files = ['docs', 'deploy'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder))
      .flatMap((name) => (/\.(?:md|yml|conf|service)$/.test(name) ? [`${folder}/${name}`] : [])),
  )
  const found = [...files, 'app/status/for-machines.tsx'].flatMap((file) => {
    // compose.yaml sets METRICS_HOST.
    const rule = ruleOf(file.startsWith('deploy/compose.') ? { METRICS_HOST: '0.0.0.0' } : {})
    return hostsIn(fs.readFileSync(path.join(root, file), 'utf8')).map((host) => [host, rule.allows(host)] as const)
  })
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(([, isAllowed]) => !isAllowed)).toEqual([])
})
