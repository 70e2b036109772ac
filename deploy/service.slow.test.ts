import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'
import { describeWith } from '@/lib/testing/tools'

/* deploy/leafscan.service as systemd reads it. Only the path of Node is another one here. */

const tool = 'systemd-analyze'
/** Milliseconds after which the supervisor kills what has not ended: scripts/supervisor.mjs. */
const supervisor = fs.readFileSync(path.resolve(import.meta.dirname, '../scripts/supervisor.mjs'), 'utf8')
const killAfterSeconds = Number(/KILL_AFTER_MS = ([\d_]+)/.exec(supervisor)?.[1]?.replaceAll('_', '')) / 1000

describe('the systemd unit', () => {
  const unit = shippedText('leafscan.service')
  const setting = (name: string) => new RegExp(`^(?:Environment=)?${name}=(.*)$`, 'm').exec(unit)?.[1]

  test('waits longer for the end than draining and the supervisor together', () => {
    expect(killAfterSeconds).toBeGreaterThan(0)
    expect(Number(setting('TimeoutStopSec'))).toBeGreaterThan(Number(setting('DRAIN_SECONDS')) + killAfterSeconds)
    expect(setting('KillSignal')).toBe('SIGTERM')
  })

  test('holds no secret and says where it belongs', () => {
    expect(unit).not.toMatch(/^Environment=INDEXER_URL/m)
    expect(setting('EnvironmentFile')).toBe('-/etc/leafscan.env')
  })
})

describeWith(tool, tool, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-unit-'))
  const file = path.join(folder, 'leafscan.service')
  fs.writeFileSync(file, shippedText('leafscan.service').replace('/usr/bin/node', process.execPath))
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  const analyze = (...args: string[]) => spawnSync(tool, [...args, file], { encoding: 'utf8' })

  test('finds nothing to complain about', () => {
    const { status, stderr } = analyze('verify')
    expect(stderr.split('\n').filter((line) => line.includes('leafscan'))).toEqual([])
    expect(status).toBe(0)
  })

  test('calls what the unit leaves open little: at most 2 of 10', () => {
    const { status, stdout } = analyze('security', '--offline=yes', '--no-pager', '--threshold=20')
    expect(stdout).toMatch(/Overall exposure level/)
    expect(status).toBe(0)
  })
})
