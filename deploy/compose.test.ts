import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { composeFile } from '@/lib/testing/deploy/compose-file'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'

/* What compose.yaml promises. compose.nightly.test.ts validates it and starts the processes. */

const { services, networks, volumes } = composeFile()
const text = shippedText('compose.yaml')

describe.each(Object.entries(services))('the service %s', (name, service) => {
  test('has no rights, no root and no disk but what it is given', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service.user).toMatch(/^[1-9]\d*:\d+$/)
    for (const [source = '', target, mode] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
      if (source in volumes) continue
      expect([fs.existsSync(path.join(import.meta.dirname, source)), mode], target).toEqual([true, 'ro'])
    }
  })

  test('is pinned, bounded, started again and looked after', () => {
    expect(service.image).toMatch(/^leafscan$|:v?\d+\.\d+(\.\d+)?(-\w+)?$/)
    expect(service).toMatchObject({ restart: 'unless-stopped', pids_limit: 256, mem_limit: expect.any(String) })
    // The explorer's check is the image's own.
    expect(service.healthcheck !== undefined || name === 'explorer').toBe(true)
    // An explorer shows that its indexer does not answer.
    const condition = name === 'explorer' ? 'service_started' : 'service_healthy'
    for (const other of Object.values(service.depends_on ?? {})) expect(other).toEqual({ condition })
  })
})

test('builds its image once, before what only uses it', () => {
  const users = Object.entries(services).filter(([, { image }]) => image === 'leafscan')
  const how = users.map(([name, { build, pull_policy }]) => [name, build !== undefined, pull_policy])
  expect(how).toEqual([
    ['explorer', false, 'never'],
    ['indexer', true, undefined],
  ])
  expect(services.explorer?.depends_on).toHaveProperty('indexer')
})

test('publishes the explorer and Grafana, on loopback alone', () => {
  const ports = Object.values(services).flatMap(({ ports = [] }) => ports)
  expect(ports).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:3001:3000'])
})

test('keeps Prometheus and the database off every network with a way out', () => {
  const isOpen = (name: string) =>
    Array.from(services[name]?.networks as string[]).some((of) => !networks[of]?.internal)
  expect(Object.keys(services).filter((name) => !isOpen(name))).toEqual(['postgres', 'prometheus'])
})

test('has no password of its own, and names each that a start needs', () => {
  const [passwords, all] = [/\$\{(\w+PASSWORD):\?\1 is not set in deploy\/\.env\}/g, /PASSWORD/g]
  const named = [...text.matchAll(passwords)]
  expect(new Set(named.map(([, name]) => name))).toEqual(new Set(['POSTGRES_PASSWORD', 'GRAFANA_PASSWORD']))
  // Each is written twice inside, and in the variable of the image or the driver.
  expect(text.match(all)).toHaveLength(3 * named.length)
})

test('gives memory as the units do', () => {
  for (const [name, unit] of [
    ['explorer', 'leafscan.service'],
    ['indexer', 'leafscan-indexer.service'],
  ] as const) {
    expect(shippedText(unit)).toContain(`MemoryMax=${services[name]?.mem_limit}\n`)
  }
})

test('has Prometheus scrape as prometheus.yml says, but under its own names', () => {
  const [host, own] = ['prometheus.yml', 'compose.prometheus.yml'].map((name) => parse(shippedText(name)))
  const reached = { explorer: 9464, indexer: 8784, alertmanager: 9093 }
  const [explorer, indexer, alertmanager] = Object.entries(reached).map(([name, port]) => {
    expect(services).toHaveProperty(name)
    return [`${name}:${port}`]
  })
  host.alerting.alertmanagers[0].static_configs[0].targets = alertmanager
  host.scrape_configs[0].static_configs[0].targets = explorer
  host.scrape_configs[1].static_configs[0].targets = indexer
  expect(own).toEqual(host)
})

test('provisions Grafana with what runs beside it', () => {
  const { datasources } = parse(shippedText('grafana/datasources/leafscan.yml'))
  expect(datasources.map(({ type, url }: { type: string; url: string }) => [type, new URL(url).host])).toEqual([
    ['prometheus', 'prometheus:9090'],
    ['alertmanager', 'alertmanager:9093'],
  ])
  const { providers } = parse(shippedText('grafana/dashboards/leafscan.yml'))
  const mounted = services.grafana?.volumes?.find((volume) => volume.startsWith('./grafana-dashboard.json'))
  expect(path.dirname(mounted?.split(':')[1] ?? '')).toBe(providers[0].options.path)
})
